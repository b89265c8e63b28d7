// The page of a payment in processing: the known steps of its transaction.
import { expect, test } from "vitest";
import { confirm, signPayment } from "../../../harness/chain/wallet.ts";
import { givenPayment } from "../../given.ts";
import { type RouteServer, serverForFile } from "../../setup.ts";

const EXPLORER = "https://explorer.example";
/** No relayer runs in this file. */
const idle = serverForFile({ role: "api", chain: { explorerUrl: EXPLORER } });
/** The chain never has this many confirmations. */
const deep = serverForFile({
  chain: { confirmations: [{ fromStandardUnits: 0n, blocks: 9_999 }], explorerUrl: EXPLORER },
});

async function givenConfirmed(server: RouteServer): Promise<string> {
  const paymentId = await givenPayment(server);
  expect((await confirm(server, await signPayment(server, paymentId, await server.newBuyer()))).status).toBe(200);
  return paymentId;
}

const pageOf = async (server: RouteServer, paymentId: string) =>
  (await server.call<string>({ path: `/${paymentId}` })).body;

/** Each step's state and text. */
const stepsIn = (page: string) =>
  [...page.matchAll(/<li class="(done|now|next)".*?<span>(.*?)<\/span><\/li>/gs)].map(([, state, words = ""]) => [
    state,
    words
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ]);

test("confirmed but not sent yet: no transaction is shown", async () => {
  const page = await pageOf(idle(), await givenConfirmed(idle()));
  expect(stepsIn(page)).toEqual([
    ["done", "Confirmed in your wallet"],
    ["now", "Sent to Local chain"],
    ["next", "Recorded by Local chain"],
    ["next", "Payment complete"],
  ]);
  expect(page).not.toContain(`${EXPLORER}/tx/`);
  expect(page).not.toMatch(/<form|id="wallet"|id="link"/);
  expect(page).toContain('<noscript><meta http-equiv="refresh" content="15"></noscript>');
});

test("well after the usual time, the page says so and what to do, and no longer that all is set", async () => {
  const paymentId = await givenConfirmed(idle());
  const ago = (seconds: number) =>
    idle().sql("update confirmations set confirmed_at = now() - make_interval(secs => $2) where payment_id = $1", [
      paymentId,
      seconds,
    ]);
  await ago(15);
  expect(await pageOf(idle(), paymentId)).toContain('<h1 id="outcome">Your payment is on its way</h1>');
  await ago(90);
  const page = await pageOf(idle(), paymentId);
  expect(page).toContain('<h1 id="outcome">Your payment is taking longer than usual</h1>');
  expect(page).toMatch(/Don&#39;t pay a second time\..*ask <bdi>Test shop<\/bdi> and name the reference/);
  expect(page).not.toContain("You are all set");
});

test("a payment that was confirmed and then failed shows what was chosen, not that it was paid", async () => {
  const paymentId = await givenConfirmed(idle());
  const atBlock = await idle().client.getBlock();
  await idle().store.unpaid.giveUp(paymentId, { authorization: "unused", atBlock });
  const page = await pageOf(idle(), paymentId);
  expect(page).toContain("Nothing was paid.");
  expect(page).toMatch(/<dt>You chose<\/dt><dd><bdi class="whole" title="1\.00 USDC">1\.00\s+USDC<\/bdi>/);
  expect(page).not.toContain("Paid with");
});

test("in a block: shows its transaction, and its blocks so far of those required", async () => {
  const paymentId = await givenConfirmed(deep());
  await expect.poll(async () => stepsIn(await pageOf(deep(), paymentId))[2]?.[0]).toBe("done");
  const page = await pageOf(deep(), paymentId);
  expect(stepsIn(page)[2]?.[1]).toMatch(/^Recorded by Local chain [1-9][0-9]* of 9,999 confirmations$/);
  const [, hash = ""] = /href="https:\/\/explorer\.example\/tx\/(0x[0-9a-f]{64})"/.exec(page) ?? [];
  const receipt = await deep().client.getTransactionReceipt({ hash: hash as `0x${string}` });
  expect(receipt.status).toBe("success");
  expect(await deep().store.progress.find(paymentId)).toMatchObject({ txHash: hash, required: 9_999 });
});

test("an unconfirmed payment shows no progress", async () => {
  expect(await idle().store.progress.find(await givenPayment(idle()))).toBeNull();
});
