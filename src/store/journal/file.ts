// The file of the audit journal. It is only ever appended to, and several processes may append to it.

import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type JournalEntry, journalLine, parseJournalLine } from "../../merchant/journal-entry.ts";

/** How much of the end is read at first: some hundred entries, far more than are in flight. */
const TAIL_BYTES = 262_144;

export class JournalFile {
  readonly #path: string;
  /** The bytes before this are known; null: nothing was read yet. */
  #position: number | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** The entries added since the last call, by any process; at first those at the end of the file. */
  async readNew(): Promise<readonly JournalEntry[]> {
    const size = await sizeOf(this.#path);
    const from = this.#position ?? Math.max(0, size - TAIL_BYTES);
    // A file that was replaced by a shorter one is read from its start.
    const start = from > size ? 0 : from;
    this.#position = size;
    const entries: JournalEntry[] = [];
    if (size > start) for await (const entry of readEntries(this.#path, { start, end: size - 1 })) entries.push(entry);
    return entries;
  }

  /** Resolves once the entries are on disk. */
  async append(entries: readonly JournalEntry[]): Promise<void> {
    const file = await open(this.#path, "a", 0o600);
    try {
      // An append that was cut short leaves a partial line. The empty line that is usual here is skipped.
      await file.appendFile(`\n${entries.map(journalLine).join("")}`);
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

/** All entries of a file, oldest first. Lines that are no entry are skipped. */
export const readJournal = (path: string): AsyncGenerator<JournalEntry> => readEntries(path, {});

/** @param range bytes, inclusive */
async function* readEntries(path: string, range: { readonly start?: number; readonly end?: number }) {
  const lines = createInterface({ input: createReadStream(path, range), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    const entry = parseJournalLine(line);
    if (entry) yield entry;
  }
}

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0;
    throw error;
  }
};
