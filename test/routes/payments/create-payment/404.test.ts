import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { paymentBody } from "../../given.ts";
import { errorOf, rowsOf, serverForFile } from "../../setup.ts";

const server = serverForFile();

/** Too long for a PostgreSQL index, and random so that it cannot be compressed. */
const LONG_ID = randomBytes(4000).toString("hex");

const answerFor = (merchantId: string) =>
  errorOf(
    server().call({
      path: "/v1/payments",
      body: paymentBody(),
      headers: { "merchant-id": merchantId, "idempotency-key": "k" },
    }),
  );

test("an unknown, a deleted and another partner's merchant get the same response, and nothing is written", async () => {
  const unknown = await answerFor("mrch_unknown");
  expect(unknown).toEqual({ status: 404, code: "merchant_not_found", message: "Merchant not found" });
  const other = await server().newOwner();
  expect(await answerFor(other.merchantId)).toEqual(unknown);
  expect(await answerFor(LONG_ID)).toEqual(unknown);
  await server().sql("update merchants set deleted_at = now() where id = $1", [server().merchantId]);
  expect(await answerFor(server().merchantId)).toEqual(unknown);
  expect(await rowsOf(server(), "payments")).toBe(0);
  expect(await rowsOf(server(), "idempotent_answers")).toBe(0);
});
