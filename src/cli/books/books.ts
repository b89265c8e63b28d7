// turnpike books: exports a partner's books by month for accountants, and closes months.
import { Command, Option } from "commander";
import { createEvmChain } from "../../chains/evm/chain.ts";
import { BOOK_FORMATS, type BookFormat } from "../../contract/books/books-file.ts";
import { exportedBooks } from "../../http/lists/exported-books.ts";
import { ON_COMMAND_LINE, OPERATOR } from "../../merchant/audit.ts";
import { BooksError, closeMonth } from "../../operations/books/month.ts";
import type { Month } from "../../payment/books/entry.ts";
import { readConfig } from "../../settings/config.ts";
import type { Store } from "../../store/store.ts";
import { readChains, requirePartner, withStore } from "../installation.ts";
import { toMonth } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { counted, secondText, table } from "../output/text.ts";

interface PartnerOptions extends OutputOptions {
  readonly partner: string;
}

interface ExportOptions extends PartnerOptions {
  readonly month: Month;
  readonly merchant?: string;
  readonly format: BookFormat;
  readonly locale?: string;
}

const ofPartner = (name: string): Command => new Command(name).requiredOption("--partner <id>", "the partner's id");
const ofMonth = (name: string): Command =>
  ofPartner(name).requiredOption("--month <month>", "for example 2026-11, in UTC", toMonth);

export const booksCommand = (): Command =>
  new Command("books")
    .description("a partner's books: payments with fees and rates, refunds and exceptions, by month")
    .addCommand(
      ofMonth("export")
        .description("write a month to standard output: for a spreadsheet, or as a journal in double entry")
        .option("--merchant <id>", "only this merchant's entries")
        .addOption(
          new Option("--format <format>", "canonical has one JSON object a line, and the checksum of a closed month")
            .choices([...BOOK_FORMATS])
            .default("csv"),
        )
        .option("--locale <language>", "the language of the spreadsheet that opens the CSV, for example de")
        .action(exportMonth),
    )
    .addCommand(
      ofMonth("close")
        .description("close a month: store the checksum of its entries, which then never change")
        .option("--json", "print JSON")
        .action(close),
    )
    .addCommand(
      ofPartner("closed")
        .description("list the closed months with their checksums, newest first")
        .option("--json", "print JSON")
        .action(list),
    );

async function exportMonth({ partner, merchant, month, format, locale }: ExportOptions): Promise<void> {
  const config = readConfig();
  const chains = new Map(
    (await readChains(config)).map((chain) => [chain.caip2, createEvmChain(chain, []).payment] as const),
  );
  await withBooks(partner, async (ports) => {
    const books = { partnerId: partner, merchantIds: merchant === undefined ? null : [merchant], month };
    const { pieces } = await exportedBooks({ ...ports, chains }, books, { format, locale });
    for await (const piece of pieces) process.stdout.write(piece);
  });
}

async function close({ partner, month, ...options }: ExportOptions): Promise<void> {
  const closing = await withBooks(partner, (ports) =>
    closeMonth(ports, { partnerId: partner, month }, ON_COMMAND_LINE),
  );
  print(options, closing, [
    `${closing.month} is closed with ${counted(closing.entries, "entry", "entries")}. SHA-256 ${closing.checksum}`,
  ]);
}

async function list({ partner, ...options }: PartnerOptions): Promise<void> {
  const months = await withBooks(partner, ({ bookEntries }) => bookEntries.closed(partner));
  const cells = months.map((each) => [
    each.month,
    secondText(each.closedAt),
    `${each.entries}`,
    each.closedBy.name ?? each.closedBy.id ?? OPERATOR,
    each.checksum,
  ]);
  print(options, { months }, table(["month", "closed", "entries", "by", "SHA-256"], cells, "No month is closed."));
}

/** @throws CommandError for an unknown partner, and with the reason if the month cannot be read or closed */
const withBooks = <T>(
  partnerId: string,
  work: (ports: Pick<Store, "bookEntries"> & { nowMs(): number }) => Promise<T>,
): Promise<T> =>
  withStore(readConfig(), async (store) => {
    await requirePartner(store, partnerId);
    return work({ bookEntries: store.bookEntries, nowMs: Date.now }).catch((error: unknown) => {
      throw error instanceof BooksError ? new CommandError(error.message) : error;
    });
  });
