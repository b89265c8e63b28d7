import { expect, test } from "vitest";
import { givenPayment, givenSucceededPayment } from "../given.ts";
import { serverForFile } from "../setup.ts";

const server = serverForFile();
const page = (path: string) => server().call<string>({ path, headers: { "api-key": null, "merchant-id": null } });

test("shows merchant, amount, status and link, without script", async () => {
  await server().sql("update merchants set name = $2 where id = $1", [server().merchantId, `<b>Tea & "Co"</b>`]);
  const paymentId = await givenPayment(server(), { amount: { unit: "iso4217/USD", value: "123450" } });
  const { status, body, headers } = await page(`/${paymentId}`);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toContain("&lt;b&gt;Tea &amp; &quot;Co&quot;&lt;/b&gt;");
  expect(body).toContain("$1,234.50");
  expect(body).toContain("Waiting for payment");
  expect(body).toContain(`/${paymentId}</code>`);
  expect(body).not.toContain("<b>");
});

test("the query form shows the same", async () => {
  const paymentId = await givenPayment(server());
  const withoutTime = async (path: string) => (await page(path)).body.replace(/"nowMs":\d+/, "");
  expect(await withoutTime(`/?pid=${paymentId}`)).toBe(await withoutTime(`/${paymentId}`));
});

test("a paid payment says so, and no longer shows the link or loads itself again", async () => {
  const { body } = await page(`/${await givenSucceededPayment(server())}`);
  expect(body).toContain("Paid");
  expect(body).not.toMatch(/<code>|http-equiv/);
});

test.each([
  ["JPY", "1000", "¥1,000"],
  ["KWD", "1", "KWD 0.001"],
  ["USD", "999999999999999999", "$9,999,999,999,999,999.99"],
])("%s %s is %s", async (currency, value, text) => {
  const { body } = await page(`/${await givenPayment(server(), { amount: { unit: `iso4217/${currency}`, value } })}`);
  expect(body.replaceAll("\u00a0", " ")).toContain(text);
});
