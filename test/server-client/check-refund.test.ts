// A back end signs nothing that is not the refund it asked for. Each lie changes one thing in a real response.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Refund } from "../../src/server-client/index.ts";
import { buyerFor } from "../client/payers.ts";
import { startServerWithCoin } from "../harness/chain/methods.ts";
import { clientOf, paidIn, turnpikeOf } from "../harness/chain/refund-signers.ts";
import type { TestServer } from "../harness/server/server.ts";

const WAYS = ["EIP-3009", "Permit2 with its approval", "plain ERC-20", "coin"];
const EVIL = "0x00000000000000000000000000000000DeaDBeef";

let server: TestServer;
const refunds = new Map<string, Refund>();
beforeAll(async () => {
  server = await startServerWithCoin();
  for (const way of WAYS) {
    const { paymentId } = await paidIn(server, way);
    refunds.set(way, await turnpikeOf(server).refunds.create({ paymentId, reason: "Returned" }));
  }
}, 120_000);
afterAll(() => server.stop());

function refundBy(way: string): Refund {
  const refund = refunds.get(way);
  if (!refund) throw new Error("no such refund");
  return refund;
}

/** A wallet that may not be asked for what the lie is about. */
async function signed(way: string, path: string, change: (text: string) => string, refund: string | Refund) {
  const asked: string[] = [];
  const lying: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (!String(url).includes(path)) return response;
    return new Response(change(await response.text()), response);
  };
  const wallet = clientOf(server, await buyerFor(server, way));
  const watched = {
    ...wallet,
    signTypedData: async () => void asked.push("sign") as never,
    sendTransaction: async () => void asked.push("send") as never,
  };
  const attempt = turnpikeOf(server, { fetch: lying }).refunds.sign(refund, watched);
  await expect(attempt).rejects.toMatchObject({ reason: "not_what_was_chosen" });
  expect(asked).toEqual([]);
}

const inTypedData = (name: string, value: string) => (text: string) =>
  text.replace(new RegExp(`(\\\\"${name}\\\\":\\\\")0x[0-9a-fA-F]+`), `$1${value}`);
/** @param index of the word of the call `pay` */
const inCall = (index: number, value: string) => (text: string) =>
  text.replace(new RegExp(`(0xf11edab2[0-9a-f]{${64 * index}})[0-9a-f]{64}`), `$1${value.padStart(64, "0")}`);
const evil = EVIL.slice(2).toLowerCase();

describe("nothing is signed or sent", () => {
  test.each<[way: string, lie: string, (text: string) => string]>([
    ["EIP-3009", "terms with another receiver, fee or payment", inTypedData("nonce", `0x${"1".repeat(64)}`)],
    ["EIP-3009", "another deadline than in the terms", inTypedData("validBefore", "0x70000000")],
    ["Permit2 with its approval", "other terms", inTypedData("nonce", `0x${"1".repeat(64)}`)],
    ["Permit2 with its approval", "another receiver", inTypedData("destination", EVIL)],
    ["Permit2 with its approval", "a fee", inTypedData("fee", "0x1")],
    ["plain ERC-20", "another receiver", inCall(0, evil)],
    ["plain ERC-20", "another payment", inCall(1, "1")],
    ["plain ERC-20", "a fee", inCall(4, "1")],
    ["coin", "another receiver", inCall(0, evil)],
    ["coin", "another payment", inCall(1, "1")],
    ["coin", "a fee", inCall(4, "1")],
    ["coin", "a receiver of fees", inCall(7, evil)],
  ])("by %s: %s", async (way, _, change) => {
    const changed = (text: string) => {
      expect(change(text)).not.toBe(text);
      return change(text);
    };
    await signed(way, "/fetch", changed, refundBy(way).refundId);
  });

  test("an option with another amount", async () => {
    const { refundId } = refundBy("EIP-3009");
    await signed("EIP-3009", "/options", (text) => text.replace('"value":"10000000"', '"value":"9000000"'), refundId);
  });

  test("a refund that pays somebody else than when it was checked, or another amount", async () => {
    const refund = refundBy("EIP-3009");
    const same = (text: string) => text;
    await signed("EIP-3009", "/fetch", same, { ...refund, to: `${server.caip2}:${EVIL}` });
    await signed("EIP-3009", "/fetch", same, { ...refund, amount: { ...refund.amount, value: "9999999" } });
    await signed("EIP-3009", "/fetch", same, { ...refund, gatewayPaymentId: refundBy("coin").gatewayPaymentId });
  });

  test("the lies aside, the same refunds are signed", async () => {
    for (const [way, refund] of refunds) {
      const wallet = clientOf(server, await buyerFor(server, way));
      expect((await turnpikeOf(server).refunds.sign(refund, wallet)).status).toBe("succeeded");
    }
  });
});
