// The books of a month as a file in pieces: for the API, the console and the command. A slow reader holds no connection
// to the database.
import { type BookFormat, booksFile } from "../../contract/books/books-file.ts";
import { type BookPorts, type BooksOf, closingOf, entriesOf } from "../../operations/books/month.ts";
import type { PaymentChains } from "../../operations/ports/chain/payment-chain.ts";
import type { ClosedMonth } from "../../payment/books/closed-month.ts";
import { shownAssets } from "../payments/shown-asset.ts";

interface ExportedBooks {
  /** Null while the month is open. */
  readonly closing: ClosedMonth | null;
  readonly pieces: AsyncGenerator<string>;
}

/** @throws BooksError, before the first piece */
export async function exportedBooks(
  ports: BookPorts & { readonly chains: PaymentChains },
  books: BooksOf,
  { format, locale }: { readonly format: BookFormat; readonly locale: string | undefined },
): Promise<ExportedBooks> {
  const closing = await closingOf(ports, books);
  const file = booksFile(format, shownAssets(ports.chains), { locale, title: titleOf(books, closing) });
  async function* pieces(): AsyncGenerator<string> {
    yield file.head;
    for await (const entries of entriesOf(ports, books)) yield entries.map((entry) => file.line(entry)).join("");
  }
  return { closing, pieces: pieces() };
}

function titleOf({ partnerId, merchantIds, month }: BooksOf, closing: ClosedMonth | null): string {
  const state = closing ? `closed ${closing.closedAt.toISOString()}, SHA-256 ${closing.checksum}` : "open";
  return `Turnpike: ${merchantIds?.join(", ") ?? partnerId}, ${month.name} (${state})`;
}
