// The books of a month as a file, in pieces.
import { type BookEntry, canonicalLine } from "../../payment/books/entry.ts";
import { BEANCOUNT, HLEDGER, journalEntry, journalHead } from "../../payment/books/journal.ts";
import type { FindShownAsset } from "../amounts.ts";
import { csvHead, csvLine, spreadsheetOf } from "../payments/csv.ts";
import { bookColumns } from "./books-csv.ts";

export const BOOK_FORMATS = ["csv", "hledger", "beancount", "canonical"] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

interface BooksFile {
  readonly head: string;
  line(entry: BookEntry): string;
}

/** @param title says whose books of which month these are; journals begin with it */
export function booksFile(
  format: BookFormat,
  find: FindShownAsset,
  { locale, title }: { readonly locale: string | undefined; readonly title: string },
): BooksFile {
  if (format === "canonical") return { head: "", line: canonicalLine };
  if (format === "csv") {
    const [columns, spreadsheet] = [bookColumns(find, locale), spreadsheetOf(locale)];
    return { head: csvHead(columns, spreadsheet), line: (entry) => csvLine(columns, entry, spreadsheet) };
  }
  const journal = format === "hledger" ? HLEDGER : BEANCOUNT;
  return {
    head: journalHead(journal, title),
    line: (entry) => journalEntry(journal, entry, (id) => find(id)?.asset ?? null),
  };
}
