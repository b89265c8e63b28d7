// Copies the entries of the audit log to the journal that others wrote: commands, and machines without a journal.
import type { Log } from "../operations/ports/log.ts";
import { type Loop, startLoop } from "./loop.ts";

const INTERVAL_MS = 5_000;

/** @param journal null: there is none */
export function startJournalWorker(journal: { catchUp(): Promise<void> } | null, log: Log): Loop[] {
  if (!journal) return [];
  const run = async (): Promise<boolean> => {
    await journal.catchUp();
    return false;
  };
  return [startLoop({ name: "audit journal", intervalMs: INTERVAL_MS, log, run })];
}
