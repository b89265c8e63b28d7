// A payment, batch, relayer or wallet that cannot be relayed harms only itself; every other payment is paid. The tests
// share a chain and run at once, each with its own server behind its own node.
import { pino } from "pino";
import { type Address, type Hex, keccak256, numberToHex, padHex, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, type TestContext, test, vi } from "vitest";
import type { EvmChainConfig } from "../../src/chains/evm/config.ts";
import type { Service } from "../../src/main.ts";
import { paymentKey } from "../../src/payment/terms.ts";
import { paidEvents } from "../harness/books.ts";
import { type OwnChain, startOwnChain } from "../harness/own-chain.ts";
import { type RpcProxy, startRpcProxy } from "../harness/rpc-proxy.ts";
import { setBalance, startOn, startServer, type TestServer, testClient } from "../harness/server.ts";
import { confirm, createPayment, type SignedOption, signPayment, untilFinal } from "../harness/wallet.ts";
import { confirmedPayment, relayStateOf, statusOf } from "./confirmed.ts";

let chain: OwnChain;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

interface Stage {
  /** An API without a worker, so that payments confirmed first go into one batch. */
  readonly server: TestServer;
  /** The worker's node. */
  readonly node: RpcProxy;
  /** In the order in which idle relayers are picked. */
  readonly relayers: readonly Address[];
  /** Starts a worker, by default with all relayers. @returns its log lines at error level */
  relay(keys?: readonly Hex[]): Promise<{ readonly errors: readonly string[]; stop(): Promise<void> }>;
  readonly keys: readonly Hex[];
}

async function stage(
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  relayers: number,
  changes: Partial<EvmChainConfig> = {},
): Promise<Stage> {
  const keys = Array.from({ length: relayers }, generatePrivateKey).toSorted(byAddress);
  const node = await startRpcProxy(chain.rpcUrl);
  const environment = { RELAYER_KEYS: keys.join() };
  const server = await startServer({
    place: chain,
    role: "api",
    environment,
    chain: { rpcUrls: [node.url], ...changes },
  });
  const workers = new Set<Service>();
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop();
    await server.stop();
    await node.close();
  });
  const relay: Stage["relay"] = async (by = keys) => {
    const errors: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void errors.push(line) });
    const { environment: all, ...rest } = server.installation;
    const worker = await startOn({ ...rest, environment: { ...all, RELAYER_KEYS: by.join() } }, "worker", { log });
    workers.add(worker);
    const stop = async () => {
      workers.delete(worker);
      await worker.stop();
    };
    return { errors, stop };
  };
  return { server, node, relay, keys, relayers: keys.map((key) => privateKeyToAccount(key).address) };
}

const byAddress = (a: Hex, b: Hex): number =>
  privateKeyToAccount(a).address < privateKeyToAccount(b).address ? -1 : 1;

async function succeedsOnce({ paymentId }: SignedOption, server: TestServer): Promise<void> {
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(await paidEvents(server, [paymentKey(paymentId)])).toHaveLength(1);
}

const isQuarantined = (server: TestServer, { paymentId }: SignedOption): Promise<void> =>
  vi.waitFor(async () => expect(await relayStateOf(server, paymentId)).toBe("quarantined"), EVENTUALLY);

/** `expect.poll` does not work in concurrent tests. */
const EVENTUALLY = { timeout: 40_000, interval: 100 };

const sentOnce = async (server: TestServer, batches: number): Promise<void> =>
  vi.waitFor(async () => {
    const sent = await server.sql("select from relay_transactions where last_sent_at is not null");
    expect(sent).toHaveLength(batches);
  }, EVENTUALLY);

/** A node that takes raw transactions and loses them. */
const losing = ({ method, params }: { readonly method: string; readonly params: readonly unknown[] }) =>
  method === "eth_sendRawTransaction" ? ({ type: "result", result: keccak256(params[0] as Hex) } as const) : null;

const threePayments = async (server: TestServer): Promise<readonly [SignedOption, SignedOption, SignedOption]> => [
  await confirmedPayment(server),
  await confirmedPayment(server),
  await confirmedPayment(server),
];

