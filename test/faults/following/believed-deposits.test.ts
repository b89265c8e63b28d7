// A sweep leaves no mark in the chain's state: it is believed only with the deposits that it passed on, and a large one
// only if nodes of two providers show both.
import { type Hex, numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PAID_TOPIC } from "../../../src/chains/evm/router/paid-event.ts";
import { type GivenAddress, giveAddress, transfer } from "../../harness/chain/deposit-addresses.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { type RpcProxy, startRpcProxy } from "../../harness/chain/rpc-proxy.ts";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { statusOf, watcherHasBegun, watcherIsAtHead } from "../payments/confirmed.ts";
import { inventedDeposit, inventedSweep } from "./lying-node.ts";

let chain: OwnChain;
let second: RpcProxy;
beforeAll(async () => {
  chain = await startOwnChain();
  second = await startRpcProxy(chain.rpcUrl);
});
afterAll(async () => {
  await second.close();
  await chain.stop();
});
afterEach(() => {
  for (const proxy of [chain.proxy, second]) proxy.misbehave(() => null);
});

/** Enough for the lie on a busy machine. */
const DEADLINE_S = 20;

interface Case {
  /** Whole US dollars from which a second source is asked. */
  readonly from: bigint;
  readonly invents: readonly ("deposit" | "sweep")[];
}

const filterOf = (params: readonly unknown[]) =>
  params[0] as { readonly blockHash?: Hex; readonly address: unknown; readonly topics: readonly unknown[] };

/** The preferred node adds invented events to its answers about one block. */
async function lie(server: TestServer, given: GivenAddress, invents: Case["invents"]): Promise<void> {
  const liesIn = (await server.client.getBlockNumber()) + 2n;
  chain.proxy.misbehave(async ({ method, params }) => {
    if (method !== "eth_getLogs") return null;
    const { blockHash, topics } = filterOf(params);
    if (!blockHash) return null;
    const { number } = await server.client.getBlock({ blockHash });
    if (number !== liesIn) return null;
    const place = { blockHash, blockNumber: numberToHex(number) };
    const isOfRouter = JSON.stringify(topics[0]).includes(PAID_TOPIC);
    if (isOfRouter && invents.includes("sweep")) return { type: "result", result: [inventedSweep(given, place)] };
    if (!isOfRouter && invents.includes("deposit")) return { type: "result", result: [inventedDeposit(given, place)] };
    return null;
  });
}

const stored = async (server: TestServer, table: "deposits" | "transfers") =>
  (await server.sql(`select from ${table}`)).length;

describe("an invented sweep", () => {
  test.each<[string, Case]>([
    ["of a small payment is not believed without a deposit", { from: 1_000n, invents: ["sweep"] }],
    ["of a large payment is not believed with an invented deposit", { from: 10n, invents: ["deposit", "sweep"] }],
  ])("%s; the real ones are", async (_, { from, invents }) => {
    const server = await startServer({
      place: chain,
      chain: { rpcUrls: [chain.proxy.url, second.url], secondSourceFrom: from },
      bendsBooks: "invented events remain",
    });
    await watcherHasBegun(server);
    const paymentId = await createPayment(server);
    const given = await giveAddress(server, paymentId);
    await lie(server, given, invents);
    await expect.poll(() => stored(server, "transfers"), { timeout: 20_000 }).toBe(1);
    await expect.poll(() => stored(server, "deposits")).toBe(invents.includes("deposit") ? 1 : 0);
    await chain.mine(3);
    await watcherIsAtHead(server);
    expect(["requires_action", "processing"]).toContain(await statusOf(server, paymentId));
    expect(await server.sql("select from transfers where state = 'credited'")).toEqual([]);

    chain.proxy.misbehave(() => null);
    await transfer(server, { to: given.address, amount: given.terms.amount });
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
    expect(await server.balance(server.deployment.usdc, server.destination)).toBe(given.terms.amount - given.terms.fee);
    await server.stop();
  });
});

describe("an invented deposit", () => {
  test("does not keep its payment in processing: it fails once its deadline has passed, and nothing is paid", async () => {
    const server = await startServer({
      place: chain,
      chain: { rpcUrls: [chain.proxy.url, second.url] },
      bendsBooks: "the invented deposit remains",
    });
    await watcherHasBegun(server);
    const paymentId = await createPayment(server);
    const given = await giveAddress(server, paymentId, { deadlineS: (await chain.nowS()) + DEADLINE_S });
    await lie(server, given, ["deposit"]);
    await expect.poll(() => statusOf(server, paymentId), { timeout: 20_000 }).toBe("processing");
    chain.proxy.misbehave(() => null);
    await expect.poll(() => statusOf(server, paymentId), { timeout: 90_000 }).toBe("failed");
    expect(await server.balance(server.deployment.usdc, server.destination)).toBe(0n);
    await server.stop();
  }, 150_000);
});
