import { expect, test } from "vitest";
import { gateway, givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("an unknown payment, another partner's and another merchant's get the same response, uncancelled", async () => {
  const paymentId = await givenPayment(server());
  const other = await server().newOwner();
  const cases: [string, Record<string, string | null>][] = [
    ["pay_unknown", {}],
    [paymentId, { "api-key": other.apiKey, "merchant-id": null }],
    [paymentId, { "api-key": other.apiKey, "merchant-id": null, "idempotency-key": "k" }],
    [paymentId, { "merchant-id": other.merchantId }],
  ];
  for (const [id, headers] of cases) {
    const { status, body } = await server().call({ method: "POST", path: `/v1/payments/${id}/cancel`, headers });
    expect([status, body.code, body.message]).toEqual([404, "payment_not_found", "Payment not found"]);
  }
  expect((await gateway(server(), paymentId)).body.status).toBe("requires_action");
});
