import { Readable } from "node:stream";
import Type from "typebox";
import { BooksFile, BooksQuery } from "../../../contract/books/books.ts";
import type { BookFormat } from "../../../contract/books/books-file.ts";
import { merchantNotFound } from "../../../operations/errors/refusal.ts";
import { monthOf } from "../../../payment/books/entry.ts";
import { READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { createFewAtATime } from "../../limits/few-at-a-time.ts";
import { exportedBooks } from "../../lists/exported-books.ts";
import { BOOKS } from "../../openapi/book-examples.ts";
import { RequestError } from "../../request/request-error.ts";

/** Each reads a month page by page, and a closed one twice. */
const exports = createFewAtATime(2);

const [CSV, JOURNAL, CANONICAL] = ["text/csv", "text/plain", "application/x-ndjson"];

const FILES: Readonly<Record<BookFormat, readonly [type: string, ending: string]>> = {
  csv: [CSV, "csv"],
  hledger: [JOURNAL, "journal"],
  beancount: [JOURNAL, "beancount"],
  canonical: [CANONICAL, "jsonl"],
};

export const exportBooks = endpoint({
  id: "exportBooks",
  tag: "Books",
  summary: "Export a month of the books",
  about:
    "A file, streamed. An entry is money that moved: a payment that succeeded, a refund, a mark as refunded, an " +
    "exception. `csv` is for spreadsheets; `locale` is the reader's language. `hledger` and `beancount` are journals in " +
    "double entry. `canonical` has one JSON object a line, and is what a closed month's checksum is of. A closed month " +
    "has the header `Books-Checksum`, and its content never changes. The answer is 400 `invalid_state` if a closed " +
    "month no longer has its checksum, or if payments with entries in an open month were deleted. A key may have two " +
    "exports at a time.",
  route: "GET /v1/books",
  caller: "partner",
  console: READERS,
  request: { query: BooksQuery },
  response: [200, Type.Unsafe<Readable>(BooksFile)],
  textTypes: { csv: CSV, journal: JOURNAL, canonical: CANONICAL },
  examples: { responses: BOOKS },
  errors: { 400: ["invalid_state"], 404: ["merchant_not_found"] },
  uses: ["bookEntries", "statements", "chains", "nowMs"],
  async handle(services, { caller, query, setHeaders, isStillLive }) {
    const { partnerId, keyId } = caller;
    const { merchantId, format = "csv", locale } = query;
    const isReached = merchantId === undefined || (caller.merchantIds?.includes(merchantId) ?? true);
    if (merchantId !== undefined && !(isReached && (await services.statements.merchant(partnerId, merchantId)))) {
      throw merchantNotFound();
    }
    const month = monthOf(query.month);
    const books = { partnerId, merchantIds: merchantId === undefined ? caller.merchantIds : [merchantId], month };
    const end = exports.begin(keyId);
    try {
      const { closing, pieces } = await exportedBooks(services, books, { format, locale });
      const [type, ending] = FILES[format];
      setHeaders({
        "content-type": `${type}; charset=utf-8`,
        "content-disposition": `attachment; filename="books-${month.name}${closing ? "" : "-open"}.${ending}"`,
        ...(closing && { "books-checksum": closing.checksum }),
      });
      return Readable.from(whileLive(pieces, isStillLive), { objectMode: false }).once("close", end);
    } catch (error) {
      end();
      throw error;
    }
  },
});

async function* whileLive(pieces: AsyncGenerator<string>, isStillLive: () => Promise<boolean>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    if (!(await isStillLive())) throw new RequestError("invalid_api_key");
    yield piece;
  }
}
