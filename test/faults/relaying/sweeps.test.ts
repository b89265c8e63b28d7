// Sweeps under reorgs, strangers who sweep first, and workers that are down: each deposit is passed on once, and pays.
import { type Address, encodeFunctionData, erc20Abi, type Hex } from "viem";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EvmChainConfig } from "../../../src/chains/evm/config/config.ts";
import { payData } from "../../../src/chains/evm/router/router-call.ts";
import type { Option } from "../../../src/payment/option.ts";
import type { Service } from "../../../src/service/main.ts";
import {
  type GivenAddress,
  giveAddress,
  signedBatch,
  transfer,
  transferBatch,
} from "../../harness/chain/deposit-addresses.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { RIVAL, sendAsRival } from "../../harness/chain/rival.ts";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { type ServerOptions, setBalance, startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmedPayment, inPool, relayStateOf, statusOf, transfers, watcherIsAtHead } from "../payments/confirmed.ts";

const AMOUNT = 10_000_000n;

let chain: OwnChain;
let server: TestServer;
let worker: Service | null = null;
// Each test has its own chain, because some move the chain's clock past all expiries.
beforeEach(async () => {
  chain = await startOwnChain();
});
afterEach(async () => {
  await chain.resumeMining();
  await server.stop();
  await worker?.stop();
  worker = null;
  await chain.stop();
});

async function serve(
  blocks: number,
  role: ServerOptions["role"] = "all",
  limits: Partial<EvmChainConfig> = {},
): Promise<void> {
  const confirmations = [{ fromStandardUnits: 0n, blocks }];
  server = await startServer({ place: chain, role, chain: { confirmations, ...limits } });
}

type Asked = GivenAddress & { readonly paymentId: string };

async function asked(depth = 1): Promise<Asked> {
  const paymentId = await createPayment(server);
  const given = await giveAddress(server, paymentId);
  await server.sql("update deposit_addresses set required_depth = $2 where payment_id = $1", [paymentId, depth]);
  return { paymentId, ...given };
}

const sweepData = ({ terms }: GivenAddress): Hex =>
  payData({ option: { method: "deposit", terms } as Option, signature: "0x" });

const sweepAsRival = (given: GivenAddress): Promise<Hex> =>
  sendAsRival(server, server.deployment.router, sweepData(given));

/** From the stranger's own account, so that it comes before the sweep. */
async function transferAsRival({ address }: GivenAddress): Promise<void> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [address, AMOUNT] });
  await setBalance(server.client, server.deployment.usdc, RIVAL, AMOUNT);
  await sendAsRival(server, server.deployment.usdc, data);
}

const usdcOf = (account: Address) => server.balance(server.deployment.usdc, account);
const batches = () => server.sql<{ payments: number }>("select payments from relay_batches order by id");
const settled = async ({ paymentId }: Asked) => (await untilFinal(server, paymentId)).status;
const untilState = (paymentId: string, state: string) =>
  expect.poll(() => relayStateOf(server, paymentId), { timeout: 20_000 }).toBe(state);

describe("a reorg that takes a deposit away", () => {
  /** A signed transfer whose funding is older than the reorgs. */
  async function signed({ address }: Asked): Promise<Hex> {
    const raw = await signedBatch(server, [{ to: address, amount: AMOUNT }]);
    await chain.mine(4);
    await watcherIsAtHead(server);
    return raw;
  }
  const send = (raw: Hex) => server.client.sendRawTransaction({ serializedTransaction: raw });

  test("leaves the payment processing, and its sweep goes when the deposit is back", async () => {
    await serve(3, "api");
    await chain.stopMining();
    const given = await asked(3);
    worker = await startOn(server.installation, "worker");
    await chain.mine();
    await watcherIsAtHead(server);
    const raw = await signed(given);
    await send(raw);
    await chain.mine();
    await inPool(server);
    await chain.reorganise(1);
    await chain.mine(); // the batch without its deposit
    await untilState(given.paymentId, "held");
    expect(await statusOf(server, given.paymentId)).toBe("processing");
    await send(raw);
    await chain.mine();
    await untilState(given.paymentId, "sent");
    await chain.resumeMining();
    expect(await settled(given)).toBe("succeeded");
    expect(await usdcOf(server.destination)).toBe(9_960_000n);
  });

  test("for good fails the payment once its deadline has passed at its depth", async () => {
    await serve(3);
    await chain.stopMining();
    const given = await asked(3);
    await watcherIsAtHead(server);
    await send(await signed(given));
    await chain.mine();
    await inPool(server);
    await chain.reorganise(1);
    await chain.mineAt(given.terms.deadlineS + 1);
    await watcherIsAtHead(server);
    expect(await statusOf(server, given.paymentId)).toBe("processing");
    await chain.mine(2);
    expect(await settled(given)).toBe("failed");
    expect(await server.sql("select from exceptions")).toEqual([]);
  });
});

