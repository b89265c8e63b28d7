import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { givenPayment } from "../../given.ts";
import { errorOf, sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

test("another partner's payment, an unknown one, and an id that is too long", async () => {
  const paymentId = await givenPayment(server());
  const other = await signIn(server(), (await server().newOwner()).apiKey);
  const errors = [];
  for (const id of [paymentId, "pay_unknown", "x".repeat(65), "%00"]) {
    errors.push(await errorOf(other.call<WireBody>({ path: `/payments/${id}/timeline` })));
  }
  expect(errors.map(({ status, code }) => [status, code])).toEqual([
    [404, "payment_not_found"],
    [404, "payment_not_found"],
    [404, "payment_not_found"],
    [400, "invalid_params"],
  ]);
  expect(errors[0]).toEqual(errors[1]);
});
