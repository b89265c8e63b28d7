// A month of a partner's books: its entries, and closing it. Entries come from append-only logs and belong to the month
// in which they were written, so a closed month never changes; what is found later is an entry of a later month.
import { createHash } from "node:crypto";
import type { Actor } from "../../merchant/audit.ts";
import type { ClosedMonth } from "../../payment/books/closed-month.ts";
import { type BookEntry, canonicalLine, type Month, monthOf } from "../../payment/books/entry.ts";
import { Refusal } from "../errors/refusal.ts";

/** The event after which the next page begins: its transaction's number and its own. */
export interface EntryPosition {
  readonly tx: bigint;
  readonly id: bigint;
}

export interface BookEntryStore {
  /** @param merchantIds null: all merchants */
  entries(
    partnerId: string,
    merchantIds: readonly string[] | null,
    month: Month,
    after: EntryPosition | null,
    most: number,
  ): Promise<{ readonly entries: readonly BookEntry[]; readonly end: EntryPosition | null }>;
  /** Newest first. */
  closed(partnerId: string): Promise<readonly ClosedMonth[]>;
  /** False if the month is closed already. */
  close(partnerId: string, month: Omit<ClosedMonth, "closedAt" | "closedBy">, by: Actor): Promise<boolean>;
  /** The time of the newest transaction with an event of a payment that is deleted; null: none is. */
  lastDeletedAt(): Promise<Date | null>;
}

export interface BookPorts {
  readonly bookEntries: BookEntryStore;
  nowMs(): number;
}

export interface BooksOf {
  readonly partnerId: string;
  /** Null: all merchants. */
  readonly merchantIds: readonly string[] | null;
  readonly month: Month;
}

/** A few hundred kilobytes. */
const PAGE = 500;

/** An entry has the time at which its transaction began. Every transaction ends much sooner than this. */
const SETTLED_AFTER_MS = 60 * 60_000;

/** Thrown for a month that cannot be exported or closed; its message says why. */
export class BooksError extends Refusal {
  constructor(message: string) {
    super("invalid_state", message, { issues: [{ field: "month", message }] });
  }
}

/** Pages of entries, oldest first. */
export async function* entriesOf(
  { bookEntries }: Pick<BookPorts, "bookEntries">,
  { partnerId, merchantIds, month }: BooksOf,
): AsyncGenerator<readonly BookEntry[]> {
  for (let after: EntryPosition | null = null; ; ) {
    const { entries, end } = await bookEntries.entries(partnerId, merchantIds, month, after, PAGE);
    yield entries;
    if (end === null) return;
    after = end;
  }
}

/**
 * The closing of the month, if it is closed and its entries still have its checksum; null while it is open.
 * @throws BooksError if payments with entries in the open month may be deleted, or if the checksum is another one
 */
export async function closingOf(ports: BookPorts, { partnerId, month }: BooksOf): Promise<ClosedMonth | null> {
  const closing = await findClosing(ports, partnerId, month);
  if (!closing) {
    await requireKept(ports, month);
    return null;
  }
  const { checksum } = await checksumOf(ports, partnerId, month);
  if (checksum === closing.checksum) return closing;
  throw new BooksError(
    `${month.name} was closed with the checksum ${closing.checksum}, but its entries now have ${checksum}. ` +
      "Entries are never changed, so the database was restored from a backup, or older payments were deleted",
  );
}

export interface BookMonth {
  readonly month: Month;
  /** Null while it is open. */
  readonly closing: ClosedMonth | null;
  readonly mayClose: boolean;
}

/** The months from the first one to the present one, newest first. @param since when the partner's books begin */
export async function monthsOf(ports: BookPorts, partnerId: string, since: Date): Promise<readonly BookMonth[]> {
  const closed = await ports.bookEntries.closed(partnerId);
  const first = [nameOf(since), ...closed.map(({ month }) => month)].sort()[0] ?? "";
  const months: BookMonth[] = [];
  for (let at = new Date(ports.nowMs()); nameOf(at) >= first; at = new Date(monthOf(nameOf(at)).from.getTime() - 1)) {
    const month = monthOf(nameOf(at));
    const closing = closed.find((each) => each.month === month.name) ?? null;
    months.push({ month, closing, mayClose: closing === null && isSettled(ports, month) });
  }
  return months;
}

const nameOf = (at: Date): string => at.toISOString().slice(0, "2026-11".length);

const isSettled = ({ nowMs }: Pick<BookPorts, "nowMs">, { to }: Month): boolean =>
  nowMs() >= to.getTime() + SETTLED_AFTER_MS;

/** Closing a closed month again returns its closing. @throws BooksError */
export async function closeMonth(
  ports: BookPorts,
  { partnerId, month }: Pick<BooksOf, "partnerId" | "month">,
  by: Actor,
): Promise<ClosedMonth> {
  if (!isSettled(ports, month)) {
    throw new BooksError(`${month.name} can be closed an hour after its end (UTC)`);
  }
  const closed = await closingOf(ports, { partnerId, merchantIds: null, month });
  if (closed) return closed;
  const sum = await checksumOf(ports, partnerId, month);
  await requireKept(ports, month); // payments may have been deleted in the meantime
  await ports.bookEntries.close(partnerId, { month: month.name, ...sum }, by);
  // The first of two closings at the same time counts.
  const closing = await findClosing(ports, partnerId, month);
  if (!closing) throw new BooksError(`${month.name} could not be closed`);
  return closing;
}

const findClosing = async ({ bookEntries }: BookPorts, partnerId: string, { name }: Month) =>
  (await bookEntries.closed(partnerId)).find(({ month }) => month === name);

/** A payment may have entries long after its creation, such as refunds. */
async function requireKept({ bookEntries }: BookPorts, month: Month): Promise<void> {
  const last = await bookEntries.lastDeletedAt();
  if (last === null || last.getTime() + SETTLED_AFTER_MS < month.from.getTime()) return;
  const day = last.toISOString().slice(0, 10);
  throw new BooksError(
    `payments with entries until ${day} were deleted, so the books of ${month.name} may be incomplete`,
  );
}

async function checksumOf(ports: BookPorts, partnerId: string, month: Month) {
  const hash = createHash("sha256");
  let count = 0;
  for await (const entries of entriesOf(ports, { partnerId, merchantIds: null, month })) {
    for (const entry of entries) hash.update(canonicalLine(entry));
    count += entries.length;
  }
  return { checksum: hash.digest("hex"), entries: count };
}
