// The checkout page's form that asks for a deposit address. Every outcome leads back to the page.
import { expect, test } from "vitest";
import { pageKeys, sealPageToken } from "../../../../src/payment/lists/page-token.ts";
import { askAsBuyer, sentTo, usdcOf, writtenIn } from "../../deposits/given.ts";
import { givenCancelledPayment, givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

const tokenOf = (id: string, nowS = Date.now() / 1000): string =>
  sealPageToken(
    pageKeys(Buffer.from(server().installation.environment.SECRET_KEY ?? "", "hex")),
    { id, expiresAtS: nowS },
    nowS,
  );

/** @returns the status, and the parameters of the page that it leads to */
async function submit(paymentId: string, fields: Record<string, string>) {
  const { status, headers } = await fetch(`${server().baseUrl}/${paymentId}/deposit`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  const place = new URL(headers.get("location") ?? "", server().baseUrl);
  expect([status, place.pathname]).toEqual([303, `/${paymentId}`]);
  return Object.fromEntries(place.searchParams);
}

const pageOf = async (paymentId: string, deposit: string) =>
  (await server().call<string>({ path: `/${paymentId}?${new URLSearchParams({ deposit })}` })).body;

test("the page's token gets the address that the API gives, and the page shows it in groups and as a link", async () => {
  const paymentId = await givenPayment(server());
  const asset = usdcOf(server());
  const shown = { lang: "ar", deposit: asset };
  expect(await submit(paymentId, { token: tokenOf(paymentId), lang: "ar", asset })).toEqual(shown);
  expect(await submit(paymentId, { token: tokenOf(paymentId), lang: "ar", asset })).toEqual(shown);
  const { body } = await askAsBuyer(server(), paymentId);
  const page = await pageOf(paymentId, asset);
  const [, groups = ""] = /<code id="send-address" dir="ltr">(.*?)<\/code>/.exec(page) ?? [];
  expect(groups.match(/<span>.{4,6}<\/span>/g)).toHaveLength(10);
  expect(groups.replaceAll(/<[^>]+>/g, "")).toBe(body.address);
  expect(page).toContain('<code id="send-amount" dir="ltr">1.00</code>');
  await sentTo(server(), body.address, { amount: 250_000n });
  expect(await pageOf(paymentId, asset)).toContain('<code id="send-amount" dir="ltr">0.75</code>');
});

test("a missing token, another payment's token or an expired one gets no address, and writes nothing", async () => {
  const paymentId = await givenPayment(server());
  const asset = usdcOf(server());
  const before = await writtenIn(server());
  for (const token of ["", "page_AAAA", tokenOf("pay_other"), tokenOf(paymentId, 1_000)])
    expect(await submit(paymentId, { token, asset })).toEqual({ lang: "en", deposit: "" });
  expect(await writtenIn(server())).toEqual(before);
});

test("an asset that is not offered, and a payment that has ended, get no address and write nothing", async () => {
  const open = await givenPayment(server());
  const forbidden = await givenPayment(server(), { deposit: false });
  const cancelled = await givenCancelledPayment(server());
  const asset = usdcOf(server());
  const before = await writtenIn(server());
  const shown = { lang: "en", deposit: "unavailable" };
  for (const wrong of ["", "USDC", "eip155:1/slip44:60"])
    expect(await submit(open, { token: tokenOf(open), asset: wrong })).toEqual(shown);
  for (const id of [forbidden, cancelled]) expect(await submit(id, { token: tokenOf(id), asset })).toEqual(shown);
  expect(await writtenIn(server())).toEqual(before);
});

test("the page offers no address where the payment forbids it, and none that its address only names", async () => {
  const asset = usdcOf(server());
  const forbidden = await givenPayment(server(), { deposit: false });
  expect(await pageOf(forbidden, asset)).not.toContain('id="send');
  const unasked = await givenPayment(server());
  const page = await pageOf(unasked, asset);
  expect([page.includes('id="send"'), page.includes('id="send-address"')]).toEqual([true, false]);
});

test("once the price has ended, the page takes the address away and offers the other assets", async () => {
  const paymentId = await givenPayment(server());
  const asset = usdcOf(server());
  const { body } = await askAsBuyer(server(), paymentId);
  await server().sql("update deposit_addresses set quote_expires_at_s = 1 where lower(payer) = lower($1)", [
    body.address,
  ]);
  const page = await pageOf(paymentId, asset);
  expect(page).toContain("Send nothing more to that address");
  expect(page).not.toContain(body.address.slice(2, 12));
  expect(page).not.toContain(`value="${asset}"`);
  expect(page).toContain('name="asset" value=');
});
