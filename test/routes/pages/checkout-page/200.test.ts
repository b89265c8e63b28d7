import { expect, test } from "vitest";
import { parsePaymentLink } from "../../../../src/client/index.ts";
import { BASELINE_SOURCE } from "../../../../src/pages/baseline.ts";
import type { CheckoutData } from "../../../../src/pages/checkout/data.ts";
import { WALLET_APPS } from "../../../../src/pages/checkout/wallet-apps.ts";
import { expire, gateway, givenCancelledPayment, givenPayment, givenSucceededPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();
const page = (path: string, headers: Record<string, string> = {}) =>
  server().call<string>({ path, headers: { "api-key": null, "merchant-id": null, ...headers } });
const pageOf = async (given: Promise<string>) => (await page(`/${await given}`)).body;

/** The visible text of the page. */
const textOf = (html: string): string =>
  html
    .replace(/<(script|svg|noscript)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/[\s\u00a0]+/g, " ");
const dataOf = (html: string): CheckoutData =>
  JSON.parse(/<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(html)?.[1] ?? "");

const CHECKOUT = { successUrl: "https://shop.example/ok?order=1&sig=a%2Fb#done", errorUrl: "https://shop.example/no" };

test("shows merchant, amount, reference and link, and escapes the merchant's name", async () => {
  await server().sql("update merchants set name = $2 where id = $1", [
    server().merchantId,
    `</script><b>Tea & "Co"</b>`,
  ]);
  const paymentId = await givenPayment(server(), { amount: { unit: "iso4217/USD", value: "123450" } });
  const { status, body } = await page(`/${paymentId}`);
  await server().sql("update merchants set name = 'Test shop' where id = $1", [server().merchantId]);
  expect(status).toBe(200);
  expect(body).toContain("&lt;/script&gt;&lt;b&gt;Tea &amp; &quot;Co&quot;&lt;/b&gt;");
  expect(body).not.toContain("<b>");
  expect(body.match(/<\/script>/g)).toHaveLength(3); // the closing tags of the check, the program and the data
  expect(dataOf(body)).toMatchObject({
    paymentId,
    status: "requires_action",
    merchantName: `</script><b>Tea & "Co"</b>`,
  });
  expect(textOf(body)).toContain("$1,234.50");
  expect(textOf(body)).toContain("Reference order-1");
  expect(textOf(body)).toMatch(/You can pay with USDC .*on Local chain/);
  expect(body).toContain(`/${paymentId}</code>`);
});

test("its headers allow only its own resources and forbid caching and framing", async () => {
  const { headers } = await page(`/${await givenPayment(server())}`);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-language": "en",
    vary: "Accept-Language, Accept-Encoding",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy":
      `default-src 'none'; script-src 'self' ${BASELINE_SOURCE}; style-src 'self'; connect-src 'self'; ` +
      "img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  });
});

test("every URL in it points to this server, or hands the link to a wallet app", async () => {
  const body = await pageOf(givenPayment(server(), { checkout: CHECKOUT }));
  const named = [...body.matchAll(/(?:src|href|action)="([^"]*)"/g)].map(([, url]) => url ?? "");
  expect(named.length).toBeGreaterThan(5);
  const { link } = dataOf(body);
  const apps = WALLET_APPS.map(({ linkTo }) => linkTo(link).replaceAll("&", "&amp;"));
  expect(named.filter((url) => !/^(\/(?!\/)|\?|wc:\?pay=)/.test(url) && !apps.includes(url))).toEqual([]);
});

test("the query form shows the same, and HEAD matches GET", async () => {
  const paymentId = await givenPayment(server());
  const withoutTime = async (path: string) => (await page(path)).body.replace(/"nowMs":\d+/, "");
  expect(await withoutTime(`/?pid=${paymentId}`)).toBe(await withoutTime(`/${paymentId}`));
  for (const path of [`/${paymentId}`, `/?pid=${paymentId}`]) {
    const answer = await fetch(server().baseUrl + path, { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  }
});

test("its links are payment links that turnpike/client can parse, as text and as a wallet's URI", async () => {
  const paymentId = await givenPayment(server());
  const body = await pageOf(Promise.resolve(paymentId));
  const { link, payLinkHosts } = dataOf(body);
  const [, uri = ""] = /href="(wc:[^"]+)"/.exec(body) ?? [];
  for (const text of [link, uri]) expect(parsePaymentLink(text, { payLinkHosts })).toEqual({ paymentId });
});

test("its token authenticates gateway calls for this payment only", async () => {
  const paymentId = await givenPayment(server());
  const { pageToken } = dataOf(await pageOf(Promise.resolve(paymentId)));
  const headers = { "api-key": pageToken };
  expect((await gateway(server(), paymentId, "/status", { headers })).body.status).toBe("requires_action");
  expect((await gateway(server(), await givenPayment(server()), "/status", { headers })).status).toBe(403);
});

test("a paid payment shows what paid it, without a link, a form or a reload", async () => {
  const body = await pageOf(givenSucceededPayment(server()));
  expect(textOf(body)).toContain("You have paid $1.00 to Test shop .");
  expect(textOf(body)).toMatch(
    /Date .* UTC Paid with 1\.00 USDC From account 0x[0-9a-fA-F]{40} Copy Network Local chain Transaction 0x[0-9a-f]{64} /,
  );
  expect(body).not.toMatch(/id="link"|http-equiv="refresh"|<form|id="wallet"/);
});

test.each([
  [
    "succeeded",
    () => givenSucceededPayment(server(), { checkout: CHECKOUT }),
    "ok?order=1&sig=a%2Fb&payment_id=ID&status=succeeded#done",
  ],
  ["cancelled", () => givenCancelledPayment(server(), { checkout: CHECKOUT }), "no?payment_id=ID&status=cancelled"],
  ["expired", () => givenJustExpired({ checkout: CHECKOUT }), "no?payment_id=ID&status=expired"],
])("%s: leads back to the merchant with the payment and its status", async (status, given, expected) => {
  const paymentId = await given();
  const body = await pageOf(Promise.resolve(paymentId));
  const url = `https://shop.example/${expected.replace("ID", paymentId)}`;
  expect(dataOf(body)).toMatchObject({ status, redirectUrl: url });
  expect(body).toContain(`href="${url.replaceAll("&", "&amp;")}"`);
  await server().sql("update payments set last_updated_at = now() - interval '1 hour' where id = $1", [paymentId]);
  expect(dataOf(await pageOf(Promise.resolve(paymentId))).redirectUrl).toBeNull();
});

test("expired and cancelled payments tell the buyer what to do next", async () => {
  expect(textOf(await pageOf(givenJustExpired()))).toContain("Ask Test shop for a new payment link.");
  expect(textOf(await pageOf(givenCancelledPayment(server())))).toContain("You cancelled it, and nothing was paid.");
  const paymentId = await givenPayment(server());
  await server().call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  expect(textOf(await pageOf(Promise.resolve(paymentId)))).toContain("Test shop cancelled it, and nothing was paid.");
});

async function givenJustExpired(changes: object = {}): Promise<string> {
  const paymentId = await givenPayment(server(), changes);
  await expire(server(), paymentId);
  return paymentId;
}

test.each([
  ["?lang=de", "en", "de", "Zahlung an"],
  ["", "de-CH,de;q=0.9,en;q=0.8", "de", "Zahlung an"],
  ["", "fr,es;q=0.5", "es", "Pago a"],
  ["", "zh-Hant-TW", "zh", "付款"],
  ["", "ar-EG", "ar", "الدفع إلى"],
  ["?lang=xx", "fr", "en", "Pay"],
])("%s with Accept-Language %s is in %s", async (query, accepted, language, words) => {
  const { body, headers } = await page(`/${await givenPayment(server())}${query}`, { "accept-language": accepted });
  expect(headers.get("content-language")).toBe(language);
  expect(body).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
  expect(textOf(body)).toContain(words);
});
