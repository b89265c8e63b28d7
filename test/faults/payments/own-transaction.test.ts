// Faults between a buyer's own transaction and the chain. Wallets may report any hash; only the router's event with the
// exact terms counts, and no payment fails before that is certain.
import { type Hex, parseGwei } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import { paidEvents } from "../../harness/books.ts";
import {
  buyerWith,
  confirmResults,
  execute,
  fetchActions,
  onlyOption,
  startServerWithCoin,
  toSend,
  type WireAction,
} from "../../harness/chain/methods.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { optionOf } from "../../harness/chain/rival.ts";
import { createPayment, untilFinal, type WireOption } from "../../harness/chain/wallet.ts";
import { type Buyer, startOn, type TestServer } from "../../harness/server/server.ts";
import { relayStateOf, statusOf, transfers, watcherHasBegun, watcherIsAtHead } from "./confirmed.ts";

const GRACE_S = 10;
const DEPTH = 2;
const LIFETIME_S = 60;
const NOWHERE: Hex = `0x${"ab".repeat(32)}`;

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await serve("all");
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});
afterEach(async () => {
  chain.proxy.misbehave(() => null);
  await chain.resumeMining();
});

const serve = (role: "all" | "api"): Promise<TestServer> =>
  startServerWithCoin({
    place: chain,
    role,
    chain: {
      rpcUrls: [chain.proxy.url],
      inclusionGraceS: GRACE_S,
      confirmations: [{ fromStandardUnits: 0n, blocks: DEPTH }],
    },
  });

interface Ready {
  readonly paymentId: string;
  readonly buyer: Buyer;
  readonly option: WireOption;
  readonly pay: WireAction;
}

/** Up to the point where the wallet sends, by the chain's clock, which runs ahead of ours after the first test. */
async function ready(at: TestServer = server): Promise<Ready> {
  const buyer = await buyerWith(at, { coin: "1000" });
  const paymentId = await createPayment(at, { expiresAt: (await chain.nowS()) + LIFETIME_S });
  const option = await onlyOption(at, paymentId, buyer);
  const [pay] = await fetchActions(at, paymentId, option);
  if (!pay) throw new Error("an action was expected");
  return { paymentId, buyer, option, pay };
}

/** The gas is explicit, so the wallet does not simulate first; tips distinguish two transactions with one nonce. */
const send = ({ buyer, pay }: Ready, tipGwei = "2"): Promise<Hex> => {
  const action = { ...pay, data: { ...pay.data, params: [{ ...toSend(pay), gas: "0x493e0" }] } };
  const tip = parseGwei(tipGwei);
  return execute(chain, buyer, action, { nonce: 0, maxFeePerGas: tip * 10n, maxPriorityFeePerGas: tip });
};

const ACCEPTED = { status: 200, body: { status: "processing" } };

const exceptionsOf = (at: TestServer, paymentId: string) =>
  at.sql("select kind from exceptions where payment_id = $1", [paymentId]);

describe("a transaction that is sped up", () => {
  test.each(["old", "new"] as const)("pays by the mined one when the wallet reports the %s one", async (named) => {
    const one = await ready();
    await chain.stopMining();
    const slow = await send(one);
    const fast = await send(one, "20");
    expect(await confirmResults(server, one.paymentId, one.option, [named === "old" ? slow : fast])).toMatchObject(
      ACCEPTED,
    );
    await chain.mine(DEPTH);
    expect((await untilFinal(server, one.paymentId)).info?.txId).toBe(fast);
  });
});

describe("a transaction that is not found", () => {
  test("keeps its payment waiting until no block can include it, and only then fails it", async () => {
    const one = await ready();
    expect(await confirmResults(server, one.paymentId, one.option, [NOWHERE])).toMatchObject(ACCEPTED);
    await chain.stopMining();
    const { deadlineS } = optionOf(server, one).terms;
    for (let afterS = -2; afterS < DEPTH - 1; afterS++) {
      await chain.mineAt(deadlineS + afterS);
      await watcherIsAtHead(server);
      expect(await statusOf(server, one.paymentId)).toBe("processing");
    }
    await chain.mine();
    expect(await untilFinal(server, one.paymentId)).toMatchObject({ status: "failed" });
    expect(await paidEvents(server, [paymentKey(one.paymentId)])).toEqual([]);
    expect(await relayStateOf(server, one.paymentId)).toBe("closed");
  });

  test("because the chain is silent is accepted, and pays once it is seen", async () => {
    const one = await ready();
    const hash = await send(one);
    chain.proxy.misbehave(({ method }) => (method === "eth_getTransactionReceipt" ? { type: "hang_up" } : null));
    expect(await confirmResults(server, one.paymentId, one.option, [hash])).toMatchObject(ACCEPTED);
    expect((await untilFinal(server, one.paymentId)).info?.txId).toBe(hash);
  });
});

