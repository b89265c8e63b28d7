// A contract wallet accepts at the confirm and refuses at the relay: its payment is not sent, and waits until the
// deadline in case the wallet accepts again. It holds up no other payment.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import type { Service } from "../../../src/service/main.ts";
import { walletSignature } from "../../contracts/signing.ts";
import { paidEvents } from "../../harness/books.ts";
import { newContractWallet } from "../../harness/chain/contract-wallet.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { optionOf } from "../../harness/chain/rival.ts";
import { confirm, createPayment, type SignedOption, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { type Buyer, startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmedPayment, relayStateOf, statusOf } from "./confirmed.ts";

const GRACE_S = 10;
const LIFETIME_S = 60;
/** Code a wallet may switch to. */
const SAYS_NO = "0x60006000f3";
const BURNS_ALL = "0xfe";

let chain: OwnChain;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

interface Relaying {
  readonly server: TestServer;
  readonly wallet: Buyer;
  readonly signed: SignedOption;
  readonly worker: Service;
}

/** Confirms a wallet's payment and another buyer's, changes the wallet's code, then relays both. */
async function relayedAfterChange(code: typeof SAYS_NO | typeof BURNS_ALL): Promise<Relaying> {
  const server = await startServer({ place: chain, role: "api", chain: { inclusionGraceS: GRACE_S } });
  const expiresAt = (await chain.nowS()) + LIFETIME_S;
  const wallet = await newContractWallet(server);
  const option = await signPayment(server, await createPayment(server, { expiresAt }), wallet);
  const signed = { ...option, signature: walletSignature(option.signature) };
  expect(await confirm(server, signed)).toMatchObject({ status: 200 });
  const other = await confirmedPayment(server, { expiresAt });
  await server.client.setCode({ address: wallet.address, bytecode: code });
  const worker = await startOn(server.installation, "worker");
  expect(await untilFinal(server, other.paymentId)).toMatchObject({ status: "succeeded" });
  await expect.poll(() => relayStateOf(server, signed.paymentId)).toBe("held");
  expect(await server.sql("select payments from relay_batches")).toEqual([{ payments: 1 }]);
  expect(await statusOf(server, signed.paymentId)).toBe("processing");
  return { server, wallet, signed, worker };
}

async function stopAll({ server, worker }: Relaying): Promise<void> {
  try {
    await server.stop();
  } finally {
    await worker.stop();
  }
}

describe.each([
  ["refuses", SAYS_NO],
  ["burns all its gas", BURNS_ALL],
] as const)("a wallet that %s when its payment is relayed", (_, code) => {
  test("has its payment fail at the deadline, not before", async () => {
    const relaying = await relayedAfterChange(code);
    const { server, signed } = relaying;
    const { deadlineS } = optionOf(server, signed).terms;
    await chain.mineAt(deadlineS - 1);
    expect(await statusOf(server, signed.paymentId)).toBe("processing");
    await chain.mineAt(deadlineS);
    expect(await untilFinal(server, signed.paymentId)).toMatchObject({ status: "failed" });
    expect(await paidEvents(server, [paymentKey(signed.paymentId)])).toEqual([]);
    await stopAll(relaying);
  });

  test("is paid once it accepts again", async () => {
    const relaying = await relayedAfterChange(code);
    const { server, wallet, signed } = relaying;
    await server.client.setCode({ address: wallet.address, bytecode: SAYS_YES });
    expect(await untilFinal(server, signed.paymentId)).toMatchObject({ status: "succeeded" });
    expect(await paidEvents(server, [paymentKey(signed.paymentId)])).toHaveLength(1);
    await stopAll(relaying);
  });
});

/** Returns EIP-1271's magic value for every call. */
const SAYS_YES = "0x631626ba7e60e01b60005260206000f3";