describe("a stranger who sweeps first", () => {
  test("pays the payment, in a block before the relayer's batch", async () => {
    await serve(1);
    await chain.stopMining();
    const given = await asked();
    await transfer(server, { to: given.address, amount: AMOUNT });
    await chain.mine();
    await inPool(server);
    const hash = await sweepAsRival(given);
    await chain.mine();
    const { status, info } = await untilFinal(server, given.paymentId);
    expect({ status, txId: info?.txId }).toEqual({ status: "succeeded", txId: hash });
    expect(await usdcOf(server.destination)).toBe(9_960_000n);
    expect(await transfers(server)).toEqual([{ state: "credited", back: true }]);
    expect(await server.sql("select from exceptions")).toEqual([]);
  });

  test("in the block of the deposit leaves the relayer nothing to do", async () => {
    await serve(1);
    await chain.stopMining();
    const given = await asked();
    await transferAsRival(given);
    await sweepAsRival(given);
    await chain.mine();
    expect(await settled(given)).toBe("succeeded");
  });
});

test("a deposit in time that nobody swept for a day is swept after the deadline, and pays", async () => {
  await serve(2, "api");
  const given = await asked(2);
  await transfer(server, { to: given.address, amount: AMOUNT });
  await chain.stopMining();
  await chain.mine();
  await chain.mineAt(given.terms.deadlineS + 86_400);
  await chain.mine(3);
  expect(await statusOf(server, given.paymentId)).toBe("requires_action");
  worker = await startOn(server.installation, "worker");
  await chain.resumeMining();
  expect(await settled(given)).toBe("succeeded");
  expect(await usdcOf(server.destination)).toBe(9_960_000n);
});

test("fifty sweeps and signed payments go in one batch, within its gas limit", async () => {
  await serve(1, "api", { batchMax: 60 });
  const given = await Promise.all(Array.from({ length: 50 }, () => asked()));
  const signed = await Promise.all(Array.from({ length: 10 }, () => confirmedPayment(server)));
  await transferBatch(
    server,
    given.map(({ address }) => ({ to: address, amount: AMOUNT })),
  );
  await chain.stopMining();
  await chain.mine();
  // Stores the confirms without a relayer, which would send the first ones alone.
  const watcher = await startOn(
    { ...server.installation, environment: { ...server.installation.environment, RELAYER_KEYS: "" } },
    "worker",
  );
  await expect
    .poll(() => server.sql("select from confirmations where relay_state = 'queued'"), { timeout: 20_000 })
    .toHaveLength(60);
  await watcher.stop();
  worker = await startOn(server.installation, "worker");
  await expect.poll(batches, { timeout: 20_000 }).toEqual([{ payments: 60 }]);
  await chain.resumeMining();
  for (const { paymentId } of [...given, ...signed]) {
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  }
  const [batch] = await server.sql<{ gas: string }>("select gas_limit::text as gas from relay_batches");
  const [{ hash } = { hash: "0x" as Hex }] = await server.sql<{ hash: Hex }>(
    "select '0x' || encode(hash, 'hex') as hash from relay_transactions",
  );
  const { gasUsed } = await server.client.getTransactionReceipt({ hash });
  expect(Number(gasUsed)).toBeLessThan(Number(batch?.gas));
});