describe("a wallet that never returns after sending", () => {
  test("has paid even if the watcher was down", async () => {
    const away = await serve("api");
    const worker = await startOn(away.installation, "worker");
    await watcherHasBegun(away);
    await worker.stop();
    const one = await ready(away);
    const hash = await send(one);
    await chain.mine(DEPTH);
    const back = await startOn(away.installation, "worker");
    expect((await untilFinal(away, one.paymentId)).info?.txId).toBe(hash);
    expect(
      await away.sql("select type from payment_events where payment_id = $1 order by id", [one.paymentId]),
    ).toEqual(["created", "confirmed", "paid"].map((type) => ({ type })));
    await away.stop();
    await back.stop();
  });

  test("has paid once a reorged transaction is mined again", async () => {
    const one = await ready();
    await chain.mine(2);
    await chain.stopMining();
    const hash = await send(one);
    await chain.mine();
    await expect.poll(() => statusOf(server, one.paymentId)).toBe("processing");
    await chain.reorganise(1);
    await watcherIsAtHead(server);
    expect(await statusOf(server, one.paymentId)).toBe("processing");
    await send(one, "20");
    await chain.mine(DEPTH);
    const final = await untilFinal(server, one.paymentId);
    expect(final.status).toBe("succeeded");
    expect(final.info?.txId).not.toBe(hash);
  });

  test("has its transfer reported as late if the payment was cancelled or has expired", async () => {
    const cancelled = await ready();
    const expired = await ready();
    await chain.stopMining();
    await send(cancelled);
    await send(expired);
    await server.call({ method: "POST", path: `/v1/payments/${cancelled.paymentId}/cancel` });
    await server.sql("update payments set expires_at = now() - interval '1 second' where id = $1", [expired.paymentId]);
    await expect.poll(() => statusOf(server, expired.paymentId)).toBe("expired");
    await chain.mine(DEPTH);
    for (const { paymentId } of [cancelled, expired]) {
      await expect.poll(() => exceptionsOf(server, paymentId), { timeout: 20_000 }).toEqual([{ kind: "late" }]);
    }
    expect(await statusOf(server, cancelled.paymentId)).toBe("cancelled");
    expect(await statusOf(server, expired.paymentId)).toBe("expired");
  });
});

describe("a buyer's own transaction that a reorg removes", () => {
  test("after the payment succeeded is reported, not resent, and resolved once it is mined again", async () => {
    const one = await ready();
    await chain.mine(2);
    await chain.stopMining();
    const hash = await send(one);
    const raw = await server.client.request({ method: "eth_getRawTransactionByHash", params: [hash] } as never);
    await chain.mine(DEPTH);
    expect(await confirmResults(server, one.paymentId, one.option, [hash])).toMatchObject({ status: 200 });
    expect(await untilFinal(server, one.paymentId)).toMatchObject({ status: "succeeded" });
    await chain.reorganise(DEPTH);
    await expect.poll(() => exceptionsOf(server, one.paymentId), { timeout: 20_000 }).toEqual([{ kind: "reorged" }]);
    expect(await relayStateOf(server, one.paymentId)).toBe("external");
    expect(await server.sql("select from relay_batches")).toEqual([]);
    await server.client.sendRawTransaction({ serializedTransaction: raw });
    await chain.mine(DEPTH);
    await expect.poll(() => relayStateOf(server, one.paymentId), { timeout: 20_000 }).toBe("closed");
    expect(await transfers(server)).not.toContainEqual(expect.objectContaining({ back: false }));
    expect(await statusOf(server, one.paymentId)).toBe("succeeded");
  });
});
