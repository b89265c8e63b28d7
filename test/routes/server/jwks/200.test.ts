import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { receiptKeys } from "../../../../src/payment/receipts/receipt-keys.ts";
import { serverForFile } from "../../setup.ts";

const [first, second] = [randomBytes(32), randomBytes(32)];
const RECEIPT_KEYS = `${first.toString("hex")}, ${second.toString("hex")}`;
const server = serverForFile({ role: "api", environment: { RECEIPT_KEYS } });

test("the keys are public, cacheable, readable by pages of other origins, and have no private part", async () => {
  const headers = { "api-key": null, "merchant-id": null, origin: "https://other.example" };
  const answer = await server().call<{ keys: object[] }>({ path: "/.well-known/jwks.json", headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/jwk-set+json");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.body).toEqual({ keys: receiptKeys([first, second]).published });
  const text = JSON.stringify(answer.body);
  expect(text).not.toContain('"d"');
  for (const seed of [first, second]) {
    const scalar = createHash("sha512").update(seed).digest().subarray(0, 32);
    for (const secret of [seed, scalar]) {
      expect(text).not.toContain(secret.toString("base64url"));
      expect(text).not.toContain(secret.toString("hex"));
    }
  }
});
