import { expect, test } from "vitest";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test.each([
  ["start_ts", "start_ts=today"],
  ["end_ts", "end_ts=2026-13-01T00:00:00Z"],
  ["start_ts", "start_ts=2026-01-01T00:00:00Z%5BUTC%5D"],
  ["end_ts", "end_ts=2026-01-01T00:00:00Z%5BUTC%5D"],
  ["asset", "asset="],
  ["network", "network=1"],
  ["sort_by", "sort_by=name"],
  ["sort_dir", "sort_dir=up"],
  ["limit", "limit=201"],
  ["status", "status=cancelled"],
  ["status", "status=failed&status=expired"],
  ["referenceId", "referenceId=order"],
  ["startTs", "startTs=2026-01-01T00:00:00Z"],
])("%s is refused by name: %s", async (field, query) => {
  const { status, body } = await server().call({ path: `/v1/merchants/${server().merchantId}/payments?${query}` });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", [field]]);
});

test("another list's cursor", async () => {
  const { status, body } = await server().call({ path: `/v1/merchants/${server().merchantId}/payments?cursor=x` });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "invalid_params", ["cursor"]]);
});
