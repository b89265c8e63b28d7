// What the page of a paid payment tells its buyer of refunds.
import { expect, test } from "vitest";
import type { CheckoutData } from "../../../../src/pages/checkout/data.ts";
import { claimAs, givenRefund, paidBy, paidByDeposit, readRefund, signRefund } from "../../../harness/chain/refunds.ts";
import { createPayment } from "../../../harness/chain/wallet.ts";
import { serverForFile } from "../../setup.ts";
import { pageOf, textOf } from "../page-text.ts";

const server = serverForFile({
  chain: { explorerUrl: "https://explorer.example" },
  bendsBooks: "refunds are ended by statements",
});

const HALF = { amount: { unit: "iso4217/USD", value: "500" } };
const given = async () => paidBy(server(), await server().newBuyer());
const shown = async (paymentId: string, query = "") => textOf(await pageOf(server(), `/${paymentId}${query}`));
const dataOf = (html: string): CheckoutData =>
  JSON.parse(/<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(html)?.[1] ?? "");

test("requested: it is being sent back, to which address, and the page keeps itself up to date", async () => {
  const buyer = await server().newBuyer();
  const paymentId = await paidBy(server(), buyer);
  await givenRefund(server(), paymentId, HALF);
  const page = await pageOf(server(), `/${paymentId}`);
  const text = textOf(page);
  expect(text).toContain("$5.00 is being sent back to you. Test shop still has to sign it.");
  expect(text).toContain(`Amount 5.00 USDC Network Local chain To your address ${buyer.address}`);
  expect(text).not.toContain("marked this payment as refunded");
  expect(page).toContain('<main class="over moving">');
  expect(page).toContain('<noscript><meta http-equiv="refresh" content="15"></noscript>');
  expect(page).not.toContain("<form");
});

test("sent in part, then whole: each with its date and transaction, and the sum", async () => {
  const paymentId = await given();
  const signer = await server().newBuyer(1_000_000_000n);
  const first = await givenRefund(server(), paymentId, HALF);
  await signRefund(server(), first, signer);
  const part = await pageOf(server(), `/${paymentId}`);
  expect(textOf(part)).toMatch(/\$5\.00 was sent back to you on [A-Z][a-z]+ \d+, \d{4}/);
  expect(textOf(part)).toContain("So far, 5.00 of 10.00 USDC went back to you.");
  expect(part).toContain(`https://explorer.example/tx/${(await readRefund(server(), first.refundId)).txId}`);
  expect(part).toContain('<main class="over">');
  const second = await givenRefund(server(), paymentId);
  await signRefund(server(), second, signer);
  const whole = await pageOf(server(), `/${paymentId}`);
  expect(textOf(whole)).toContain("You have got back all that you paid.");
  expect(textOf(whole)).not.toMatch(/So far|marked this payment/);
  for (const { refundId } of [first, second])
    expect(whole).toContain(`https://explorer.example/tx/${(await readRefund(server(), refundId)).txId}`);
  expect(whole).not.toContain('http-equiv="refresh"');
});

test("a cancelled one is not mentioned", async () => {
  const paymentId = await given();
  const { refundId } = await givenRefund(server(), paymentId);
  await server().call({ method: "POST", path: `/v1/refunds/${refundId}/cancel` });
  expect(await shown(paymentId)).not.toMatch(/refund|sent back/i);
});

test("a failed one is told until another follows", async () => {
  const paymentId = await given();
  const { gatewayPaymentId } = await givenRefund(server(), paymentId);
  await server().sql("update payments set status = 'failed' where id = $1", [gatewayPaymentId]);
  expect(await shown(paymentId)).toContain("A refund of $10.00 was not sent. Ask Test shop if you expect it.");
  await givenRefund(server(), paymentId);
  const text = await shown(paymentId);
  expect(text).not.toContain("was not sent");
  expect(text).toContain("$10.00 is being sent back to you.");
});

test("a mark alone is still told as a mark", async () => {
  const paymentId = await given();
  await server().call({ path: "/v1/refunds", body: { paymentId } });
  const text = await shown(paymentId);
  expect(text).toContain("Test shop marked this payment as refunded on");
  expect(text).not.toContain("sent back");
});

test("a page with a refund does not lead back to the shop by itself, and keeps the button", async () => {
  const paymentId = await given();
  await server().sql("update payments set success_url = $2, error_url = $2 where id = $1", [
    paymentId,
    "https://shop.example/thanks",
  ]);
  expect(dataOf(await pageOf(server(), `/${paymentId}`)).redirectUrl).toContain("https://shop.example/thanks");
  await givenRefund(server(), paymentId, HALF);
  const page = await pageOf(server(), `/${paymentId}`);
  expect(dataOf(page).redirectUrl).toBeNull();
  expect(page).toContain('href="https://shop.example/thanks');
});

test("an address that the merchant names for a second person is not shown before that person accepts it", async () => {
  const paymentId = await given();
  const { refundId } = await givenRefund(server(), paymentId);
  const other = await server().newBuyer(0n);
  await server().sql(
    `update refunds set status = 'requires_address', destination = null, claimed = $2, claimed_by = 'usr_1',
            claimed_at = now() where id = $1`,
    [refundId, other.address],
  );
  const text = await shown(paymentId);
  expect(text).toContain("Test shop is still checking the address.");
  expect(text).not.toContain(other.address);
});

test("the page asks a deposit's buyer for an address, shows it while the merchant decides, and asks again", async () => {
  const { paymentId } = await paidByDeposit(server());
  const { refundId } = await givenRefund(server(), paymentId);
  const asked = await pageOf(server(), `/${paymentId}`);
  expect(textOf(asked)).toContain("You get $10.00 back as soon as Test shop has your address.");
  expect(textOf(asked)).toContain("Where should the money go?");
  expect(textOf(asked)).toContain("Your address on Local chain");
  expect(textOf(asked)).toContain("deposit address for USDC on exactly Local chain");
  expect(asked).not.toMatch(/http-equiv="refresh"|moving/); // what is typed is not lost
  const buyer = await server().newBuyer(0n);
  await claimAs(server(), paymentId, buyer.account);
  const waiting = await pageOf(server(), `/${paymentId}`);
  expect(textOf(waiting)).toContain("Test shop has to accept your address first.");
  expect(textOf(waiting)).toContain(`To your address ${buyer.address}`);
  expect(waiting).not.toContain("<form");
  await server().call({ path: `/v1/refunds/${refundId}/reject`, body: { account: buyer.account } });
  expect(await shown(paymentId)).toContain("Where should the money go?");
  const rejected = "Test shop has rejected the address that was entered here.";
  expect(await shown(paymentId)).toContain(rejected);
  expect(await shown(paymentId)).not.toContain(buyer.address);
  expect(textOf(asked)).not.toContain(rejected);
  await claimAs(server(), paymentId, (await server().newBuyer(0n)).account);
  expect(await shown(paymentId)).not.toContain(rejected);
});

test.each([
  ["de", "Sie bekommen 5,00 $ zurück."],
  ["es", "Se le devuelven"],
  ["zh", "正在向您退回"],
  ["ar", "يُعاد إليك"],
])("in %s", async (language, words) => {
  const paymentId = await given();
  await givenRefund(server(), paymentId, HALF);
  expect(await shown(paymentId, `?lang=${language}`)).toContain(words);
});

test("an unpaid payment's page says nothing of refunds", async () => {
  expect(await shown(await createPayment(server()))).not.toMatch(/refund/i);
});
