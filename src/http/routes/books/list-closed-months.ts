import { ClosedMonths, closingToWire } from "../../../contract/books/books.ts";
import { READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { CLOSED_MONTH } from "../../openapi/book-examples.ts";

export const listClosedMonths = endpoint({
  id: "listClosedMonths",
  tag: "Books",
  summary: "List the closed months of the books",
  about:
    "Newest first. The checksum is the SHA-256 of all merchants' entries in the format `canonical`. What is found after " +
    "the closing, for example a late exception, is an entry of a later month.",
  route: "GET /v1/books/closed-months",
  caller: "partner",
  console: READERS,
  response: [200, ClosedMonths],
  examples: { responses: { one: { data: [CLOSED_MONTH] } } },
  uses: ["bookEntries"],
  handle: async ({ bookEntries }, { caller }) => ({
    data: (await bookEntries.closed(caller.partnerId)).map((each) => closingToWire(each, caller.merchantIds !== null)),
  }),
});
