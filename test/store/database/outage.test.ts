// A database outage is logged with one error line, and its end with another.
import { expect, test } from "vitest";
import { Unavailable } from "../../../src/operations/errors/unavailable.ts";
import type { Log } from "../../../src/operations/ports/log.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { watchOutages } from "../../../src/store/database/outage.ts";

function watched() {
  const state = { nowMs: 0, error: null as Error | null };
  const lines: [level: string, fields: object, text: string][] = [];
  const note = (level: string) => (fields: object, text: string) => void lines.push([level, fields, text]);
  const log = { info: note("info"), warn: note("warn"), error: note("error") } as Log;
  const run = async () => {
    if (state.error) throw state.error;
    return {} as never;
  };
  const fake: Database = {
    query: run,
    write: run,
    transaction: run,
    snapshot: run,
    usage: () => ({ open: 0, inUse: 0, waiting: 0 }),
    recycleConnections: () => {},
    close: async () => {},
  };
  const db = watchOutages(fake, log, () => state.nowMs);
  const at = async (nowMs: number, error: Error | null): Promise<void> => {
    Object.assign(state, { nowMs, error });
    await db.query({ text: "select 1" }).catch(() => {});
  };
  return { at, lines };
}

const GONE = new Unavailable("away", { cause: new Error("ECONNREFUSED"), retryAfterS: 1 });

test("an outage is one error line, then a count at growing intervals, then its end", async () => {
  const { at, lines } = watched();
  await at(0, null);
  for (let s = 1; s <= 90; s++) await at(s * 1_000, GONE);
  await at(91_000, null);
  await at(92_000, null);
  expect(lines).toEqual([
    ["error", { failures: 2, seconds: 1, err: GONE }, expect.stringContaining("the database is unavailable")],
    ["error", { failures: 62, seconds: 61, err: GONE }, expect.stringContaining("the database is unavailable")],
    ["info", { failures: 90, seconds: 90 }, "the database is available again"],
  ]);
});

test("a connection that a restart has ended is no outage, nor is a statement that the database refuses", async () => {
  const { at, lines } = watched();
  await at(0, GONE);
  await at(999, GONE);
  await at(1_200, null);
  await at(5_000, GONE);
  await at(6_500, new Error("duplicate key"));
  await at(7_000, GONE);
  expect(lines.filter(([level]) => level === "error")).toEqual([]);
});
