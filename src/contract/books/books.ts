// The books of a partner on the wire.
import Type, { type Static } from "typebox";
import { CLOSER_TYPES, type ClosedMonth as Closing } from "../../payment/books/closed-month.ts";
import { MONTH_PATTERN } from "../../payment/books/entry.ts";
import { csvLocale } from "../payments/csv.ts";
import * as wire from "../primitives.ts";
import { BOOK_FORMATS } from "./books-file.ts";

export const month = Type.String({ pattern: MONTH_PATTERN, description: "a month in UTC, for example 2026-11" });

export const BooksQuery = wire.closed({
  month,
  format: Type.Optional(wire.oneOf(BOOK_FORMATS)),
  merchantId: Type.Optional(Type.String({ minLength: 1, description: "a merchant's id; by default all merchants" })),
  locale: csvLocale,
});

export const BooksFile = Type.String({ description: "The entries of the month, oldest first." });

export const ClosedMonth = Type.Object({
  month,
  checksum: Type.String({ description: "SHA-256 of the month in the format `canonical`, in hex." }),
  entries: Type.Optional(
    Type.Integer({ description: "of all merchants; absent for a caller who is limited to some merchants" }),
  ),
  closedAt: wire.timestamp,
  closedBy: Type.Object({
    type: wire.oneOf(CLOSER_TYPES),
    id: Type.Optional(Type.String({ description: "the id of the user or the key" })),
    name: Type.Optional(Type.String({ description: "the user's name, or the key's label" })),
  }),
});

export const ClosedMonths = Type.Object({ data: Type.Array(ClosedMonth) });

/** @param isLimited whether the caller sees some merchants only */
export const closingToWire = (
  { closedAt, closedBy: { type, id, name }, entries, ...sum }: Closing,
  isLimited: boolean,
): Static<typeof ClosedMonth> => ({
  ...sum,
  ...(!isLimited && { entries }),
  closedAt: closedAt.toISOString(),
  closedBy: { type, ...(id !== null && { id }), ...(name !== null && { name }) },
});
