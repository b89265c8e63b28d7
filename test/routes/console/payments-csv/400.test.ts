// Invalid filters, and one that matches too many payments.
import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { givenPayment } from "../../given.ts";
import { fieldsOf, serverForFile, type WireBody } from "../../setup.ts";

const server = serverForFile();

test.each([
  ["cursor=x", ["cursor"]],
  ["limit=5", ["limit"]],
  ["status=unknown", ["status"]],
  ["referenceId=x", ["referenceId"]],
  ["startTs=2026-01-01T00:00:00Z%5BUTC%5D", ["startTs"]],
])("%s", async (query, fields) => {
  const session = await signIn(server());
  const { status, headers, body } = await session.call<WireBody>({ path: `/payments.csv?${query}` });
  expect([status, fieldsOf(body)]).toEqual([400, fields]);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("content-disposition")).toBeNull();
});

test("above 100 000 payments, the error states their number before the first line is sent", async () => {
  const session = await signIn(server());
  await givenPayment(server());
  expect((await session.call({ path: "/payments.csv" })).status).toBe(200);
  // Pretends that the list counted this many.
  await server().sql(
    `with split as (
       insert into split_spans (scope, level, span)
       select no, 0, 0 from listing_scopes where partner_id = $1 and merchant_id = '' returning scope
     ) insert into payment_totals (scope, level, span, kind, currency, payments, amount)
       select scope, 0, 0, no, 'USD', 100001, 1 from split, payment_kinds where partner_id = $1`,
    [server().partnerId],
  );
  const { status, headers, body } = await session.call<WireBody>({ path: "/payments.csv" });
  expect([status, fieldsOf(body)]).toEqual([400, ["startTs"]]);
  expect(body.issues[0]?.message).toContain("100001");
  expect(headers.get("content-disposition")).toBeNull();
  // A narrower filter succeeds.
  expect((await session.call({ path: "/payments.csv?startTs=2026-01-01T00:00:00Z" })).status).toBe(200);
});
