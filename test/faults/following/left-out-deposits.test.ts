// A node that leaves out transfers cannot make a paid payment expire, nor a swept one wait for ever: what lies on the
// address is compared with the books.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { giveAddress, transfer } from "../../harness/chain/deposit-addresses.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { watcherIsAtHead } from "../payments/confirmed.ts";

/** Enough to send and to be mined on a busy machine. */
const LIFETIME_S = 8;

let chain: OwnChain;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());
afterEach(() => chain.proxy.misbehave(() => null));

const serve = (): Promise<TestServer> =>
  startServer({ place: chain, role: "api", chain: { rpcUrls: [chain.proxy.url] } });

interface Filter {
  readonly blockHash?: string;
  readonly topics: readonly unknown[];
}

const isOfTransfers = ({ topics }: Filter): boolean => topics.length === 3;

/** The node leaves out transfers of the requests that this selects. */
function hide(isHidden: (filter: Filter) => boolean): void {
  chain.proxy.misbehave(({ method, params }) => {
    if (method !== "eth_getLogs") return null;
    const filter = params[0] as Filter;
    return isOfTransfers(filter) && isHidden(filter) ? { type: "result", result: [] } : null;
  });
}

test.each<[string, (isOver: () => boolean) => (filter: Filter) => boolean]>([
  ["until the payment's expiry", (isOver) => () => !isOver()],
  [
    "until then, and from ranges for ever",
    (isOver) =>
      ({ blockHash }) =>
        blockHash === undefined || !isOver(),
  ],
])("a deposit that a node leaves out %s pays in time", async (_, hidden) => {
  const server = await serve();
  let isOver = false;
  hide(hidden(() => isOver));
  const worker = await startOn(server.installation, "worker");
  const expiresAt = Math.max(Math.floor(Date.now() / 1_000), await chain.nowS()) + LIFETIME_S;
  const paymentId = await createPayment(server, { expiresAt });
  const { address, terms } = await giveAddress(server, paymentId);
  const hash = await transfer(server, { to: address, amount: terms.amount });
  const { blockNumber } = await server.client.waitForTransactionReceipt({ hash });
  expect(Number((await server.client.getBlock({ blockNumber })).timestamp)).toBeLessThan(expiresAt);
  await expect.poll(() => chain.nowS(), { timeout: 30_000 }).toBeGreaterThan(expiresAt);
  await watcherIsAtHead(server);
  expect(await server.sql("select from deposits")).toEqual([]);
  isOver = true;
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  await server.stop();
  await worker.stop();
});

test("an address on which nothing lies lets its payment expire", async () => {
  const server = await serve();
  const worker = await startOn(server.installation, "worker");
  const expiresAt = Math.floor(Date.now() / 1_000) + 3;
  const paymentId = await createPayment(server, { expiresAt });
  await giveAddress(server, paymentId);
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "expired" });
  await server.stop();
  await worker.stop();
});
