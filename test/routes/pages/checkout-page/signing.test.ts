// The page of a refund's gateway payment: an account of the merchant signs there.
import { expect, test } from "vitest";
import type { CheckoutData } from "../../../../src/pages/checkout/data.ts";
import { sendTo } from "../../../harness/chain/deposits.ts";
import {
  claimAs,
  givenRefund,
  orphan,
  paidBy,
  paidByDeposit,
  readRefund,
  signRefund,
  type WireRefund,
} from "../../../harness/chain/refunds.ts";
import { confirm, signPayment } from "../../../harness/chain/wallet.ts";
import { expire, gateway, givenPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";
import { pageOf, textOf } from "../page-text.ts";

const server = serverForFile({
  chain: { explorerUrl: "https://explorer.example" },
  bendsBooks: "a transfer is orphaned and refunds are ended by statements",
});

const dataOf = (html: string): CheckoutData =>
  JSON.parse(/<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(html)?.[1] ?? "");
const shown = async ({ gatewayPaymentId }: WireRefund, query = "") => pageOf(server(), `/${gatewayPaymentId}${query}`);
const headingOf = (page: string) => textOf(/<h1.*?<\/h1>/s.exec(page)?.[0] ?? "").trim();

const HALF = { amount: { unit: "iso4217/USD", value: "500" } };

test("says how much goes to which whole address, on which network, and for which order", async () => {
  const buyer = await server().newBuyer();
  const refund = await givenRefund(server(), await paidBy(server(), buyer), HALF);
  const page = await shown(refund);
  const text = textOf(page);
  expect(headingOf(page)).toBe("Refund by Test shop $5.00");
  expect(text).toContain("5.00 USDC on Local chain");
  expect(text).toContain("Part of the payment of $10.00");
  expect(text).toContain(`To the buyer's address ${buyer.address}`);
  expect(text).toContain("Order order 1");
  expect(text).toMatch(
    /Any account of Test shop can sign\. .* there is no fee\. You sign a message\. There is no network fee\./,
  );
  expect(text).toContain("Sign on another device");
  expect(page).toContain(`${refund.refundUrl}</code>`);
  expect(page).toContain('<div id="wallet"></div>');
  expect(dataOf(page).messages.wallet.pay).toBe("Refund {amount}");
});

test("of all that was paid, it says so", async () => {
  const page = await shown(await givenRefund(server(), await paidBy(server(), await server().newBuyer())));
  expect(textOf(page)).toContain("All of the payment");
  expect(headingOf(page)).toBe("Refund by Test shop $10.00");
});

test("it cannot be cancelled, sent to from an exchange, framed or left for the shop", async () => {
  await server().sql("update partners set embed_origins = array['https://shop.example'] where id = $1", [
    server().partnerId,
  ]);
  const refund = await givenRefund(server(), await paidBy(server(), await server().newBuyer()));
  const query = "?embed=https%3A%2F%2Fshop.example&returnUrl=https%3A%2F%2Fshop.example%2Fback";
  const page = await shown(refund, query);
  expect(page).not.toMatch(/<form|id="send"|shop\.example/);
  expect(dataOf(page)).toMatchObject({ redirectUrl: null, embedOrigin: null });
  const { pageToken } = dataOf(page);
  const cancel = await fetch(`${server().baseUrl}/${refund.gatewayPaymentId}/cancel`, {
    method: "POST",
    body: new URLSearchParams({ token: pageToken }),
    redirect: "manual",
  });
  expect(cancel.status).toBe(303);
  expect((await readRefund(server(), refund.refundId)).status).toBe("requires_action");
  const asset = await gateway(server(), refund.gatewayPaymentId, "/deposit", { body: { asset: "x" } });
  expect(asset.status).toBe(400);
});

test("without script it says what to do, and looks again by itself", async () => {
  const page = await shown(await givenRefund(server(), await paidBy(server(), await server().newBuyer())));
  const [, words = ""] = /<noscript>(?!<meta)(.*?)<\/noscript>/s.exec(page) ?? [];
  expect(textOf(words)).toMatch(/To sign with a wallet in this browser, turn on JavaScript\. Otherwise, sign with/);
  expect(page).toContain('<noscript><meta http-equiv="refresh" content="15"></noscript>');
});

test.each([
  ["de", "Erstattung von Test shop", "Auf einem anderen Gerät signieren"],
  ["es", "Reembolso de Test shop", "Firmar en otro dispositivo"],
  ["zh", "Test shop 的退款", "在其他设备上签名"],
  ["ar", "استرداد من Test shop", "وقّع على جهاز آخر"],
])("in %s", async (language, ...words) => {
  const refund = await givenRefund(server(), await paidBy(server(), await server().newBuyer()));
  const text = textOf(await shown(refund, `?lang=${language}`));
  for (const each of words) expect(text).toContain(each);
  expect(text).not.toContain("Refund");
});

test("a deposit's refund waits for the address, then for the merchant, and keeps itself up to date", async () => {
  const { paymentId } = await paidByDeposit(server());
  const refund = await givenRefund(server(), paymentId);
  const waiting = await shown(refund);
  expect(headingOf(waiting)).toBe("The buyer's address is missing");
  expect(textOf(waiting)).toContain("The buyer names it on the page of the payment.");
  expect(waiting).toContain('<main class="over moving">');
  expect(waiting).not.toContain('id="wallet"');
  const buyer = await server().newBuyer(0n);
  await claimAs(server(), paymentId, buyer.account);
  const claimed = await shown(refund);
  expect(textOf(claimed)).toContain("Accept or reject it in the console.");
  expect(claimed).not.toContain(buyer.address.slice(2, 12));
  await server().call({ path: `/v1/refunds/${refund.refundId}/accept`, body: { account: buyer.account } });
  expect(textOf(await shown(refund))).toContain(`To the buyer's address ${buyer.address}`);
});

test("while the payment's own transfer is gone, it is on hold and nothing can be signed", async () => {
  const paymentId = await paidBy(server(), await server().newBuyer());
  const refund = await givenRefund(server(), paymentId);
  await orphan(server(), paymentId);
  const page = await shown(refund);
  expect(headingOf(page)).toBe("This refund is on hold");
  expect(page).toContain('<main class="over moving">');
  expect(page).not.toMatch(/id="wallet"|id="link"/);
});

test("sent: the transaction, and nothing to sign", async () => {
  const buyer = await server().newBuyer();
  const refund = await givenRefund(server(), await paidBy(server(), buyer), HALF);
  expect(await signRefund(server(), refund, await server().newBuyer(1_000_000_000n))).toBe("succeeded");
  const { txId } = await readRefund(server(), refund.refundId);
  const page = await shown(refund);
  expect(headingOf(page)).toBe("Refund sent");
  expect(textOf(page)).toContain("$5.00 went to the buyer.");
  expect(page).toContain(`https://explorer.example/tx/${txId}`);
  expect(page).not.toMatch(/id="wallet"|id="link"|<form/);
});

test("completed by hand: it is sent, although nobody signed it here", async () => {
  const buyer = await server().newBuyer();
  const refund = await givenRefund(server(), await paidBy(server(), buyer));
  const txHash = await sendTo(server(), buyer.address, 10_000_000n);
  const path = `/v1/refunds/${refund.refundId}/transaction`;
  expect((await server().call({ path, body: { txHash } })).status).toBe(200);
  const page = await shown(refund);
  expect(headingOf(page)).toBe("Refund sent");
  expect(page).toContain(`https://explorer.example/tx/${txHash}`);
});

test("cancelled, expired and failed ones say that nothing was sent, and what to do", async () => {
  const given = async () => givenRefund(server(), await paidBy(server(), await server().newBuyer()));
  const cancelled = await given();
  await server().call({ method: "POST", path: `/v1/refunds/${cancelled.refundId}/cancel` });
  expect(headingOf(await shown(cancelled))).toBe("This refund was cancelled");
  const expired = await given();
  await expire(server(), expired.gatewayPaymentId);
  expect(textOf(await shown(expired))).toMatch(/This refund has expired .*nothing was sent\. Request it again\./);
  for (const [failure, words] of [
    ["not_paid", "Check the balance of the account"],
    ["declined_user", "sign with another account"],
  ]) {
    const refund = await given();
    await server().sql("update refunds set status = 'failed', failure = $2 where id = $1", [refund.refundId, failure]);
    expect(textOf(await shown(refund))).toContain(words);
  }
});

test("past its time and not yet expired by the worker, it can no longer be signed", async () => {
  const refund = await givenRefund(server(), await paidBy(server(), await server().newBuyer()));
  await server().sql("update payments set expires_at = now() - interval '1 second' where id = $1", [
    refund.gatewayPaymentId,
  ]);
  expect(headingOf(await shown(refund))).toBe("This refund has expired");
});

test("an ordinary payment's page speaks of no refund", async () => {
  const page = await pageOf(server(), `/${await givenPayment(server())}`);
  expect(textOf(page)).not.toMatch(/refund/i);
});

test("signed: the steps speak of the refund", async () => {
  const idle = await givenRefund(server(), await paidBy(server(), await server().newBuyer()));
  const signer = await server().newBuyer(1_000_000_000n);
  await server().sql("update payments set expires_at = now() + interval '1 hour' where id = $1", [
    idle.gatewayPaymentId,
  ]);
  const signed = await signPayment(server(), idle.gatewayPaymentId, signer);
  const [{ body }, page] = [await confirm(server(), signed), await shown(idle)];
  expect(body.status).toMatch(/processing|succeeded/);
  expect(headingOf(page)).toMatch(/^(The refund is on its way|Refund sent)$/);
});
