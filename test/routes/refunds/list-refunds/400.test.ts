import { expect, test } from "vitest";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api");

test.each([
  ["an unknown status", "status=open", "status"],
  ["an unknown parameter", "kind=x", "kind"],
  ["a limit of nothing", "limit=0", "limit"],
  ["a time without an offset", "startTs=2026-01-01T00:00:00", "startTs"],
  ["a time with a time zone in brackets", "endTs=2026-01-01T00:00:00Z%5BUTC%5D", "endTs"],
])("%s", async (_, query, field) => {
  const { status, body } = await server().call({ path: `/v1/refunds?${query}` });
  expect([status, body.code]).toEqual([400, "params_validation"]);
  expect(fieldsOf(body)[0]).toContain(field);
});

test("a cursor of other filters", async () => {
  const { status, body } = await server().call({ path: "/v1/refunds?cursor=bm9ib2R5" });
  expect([status, body.code]).toEqual([400, "invalid_params"]);
});
