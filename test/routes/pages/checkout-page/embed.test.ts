// The sites that may frame the checkout page.
import { beforeAll, expect, test } from "vitest";
import { parseEmbedOrigin } from "../../../../src/payment/branding/embedding.ts";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const SHOP = "https://shop.example";

beforeAll(() => server().store.partners.setEmbedOrigins(server().partnerId, [SHOP, "https://other.example"]));

async function ancestorsOf(path: string): Promise<string | undefined> {
  const { headers } = await server().call<string>({ path });
  const directives = headers.get("content-security-policy")?.split("; ") ?? [];
  return directives.find((each) => each.startsWith("frame-ancestors "))?.slice("frame-ancestors ".length);
}

test("only the origin in the address, and only if the partner allows it", async () => {
  const paymentId = await givenPayment(server());
  expect(await ancestorsOf(`/${paymentId}?embed=${SHOP}`)).toBe(SHOP);
  expect(await ancestorsOf(`/?pid=${paymentId}&embed=${SHOP}`)).toBe(SHOP);
  for (const query of ["", "?embed=", "?embed=*", "?embed='self'", `?embed=${SHOP}/`, `?embed=${SHOP}&embed=${SHOP}`]) {
    expect(await ancestorsOf(`/${paymentId}${query}`), query).toBe("'none'");
  }
  expect(await ancestorsOf(`/${paymentId}?embed=https://evil.example`)).toBe("'none'");
  expect(await ancestorsOf(`/pay_unknown?embed=${SHOP}`)).toBe("'none'");
});

test("another partner's payment is not framed by this partner's site", async () => {
  const { apiKey, merchantId } = await server().newOwner();
  const { body } = await server().call({
    path: "/v1/payments",
    headers: { "api-key": apiKey, "merchant-id": merchantId },
    body: { amount: { unit: "iso4217/USD", value: "100" }, referenceId: "another partner's" },
  });
  expect(await ancestorsOf(`/${body.paymentId}?embed=${SHOP}`)).toBe("'none'");
});

test.each([
  ["https://shop.example", "https://shop.example"],
  ["https://shop.example/", "https://shop.example"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["http://shop.example", null],
  ["https://shop.example/path", null],
  ["https://user@shop.example", null],
  ["*", null],
  ["https://*.example", null],
  ["shop-app:", null],
])("%s is the origin %s", (text, origin) => {
  expect(parseEmbedOrigin(text)).toBe(origin);
});

test("embed.js has at most 5 KB", async () => {
  const { headers, body } = await server().call<string>({ path: "/embed.js" });
  expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(5_000);
});
