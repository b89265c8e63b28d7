// Relayer keys that two gateways share, and keys in a remote signer, which fails or lies: every payment is still paid
// once.
import type { Address, Hex } from "viem";
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openLog } from "../../../src/log.ts";
import { paymentKey } from "../../../src/payment/terms.ts";
import { differences, paidEvents } from "../../harness/books.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { untilFinal } from "../../harness/chain/wallet.ts";
import { type ServerOptions, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmedPayment } from "../payments/confirmed.ts";

const ROUNDS = 3;

let chain: OwnChain;
let gateways: TestServer[];
beforeAll(async () => {
  chain = await startOwnChain();
  const environment = { RELAYER_KEYS: generatePrivateKey() };
  gateways = await Promise.all(
    [1, 2].map(() => startServer({ place: chain, environment, bendsBooks: "the gateways share a relayer" })),
  );
});
afterEach(() => chain.proxy.misbehave(() => null));
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await chain.stop();
});

test("two gateways with one key: every payment of both succeeds exactly once", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const payments = await Promise.all(
      gateways.map(async (gateway) => ({ gateway, paymentId: (await confirmedPayment(gateway)).paymentId })),
    );
    for (const { gateway, paymentId } of payments) {
      expect(await untilFinal(gateway, paymentId)).toMatchObject({ status: "succeeded" });
      expect(await paidEvents(gateway, [paymentKey(paymentId)])).toHaveLength(1);
    }
  }
  // The watcher may credit a payment before the relayer notes that its batch is mined.
  const unmined = () =>
    Promise.all(gateways.map((gateway) => gateway.sql("select from relay_batches where mined_in is null")));
  await expect.poll(unmined).toEqual([[], []]);
  // The other gateway's payments look like lost ones to reconcile.
  for (const gateway of gateways) {
    const found = await differences(gateway);
    expect(found.filter((difference) => difference.startsWith("unknown_payment"))).toHaveLength(ROUNDS);
    expect(found.slice(ROUNDS)).toEqual([expect.stringMatching(/^sums_differ/)]);
  }
});

/** An account that anvil signs for. Each test has another database, and needs another relayer. */
const remote = (addressIndex: number): Address =>
  mnemonicToAccount("test test test test test test test test test test test junk", { addressIndex }).address;

const lines: string[] = [];
/** A gateway whose remote signer is reached through the chain's proxy. @param localKey another relayer's key, or "" */
const withSigner = (signer: Address, localKey: string, log?: ServerOptions["log"]): Promise<TestServer> =>
  startServer({
    place: chain,
    environment: { RELAYER_KEYS: localKey, RELAYER_SIGNERS: `${signer}=${chain.proxy.url}` },
    ...(log && { log }),
  });
const sendersOf = async (gateway: TestServer, paymentId: string) => {
  const events = await paidEvents(gateway, [paymentKey(paymentId)]);
  const senders = events.map(async ({ txHash }) => (await gateway.client.getTransaction({ hash: txHash })).from);
  return (await Promise.all(senders)).map((sender) => sender.toLowerCase());
};

test("a remote signer that lies moves nothing; the payment succeeds once it signs what it is asked", async () => {
  const signer = remote(9);
  const gateway = await withSigner(signer, "", openLog("error", { write: (line: string) => void lines.push(line) }));
  const theft = await privateKeyToAccount(generatePrivateKey()).signTransaction(THEFT);
  let asked = 0;
  chain.proxy.misbehave(({ method }) =>
    method === "eth_signTransaction" && asked++ === 0 ? { type: "result", result: theft } : null,
  );
  const { paymentId } = await confirmedPayment(gateway);
  expect(await untilFinal(gateway, paymentId)).toMatchObject({ status: "succeeded" });
  expect(await sendersOf(gateway, paymentId)).toEqual([signer.toLowerCase()]);
  expect(asked).toBeGreaterThan(1);
  expect(lines.join("")).toContain(`the signer of the relayer ${signer} returned another transaction`);
  expect(lines.join("")).not.toContain(new URL(chain.proxy.url).host);
  await gateway.stop();
});

test("an unavailable signer stops only its own relayer", async () => {
  const localKey = keyAfterRemote();
  const gateway = await withSigner(remote(8), localKey);
  let asked = 0;
  chain.proxy.misbehave(({ method }) => {
    if (method !== "eth_signTransaction") return null;
    asked += 1;
    return { type: "http", status: 503, body: "" };
  });
  const payments = [];
  for (let round = 0; round < 2; round++) {
    const { paymentId } = await confirmedPayment(gateway);
    expect(await untilFinal(gateway, paymentId)).toMatchObject({ status: "succeeded" });
    payments.push(paymentId);
  }
  expect(asked).toBeGreaterThan(0);
  const local = privateKeyToAccount(localKey).address.toLowerCase();
  for (const paymentId of payments) expect(await sendersOf(gateway, paymentId)).toEqual([local]);
  await gateway.stop();
});

/** Idle relayers are picked in the order of their addresses. */
function keyAfterRemote(): Hex {
  for (;;) {
    const key = generatePrivateKey();
    if (/^0xf/i.test(privateKeyToAccount(key).address)) return key;
  }
}

/** A transfer of the relayer's coin, which no operation asked for. */
const THEFT = {
  type: "eip1559",
  chainId: 31_337,
  nonce: 0,
  to: privateKeyToAccount(generatePrivateKey()).address,
  value: 1_000_000_000_000_000_000n,
  gas: 21_000n,
  maxFeePerGas: 2_000_000_000n,
} as const;
