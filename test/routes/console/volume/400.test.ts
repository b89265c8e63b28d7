import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { fieldsOf, sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

const DAY = "from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z";

test.each([
  ["", ["bucket", "from", "to"]],
  [`${DAY}&bucket=week`, ["bucket"]],
  [`${DAY}&bucket=day&timeZone=Nowhere`, ["timeZone"]],
  [`${DAY}&bucket=day&timeZone=`, ["timeZone"]],
  ["from=2026-01-01&to=2026-01-02T00:00:00Z&bucket=day", ["from"]],
  ["from=2026-01-01T00:00:00Z%5BUTC%5D&to=2026-01-02T00:00:00Z&bucket=day", ["from"]],
  ["from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z&bucket=day", ["to"]],
  ["from=2026-01-01T00:00:00Z&to=2027-03-01T00:00:00Z&bucket=day", ["to"]],
  ["from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&bucket=hour", ["to"]],
  [`${DAY}&bucket=day&unknown=1`, ["unknown"]],
])("%s", async (query, fields) => {
  const session = await signIn(server());
  const { status, body } = await session.call<WireBody>({ path: `/volume?${query}` });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", fields]);
});