describe.concurrent("does not hold up the others", { timeout: 120_000 }, () => {
  test("a stored signature that cannot be encoded: its payment is quarantined, with an alert", async (context) => {
    const { server, relay } = await stage(context, 1);
    const [first, poisoned, last] = await threePayments(server);
    await server.sql("update confirmations set signature = decode($2, 'hex') where payment_id = $1", [
      poisoned.paymentId,
      `deadbeef${"6492".repeat(16)}`,
    ]);
    const { errors } = await relay();
    for (const good of [first, last, await confirmedPayment(server)]) await succeedsOnce(good, server);
    await isQuarantined(server, poisoned);
    expect(await statusOf(server, poisoned.paymentId)).toBe("processing");
    expect(errors.filter((line) => line.includes(poisoned.paymentId))).toHaveLength(1);
  });

  test("a transaction that no node accepts: it is abandoned, and its payments are sent one by one", async (context) => {
    const { server, node, relay } = await stage(context, 1);
    const payments = await threePayments(server);
    const [first, poisoned, last] = payments;
    const poison = paymentKey(poisoned.paymentId).slice(2);
    node.misbehave(({ method, params }) =>
      method === "eth_sendRawTransaction" && String(params[0]).includes(poison)
        ? { type: "error", code: -32_000, message: "oversized data: transaction size 145305, limit 131072" }
        : null,
    );
    const { errors } = await relay();
    for (const good of [first, last]) await succeedsOnce(good, server);
    await isQuarantined(server, poisoned);
    await succeedsOnce(await confirmedPayment(server), server);
    expect(errors.filter((line) => line.includes(poisoned.paymentId))).toHaveLength(1);
    const sizes = await server.sql<{ payments: number }>("select payments from relay_batches order by nonce");
    expect(sizes.map((batch) => batch.payments)).toEqual([3, 1, 1, 1, 1]);
  });

  test("a node's wrong transaction count: the relayer returns to the chain's nonce, with an alert", async (context) => {
    const { server, node, relay } = await stage(context, 1);
    let lies = 1;
    // Not by block hash (EIP-1898), by which the start checks the node.
    node.misbehave(({ method, params }) =>
      method === "eth_getTransactionCount" && typeof params[1] === "string" && lies-- > 0
        ? { type: "result", result: numberToHex(1_000) }
        : null,
    );
    const payment = await confirmedPayment(server);
    const { errors } = await relay();
    await succeedsOnce(payment, server);
    await succeedsOnce(await confirmedPayment(server), server);
    expect(errors.join()).toContain("ran ahead of the chain");
    const nonces = await server.sql("select nonce::integer from relay_batches order by nonce");
    expect(nonces).toEqual([{ nonce: 0 }, { nonce: 1 }]);
  });

  test("a relayer that runs dry after a node had its batch: another relayer pays", async (context) => {
    const { server, node, relay, relayers } = await stage(context, 2);
    const [first, second] = relayers as [Address, Address];
    node.misbehave(losing);
    const payment = await confirmedPayment(server);
    await relay();
    await sentOnce(server, 1);
    await server.client.setBalance({ address: first, value: 0n });
    node.misbehave(() => null);
    await succeedsOnce(payment, server);
    // Once funded, it only uses up the nonce.
    await server.client.setBalance({ address: first, value: parseEther("1") });
    await vi.waitFor(async () => {
      expect(await server.sql("select from relay_batches where mined_in is null")).toEqual([]);
    }, EVENTUALLY);
    expect(await server.sql("select relayer from relay_batches order by id")).toEqual([
      { relayer: first },
      { relayer: second },
    ]);
    expect(await gasOf([first])).toBe(21_000n);
  });

  test("a queue that cannot be sent for lack of fees: what was stored earlier is resent", async (context) => {
    const { server, node, relay } = await stage(context, 1);
    node.misbehave(losing);
    const lost = await confirmedPayment(server);
    await relay();
    await sentOnce(server, 1);
    const waiting = await confirmedPayment(server); // queued while the relayer's first batch is unmined
    node.misbehave(({ method }) =>
      method === "eth_feeHistory" ? { type: "error", code: -32_000, message: "no history" } : null,
    );
    await succeedsOnce(lost, server);
    expect(await relayStateOf(server, waiting.paymentId)).toBe("queued");
    node.misbehave(() => null);
    await succeedsOnce(waiting, server);
  });

  test("the batches of a removed relayer: another relayer pays", async (context) => {
    const { server, node, relay, keys } = await stage(context, 2, { batchMax: 1 });
    node.misbehave(losing);
    const payments = await threePayments(server);
    const [removed, added] = keys as [Hex, Hex];
    const before = await relay([removed]);
    await sentOnce(server, 3);
    await before.stop();
    node.misbehave(() => null);
    await relay([added]);
    for (const payment of payments) await succeedsOnce(payment, server);
  });

  test.for([
    ["ORIGIN", "32", 65],
    ["GASPRICE", "3a", 66],
  ] as const)(
    "a wallet that accepts in simulations and burns gas in transactions (%s): ten payments cost 2 M gas",
    async ([_, tell, signatureBytes], context) => {
      const { server, relay, relayers } = await stage(context, 3);
      const hostile: Address = privateKeyToAccount(generatePrivateKey()).address;
      await server.client.setCode({ address: hostile, bytecode: `0x${tell}${YES_UNLESS}` });
      await setBalance(server.client, server.deployment.usdc, hostile, 100_000n);
      const buyer = { privateKey: generatePrivateKey(), address: hostile, account: `${server.caip2}:${hostile}` };
      const payments: SignedOption[] = [];
      for (let payment = 0; payment < HOSTILE_PAYMENTS; payment++) {
        const paymentId = await createPayment(server, { amount: { unit: "iso4217/USD", value: "1" } });
        const option = await signPayment(server, paymentId, buyer);
        const signed = { ...option, signature: padHex(option.signature, { dir: "right", size: signatureBytes }) };
        expect(await confirm(server, signed)).toMatchObject({ status: 200 });
        payments.push(signed);
      }
      const honest = await confirmedPayment(server);
      await relay();
      await succeedsOnce(honest, server);
      for (const each of payments) await isQuarantined(server, each);
      expect(await gasOf(relayers)).toBeLessThan(2_000_000n); // with the honest payment's own
      await succeedsOnce(await confirmedPayment(server), server);
    },
  );
});

const HOSTILE_PAYMENTS = 10;
/** EIP-1271's magic value if the stack's top is zero, as in an eth_call without a sender; otherwise burns all gas. */
const YES_UNLESS = "601457631626ba7e60e01b60005260206000f35bfe";

/** Gas used by all transactions of these accounts. */
async function gasOf(accounts: readonly Address[]): Promise<bigint> {
  const senders = accounts.map((account) => account.toLowerCase());
  const client = testClient(chain.rpcUrl);
  const head = await client.getBlockNumber();
  let gas = 0n;
  for (let number = 0n; number <= head; number++) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true });
    for (const { from, hash } of transactions) {
      if (senders.includes(from)) gas += (await client.getTransactionReceipt({ hash })).gasUsed;
    }
  }
  return gas;
}
