// A month of the books closes once, and not without the entries of payments that were deleted.
import { expect, test } from "vitest";
import { ON_COMMAND_LINE } from "../../../src/merchant/audit.ts";
import { type BookEntryStore, closeMonth, closingOf } from "../../../src/operations/books/month.ts";
import type { ClosedMonth } from "../../../src/payment/books/closed-month.ts";
import { monthOf } from "../../../src/payment/books/entry.ts";

const MONTH = monthOf("2026-03");
const NOTHING = { partnerId: "prtn_a", merchantIds: null, month: MONTH };
const BY = { type: "operator", id: null, name: null } as const;
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Books without entries. @param lastDeleted the newest event of the payments deleted so far, by call */
function books(lastDeleted: readonly (string | null)[] = [null], closed: ClosedMonth[] = []) {
  const reads = { months: 0, kept: 0 };
  const bookEntries: BookEntryStore = {
    async entries() {
      reads.months++;
      return { entries: [], end: null };
    },
    closed: async () => closed,
    async close(_, month) {
      if (closed.length > 0) return false;
      closed.push({ ...month, closedAt: new Date("2026-05-01Z"), closedBy: BY });
      return true;
    },
    async lastDeletedAt() {
      const last = lastDeleted[Math.min(reads.kept++, lastDeleted.length - 1)] ?? null;
      return last === null ? null : new Date(last);
    },
  };
  return { ports: { bookEntries, nowMs: () => Date.parse("2026-05-01Z") }, reads, closed };
}

const close = ({ ports }: ReturnType<typeof books>) => closeMonth(ports, NOTHING, ON_COMMAND_LINE);

test("a month is read once to close it", async () => {
  const open = books();
  expect(await close(open)).toMatchObject({ month: "2026-03", checksum: EMPTY_SHA256, entries: 0 });
  expect(open.reads.months).toBe(1);
});

test("a closing at the same time is the one that counts", async () => {
  const open = books();
  const other = { month: "2026-03", checksum: "ab", entries: 1, closedAt: new Date("2026-04-30Z"), closedBy: BY };
  const { entries } = open.ports.bookEntries;
  const bookEntries: BookEntryStore = {
    ...open.ports.bookEntries,
    entries(...page) {
      open.closed.push(other);
      return entries(...page);
    },
  };
  expect(await closeMonth({ ...open.ports, bookEntries }, NOTHING, ON_COMMAND_LINE)).toEqual(other);
});

test.each([
  ["a year before it", "2025-03-01T00:00:00Z", true],
  ["an hour and a second before it", "2026-02-28T22:59:59Z", true],
  ["within the hour before it, as long as a transaction may last", "2026-02-28T23:30:00Z", false],
  ["in it", "2026-03-15T00:00:00Z", false],
  ["after it", "2026-04-15T00:00:00Z", false],
])("deleted payments whose last entry is %s", async (_, lastDeleted, isWhole) => {
  const open = books([lastDeleted]);
  const words = `payments with entries until ${lastDeleted.slice(0, 10)} were deleted, so the books of 2026-03 may be`;
  if (isWhole) {
    expect(await closingOf(open.ports, NOTHING)).toBeNull();
    expect(await close(open)).toMatchObject({ entries: 0 });
  } else {
    await expect(closingOf(open.ports, NOTHING)).rejects.toThrow(words);
    await expect(close(open)).rejects.toThrow(words);
    expect(open.closed).toEqual([]);
  }
});

test("payments that are deleted while a month closes leave it open", async () => {
  const open = books([null, "2026-03-15T00:00:00Z"]);
  await expect(close(open)).rejects.toThrow("were deleted");
  expect(open.closed).toEqual([]);
});

test("the checksum of a closed month proves its entries, whatever was deleted", async () => {
  const closed = {
    month: "2026-03",
    checksum: EMPTY_SHA256,
    entries: 0,
    closedAt: new Date("2026-04-30Z"),
    closedBy: BY,
  };
  const { ports } = books(["2026-04-15T00:00:00Z"], [closed]);
  expect(await closingOf(ports, NOTHING)).toEqual(closed);
  const { ports: changed } = books([null], [{ ...closed, checksum: "ab" }]);
  await expect(closingOf(changed, NOTHING)).rejects.toThrow("2026-03 was closed with the checksum ab, but");
});
