// turnpike rebuild on a database that lacks a payment of each chain, while a node fails.
import { expect, onTestFinished, test } from "vitest";
import { startRpcProxy } from "../../harness/chain/rpc-proxy.ts";
import { newAddress } from "../../harness/server/server.ts";
import { SECOND, startTwoChains } from "../chains/two-chains.ts";
import { json, turnpike } from "../turnpike.ts";

interface Listed {
  readonly chains: readonly { readonly chain: string; readonly from: number; readonly unknown: readonly object[] }[];
}

/** An installation whose database is from before its payments. Its first chain's node is the proxy. */
async function restored() {
  const { server, settingsOf, stopFollowing, stop } = await startTwoChains();
  onTestFinished(stop);
  await stopFollowing();
  await server.sql(`
    set local session_replication_role = replica;
    delete from confirmations; delete from transfers; delete from relay_transactions; delete from relay_batches;
    delete from payment_events; delete from payments;
    delete from chain_blocks b where number > (select min(number) from chain_blocks where chain = b.chain)`);
  const [first, second] = server.installation.chains;
  if (!first || !second) throw new Error("the server has no two chains");
  const proxy = await startRpcProxy(first.rpcUrls[0] ?? "");
  onTestFinished(() => proxy.close());
  // With another fee receiver, only the transactions' senders say that the transfers are ours.
  const changed = { feeReceiver: newAddress() };
  const settings = await settingsOf([
    { ...first, ...changed, rpcUrls: [proxy.url] },
    { ...second, ...changed },
  ]);
  return { server, settings, proxy };
}

test("a run that a node interrupts shows the other chains, and finds everything when it runs again", async () => {
  const { server, settings, proxy } = await restored();
  const first = server.caip2;
  const listed = async (...words: readonly string[]) => {
    const { chains } = await json<Listed>(["rebuild", ...words], settings);
    return chains.map(({ chain, unknown }) => [chain, unknown.length]);
  };
  proxy.misbehave(({ method }) =>
    method === "eth_getTransactionByHash" ? { type: "error", code: -32603, message: "internal error" } : null,
  );
  const failed = await turnpike(["rebuild"], settings);
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(new RegExp(`^${SECOND} .*\n {2}1 transfer of payments that are missing, .*\n.*\n$`)),
  });
  const [, again] = failed.stderr.match(/Run again: turnpike (rebuild .*)\n/) ?? [];
  expect(again).toMatch(new RegExp(`^rebuild --chain ${first} --from-block \\d+$`));
  proxy.misbehave(() => null);
  expect(await listed()).toEqual([
    [first, 1],
    [SECOND, 0],
  ]);
  // Now that the chain is followed, only the command of the message finds it.
  expect(await listed()).toEqual([
    [first, 0],
    [SECOND, 0],
  ]);
  expect(await listed(...(again ?? "").split(" ").slice(1))).toEqual([[first, 1]]);
  expect(await server.sql("select chain from unknown_transfers order by chain")).toEqual([
    { chain: first },
    { chain: SECOND },
  ]);
});
