// The cancel form on the checkout page. Every outcome leads back to the page.
import { expect, test } from "vitest";
import { pageKeys, sealPageToken } from "../../../../src/payment/lists/page-token.ts";
import { givenPayment, givenSucceededPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

const tokenOf = (id: string, nowS = Date.now() / 1000): string =>
  sealPageToken(
    pageKeys(Buffer.from(server().installation.environment.SECRET_KEY ?? "", "hex")),
    { id, expiresAtS: nowS },
    nowS,
  );

async function submit(
  paymentId: string,
  fields: Record<string, string>,
): Promise<[status: number, place: string | null]> {
  const { status, headers } = await fetch(`${server().baseUrl}/${paymentId}/cancel`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  return [status, headers.get("location")];
}

const statusOf = async (paymentId: string) =>
  (await server().call({ path: `/v1/payments/${paymentId}/status` })).body.status;

test("the page's token cancels, repeatedly, and leads back to the page in its language", async () => {
  const paymentId = await givenPayment(server());
  const shown = [303, `/${paymentId}?lang=ar`];
  expect(await submit(paymentId, { token: tokenOf(paymentId), lang: "ar" })).toEqual(shown);
  expect(await statusOf(paymentId)).toBe("cancelled");
  expect(await submit(paymentId, { token: tokenOf(paymentId), lang: "ar" })).toEqual(shown);
});

test("a missing token, another payment's token or an expired one cancels nothing", async () => {
  const paymentId = await givenPayment(server());
  const shown = [303, `/${paymentId}?lang=en`];
  const wrong = [
    {},
    { token: "" },
    { token: "page_AAAA" },
    { token: tokenOf("pay_other") },
    { token: tokenOf(paymentId, 1_000) },
  ];
  for (const fields of wrong) expect(await submit(paymentId, fields as Record<string, string>)).toEqual(shown);
  expect(await statusOf(paymentId)).toBe("requires_action");
});

test("a paid payment stays paid", async () => {
  const paymentId = await givenSucceededPayment(server());
  expect(await submit(paymentId, { token: tokenOf(paymentId) })).toEqual([303, `/${paymentId}?lang=en`]);
  expect(await statusOf(paymentId)).toBe("succeeded");
});

test("an unknown payment gets the same response", async () => {
  expect(await submit("pay_unknown", { token: tokenOf("pay_unknown") })).toEqual([303, "/pay_unknown?lang=en"]);
});
