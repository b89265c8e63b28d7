// A list file of refused accounts that the test writes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "viem";
import { afterAll } from "vitest";

export interface RefusedList {
  /** A value of the setting SCREENING. */
  readonly source: string;
  refuse(...accounts: readonly Address[]): void;
  /** Replaces the list with unreadable content. */
  spoil(): void;
}

/** Serves one test file; removed after its tests. */
export function refusedList(): RefusedList {
  const dir = mkdtempSync(join(tmpdir(), "turnpike-test-refused-"));
  afterAll(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "refused.txt");
  const refuse = (...accounts: readonly Address[]) => writeFileSync(file, ["# refused", ...accounts].join("\n"));
  refuse();
  return { source: `list:${file}`, refuse, spoil: () => writeFileSync(file, "no address") };
}
