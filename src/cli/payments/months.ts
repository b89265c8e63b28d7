// turnpike payment months and drop-months: months of payments on disk, and dropping old ones.
import { Command } from "commander";
import { type DroppedMonth, dropMonths, droppable } from "../../operations/months/drop-months.ts";
import { KEPT_AT_LEAST_DAYS, type Month } from "../../operations/ports/months.ts";
import type { Month as BookMonth } from "../../payment/books/entry.ts";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { toMonth } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { withProgress } from "../output/progress.ts";
import { aligned, counted } from "../output/text.ts";

interface DropOptions extends OutputOptions {
  readonly before: BookMonth;
  readonly yes?: boolean;
}

export const monthsCommand = (): Command =>
  new Command("months")
    .description("list the months of payments in the database, oldest first")
    .option("--json", "print JSON")
    .action(list);

export const dropMonthsCommand = (): Command =>
  new Command("drop-months")
    .description(
      "delete old payments permanently, by whole months: payments, their confirmations, events, refunds and buyer " +
        "data. Transfers and exceptions stay. Back up the database first",
    )
    .requiredOption("--before <month>", "the first month to keep, for example 2026-01", toMonth)
    .option("--yes", "delete; without it, the command only shows what it would delete")
    .option("--json", "print JSON")
    .action(drop);

async function list(options: OutputOptions): Promise<void> {
  const months = await withStore(readConfig(), (store) => store.months.list());
  print(options, { months: months.map(toJson) }, aligned([HEAD, ...months.map(toRow)]));
}

async function drop({ before: { from }, yes = false, ...options }: DropOptions): Promise<void> {
  await withStore(readConfig(), async ({ months, lists }) => {
    if (!yes) {
      const found = await droppable({ months }, from);
      print(options, { wouldDrop: found.map(toJson) }, previewOf(found));
      return;
    }
    const results = await withProgress("Deleting", ({ report }) =>
      dropMonths({ months, lists }, from, ({ name }, rows) => report(`${labelOf(name)}: ${counted(rows, "row")}`)),
    );
    const dropped = results.flatMap(({ type, month }) => (type === "dropped" ? [toJson(month)] : []));
    print(options, { dropped, kept: results.flatMap(keptJson) }, linesOf(results));
    const kept = results.find((result) => result.type === "kept");
    if (kept) throw new CommandError(reasonOf(kept));
  });
}

const NOTHING =
  `No month can be dropped: it must lie before the given month and have ended ${KEPT_AT_LEAST_DAYS} days ago. ` +
  "turnpike payment months lists the months";

const previewOf = (months: readonly Month[]): readonly string[] =>
  months.length === 0
    ? [NOTHING]
    : [
        ...aligned([HEAD, ...months.map(toRow)]),
        "These months would be deleted permanently. Back up the database, then rerun with --yes",
      ];

const linesOf = (results: readonly DroppedMonth[]): readonly string[] =>
  results.length === 0
    ? [NOTHING]
    : results.flatMap(({ type, month }) => (type === "dropped" ? [`${labelOf(month.name)} is deleted`] : []));

const reasonOf = ({ month, unfinished }: Extract<DroppedMonth, { type: "kept" }>): string =>
  unfinished.length === 0
    ? `This command has not dropped ${labelOf(month.name)}: another command drops months at the same time, or one of ` +
      "the month's payments has just changed. Repeat the command"
    : `${labelOf(month.name)} is kept, because these payments are not final, or have an undecided transfer, a recent ` +
      `exception or a recent refund: ${unfinished.join(", ")}. turnpike payment show and turnpike exceptions explain them`;

const HEAD = ["month", "ended", "payments", "MB", ""] as const;

const labelOf = (name: string): string => name.replace("_", "-");

const toRow = (month: Month): readonly string[] => [
  labelOf(month.name),
  month.endsAt.toISOString().slice(0, 10),
  `~${month.payments}`,
  String(month.bytes / 1_000_000n),
  month.isDropped ? "is being deleted" : month.isOld ? "can be dropped" : "",
];

const toJson = ({ name, endsAt, payments, bytes, isOld, isDropped }: Month) => ({
  name: labelOf(name),
  endsAt: endsAt.toISOString(),
  payments: Number(payments),
  bytes: Number(bytes),
  isOld,
  isDropped,
});

const keptJson = (result: DroppedMonth) =>
  result.type === "kept" ? [{ name: labelOf(result.month.name), unfinished: result.unfinished }] : [];
