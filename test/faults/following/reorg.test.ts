// Reorgs: payments that are not deep enough wait again; succeeded ones stay succeeded, are reported as exceptions and
// are paid again.
import { encodeFunctionData, erc20Abi } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import type { Service } from "../../../src/service/main.ts";
import { paidEvents } from "../../harness/books.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { payAsRival, sendAsRival } from "../../harness/chain/rival.ts";
import { createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { type ServerOptions, startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import {
  confirmExcluded,
  confirmedPayment,
  inPool,
  sentForms,
  statusOf,
  transfers,
  watcherHasBegun,
} from "../payments/confirmed.ts";

let chain: OwnChain;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());
afterEach(() => chain.resumeMining());

const serve = (blocks: number, role: ServerOptions["role"] = "all"): Promise<TestServer> =>
  startServer({
    place: chain,
    role,
    chain: { rpcUrls: [chain.proxy.url], confirmations: [{ fromStandardUnits: 0n, blocks }] },
  });

describe("a reorg before the payment is deep enough", () => {
  test("silently returns it to waiting until its transfer is mined again", async () => {
    const server = await serve(3);
    await chain.stopMining();
    const { paymentId } = await confirmedPayment(server);
    const { raw } = await inPool(server);
    await chain.mine();
    await expect.poll(() => transfers(server)).toEqual([{ state: "seen", back: true }]);
    await chain.reorganise(1);
    await expect.poll(() => transfers(server)).toEqual([]);
    expect(await statusOf(server, paymentId)).toBe("processing");

    await inPool(server); // resent automatically
    await chain.resumeMining();
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
    expect((await sentForms(server)).map((sent) => sent.raw)).toEqual([raw]);
    expect(await server.sql("select from exceptions")).toEqual([]);
    await server.stop();
  });
});

describe("a reorg after the payments succeeded", () => {
  test("keeps the status, reports to the partner, and the same transaction pays again", async () => {
    const server = await serve(1, "api");
    const signed = await Promise.all([confirmedPayment(server), confirmedPayment(server), confirmedPayment(server)]);
    const worker = await startOn(server.installation, "worker"); // so the three form one batch
    for (const { paymentId } of signed)
      expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
    const keys = signed.map(({ paymentId }) => paymentKey(paymentId));
    const before = await paidEvents(server, keys);
    expect(new Set(before.map(({ txHash }) => txHash)).size).toBe(1);

    await chain.stopMining();
    const head = await server.client.getBlockNumber();
    await chain.reorganise(Number(head - (before[0]?.blockNumber ?? head)) + 1);
    await expect.poll(() => transfers(server)).toEqual(signed.map(() => ({ state: "credited", back: false })));
    expect(await server.sql("select kind from exceptions")).toEqual(signed.map(() => ({ kind: "reorged" })));
    expect(await server.balance(server.deployment.usdc, server.destination)).toBe(0n);

    const { raw } = await inPool(server);
    await shiftLogs(server, 3);
    await chain.mine();
    await expect.poll(() => transfers(server)).toEqual(signed.map(() => ({ state: "credited", back: true })));
    const after = await paidEvents(server, keys);
    expect(after.map(({ logIndex }) => logIndex)).toEqual(before.map(({ logIndex }) => logIndex + 3));
    expect((await sentForms(server)).map((sent) => sent.raw)).toEqual([raw]);
    for (const { paymentId } of signed) expect(await statusOf(server, paymentId)).toBe("succeeded");
    const healed = () => server.sql("select kind, resolution, sender from exceptions order by payment_id");
    const buyers = signed
      .toSorted((a, b) => (a.paymentId < b.paymentId ? -1 : 1))
      .map(({ option }) => option.account.split(":").at(-1));
    expect(await healed()).toEqual(buyers.map((sender) => ({ kind: "reorged", resolution: "chain", sender })));
    const types = () =>
      server.sql("select type from payment_events where payment_id = $1 order by id desc limit 3", [
        signed[0]?.paymentId,
      ]);
    expect((await types()).map(({ type }) => type)).toEqual(["resolved", "restored", "exception"]);
    await stopAll(server, worker);
  });

  /** Emits events in other transactions, so the batch's events get other log indexes in the new block. */
  async function shiftLogs(server: TestServer, count: number): Promise<void> {
    const nothing = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [server.destination, 0n] });
    for (let log = 0; log < count; log++) await sendAsRival(server, server.deployment.usdc, nothing);
  }
});

describe("a reorg that removes a transaction sent by someone else", () => {
  test("after the payment succeeded makes the relayer submit it", async () => {
    const server = await serve(1);
    const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
    await chain.mine(2); // the accounts' funding must be older than the reorg
    await chain.stopMining();
    await payAsRival(server, signed);
    await chain.mine();
    expect(await confirmExcluded(server, signed)).toMatchObject({ status: 200 });
    await chain.mine();
    expect(await untilFinal(server, signed.paymentId)).toMatchObject({ status: "succeeded" });
    expect(await server.sql("select from relay_batches")).toEqual([]);
    await chain.reorganise(2);
    await chain.resumeMining();
    await expect.poll(() => server.sql("select payments from relay_batches")).toEqual([{ payments: 1 }]);
    await expect.poll(() => transfers(server)).toEqual([{ state: "credited", back: true }]);
    expect(await statusOf(server, signed.paymentId)).toBe("succeeded");
    await server.stop();
  });
});

describe("a reorg of every known block", () => {
  test("hides no transfer in the replacing blocks", async () => {
    await chain.stopMining();
    const server = await serve(1, "api");
    const buyer = await server.newBuyer();
    await chain.mine(3); // the accounts' funding must be older than the reorg
    const worker = await startOn(server.installation, "worker");
    await watcherHasBegun(server);
    const { paymentId } = await confirmedPayment(server, { buyer });
    const { raw } = await inPool(server);
    await server.sql("delete from chain_blocks where number < (select max(number) from chain_blocks)");
    await chain.reorganise(1, raw);
    await chain.resumeMining();
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
    await stopAll(server, worker);
  });
});

async function stopAll(server: TestServer, worker: Service): Promise<void> {
  try {
    await server.stop();
  } finally {
    await worker.stop();
  }
}
