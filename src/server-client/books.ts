import type { Static } from "typebox";
import type { CallOptions, Send } from "../client/call.ts";
import type { BooksQuery, ClosedMonth, ClosedMonths } from "../contract/books/books.ts";

export type BooksExport = Static<typeof BooksQuery>;
export type ClosedBooksMonth = Static<typeof ClosedMonth>;

/** The longest that a file may take, on top of the usual timeout. */
const FILE_MS_MAX = 10 * 60_000;

export const bookCalls = (send: Send) => ({
  /** A month as the text of a file; by default CSV of all merchants. A large one may take minutes. */
  export: (query: BooksExport, { signal }: CallOptions = {}) =>
    send<string>({ method: "GET", path: "/v1/books", query, isText: true, heldMs: FILE_MS_MAX, signal }),

  /** The closed months with their checksums, newest first. */
  closedMonths: async ({ signal }: CallOptions = {}): Promise<ClosedBooksMonth[]> =>
    (await send<Static<typeof ClosedMonths>>({ method: "GET", path: "/v1/books/closed-months", signal })).data,
});
