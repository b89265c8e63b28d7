// A text by which nothing can be searched, and unknown filters.
import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { fieldsOf, sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

test.each([
  ["", ["text"]],
  ["text=", ["text"]],
  ["text=ab", ["text"]],
  [`text=${"x".repeat(257)}`, ["text"]],
  ["text=order&sortBy=amount", ["sortBy"]],
  ["text=order&referenceId=order", ["referenceId"]],
  ["text=order&cursor=x", ["cursor"]],
  ["text=order&status=unknown", ["status"]],
])("%s", async (query, fields) => {
  const session = await signIn(server());
  const { status, body } = await session.call<WireBody>({ path: `/find?${query}` });
  expect([status, fieldsOf(body)]).toEqual([400, fields]);
});

test("the error says what can be searched", async () => {
  const session = await signIn(server());
  const { body } = await session.call<WireBody>({ path: "/find?text=ab" });
  expect(body.message).toBe(
    "text must be a payment ID, the beginning of a transaction hash or of a buyer's address, an amount, " +
      "or at least 3 characters of a reference",
  );
});
