// Invalid filters.
import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { fieldsOf, sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

test.each([
  ["cursor=x", ["cursor"]],
  ["limit=5", ["limit"]],
  ["status=unknown", ["status"]],
  ["locale=x_y", ["locale"]],
])("%s", async (query, fields) => {
  const session = await signIn(server());
  const { status, headers, body } = await session.call<WireBody>({ path: `/refunds.csv?${query}` });
  expect([status, fieldsOf(body)]).toEqual([400, fields]);
  expect(headers.get("content-disposition")).toBeNull();
});
