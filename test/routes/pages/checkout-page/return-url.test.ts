// The page in an app's web view: its address names where the buyer returns, and how wallets are opened.
import { beforeAll, describe, expect, test } from "vitest";
import { allowedReturnUrl, parseReturnTarget } from "../../../../src/payment/return-url.ts";
import { givenCancelledPayment, givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const APP = "shop-app://paid?order=7";
const CHECKOUT = { successUrl: "https://shop.example/ok", errorUrl: "https://shop.example/no" };

beforeAll(() => server().store.partners.setReturnTargets(server().partnerId, ["shop-app:", "https://shop.example"]));

const pageOf = async (paymentId: string, query: Readonly<Record<string, string>>) =>
  (await server().call<string>({ path: `/${paymentId}?${new URLSearchParams(query)}` })).body;
/** The targets to which the page's button and its script return the buyer. */
const backOf = (html: string) => [
  /<div id="back"><a class="button" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? null,
  JSON.parse(/<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(html)?.[1] ?? "").redirectUrl,
];

test("returnUrl replaces the payment's own URLs, with the payment and its status", async () => {
  const paymentId = await givenCancelledPayment(server(), { checkout: CHECKOUT });
  const added = `payment_id=${paymentId}&status=cancelled`;
  const own = `https://shop.example/no?${added}`;
  expect(backOf(await pageOf(paymentId, {}))).toEqual([own, own]);
  for (const [returnUrl, back] of [
    [APP, `${APP}&${added}`],
    ["shop-app://", `shop-app://?${added}`],
    ["https://shop.example/app", `https://shop.example/app?${added}`],
  ]) {
    expect(backOf(await pageOf(paymentId, { returnUrl: returnUrl ?? "" }))).toEqual([back, back]);
  }
});

test("a returnUrl that the partner does not allow is ignored", async () => {
  const paymentId = await givenCancelledPayment(server());
  for (const returnUrl of ["other-app://", "https://evil.example/", "javascript:alert(1)", "", "shop-app"]) {
    expect(backOf(await pageOf(paymentId, { returnUrl }))).toEqual([null, null]);
  }
  const twice = await server().call<string>({ path: `/${paymentId}?returnUrl=${APP}&returnUrl=${APP}` });
  expect(backOf(twice.body)).toEqual([null, null]);
});

test("preferUniversalLinks opens wallets by https, with their URI in uri", async () => {
  const paymentId = await givenPayment(server());
  // The last link: the wallets before it have universal links in any case.
  const linkIn = (html: string) =>
    [...html.matchAll(/<a class="button plain" href="([^"]*)"/g)].at(-1)?.[1]?.replaceAll("&amp;", "&");
  expect(linkIn(await pageOf(paymentId, {}))).toMatch(/^wc:\?pay=/);
  const link = new URL(linkIn(await pageOf(paymentId, { preferUniversalLinks: "1" })) ?? "");
  expect(link.pathname).toBe(`/${paymentId}`);
  expect(link.searchParams.get("uri")).toMatch(/^wc:\?pay=/);
});

test("the page's language links and its cancel form keep both", async () => {
  const paymentId = await givenPayment(server());
  const html = await pageOf(paymentId, { returnUrl: APP, preferUniversalLinks: "1" });
  const kept = new URLSearchParams({ lang: "de", returnUrl: APP, preferUniversalLinks: "1" });
  expect(html).toContain(`href="/${paymentId}?${kept}"`.replaceAll("&", "&amp;"));
  const form = html.slice(html.indexOf(`action="/${paymentId}/cancel"`));
  const fields = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, ...of]) => of);
  const answer = await fetch(`${server().baseUrl}/${paymentId}/cancel`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields as [string, string][]),
  });
  expect(answer.status).toBe(303);
  const query = new URLSearchParams({ lang: "en", returnUrl: APP, preferUniversalLinks: "1" });
  expect(answer.headers.get("location")).toBe(`/${paymentId}?${query}`);
  expect(backOf(await pageOf(paymentId, Object.fromEntries(query)))[0]).toContain("shop-app://paid?order=7&");
});

describe("targets", () => {
  test.each([
    ["shop-app:", "shop-app:"],
    ["Shop-App://", "shop-app:"],
    ["https://shop.example", "https://shop.example"],
    ["https://shop.example:8443/", "https://shop.example:8443"],
    ["https://shop.example/path", null],
    ["http://shop.example", null],
    ["http:", null],
    ["javascript:", null],
    ["data:", null],
    ["shop app:", null],
    ["shop-app", null],
  ])("%s is %s", (text, target) => expect(parseReturnTarget(text)).toBe(target));

  test.each(["https://u:p@shop.example/", "http://shop.example/", `shop-app://${"x".repeat(2_048)}`, 7, undefined])(
    "%s is not allowed by them",
    (given) => expect(allowedReturnUrl(given, ["shop-app:", "https://shop.example"])).toBeNull(),
  );
});
