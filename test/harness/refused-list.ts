// A list file of refused accounts for a test's server, which the test writes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "viem";
import { afterAll } from "vitest";

export interface RefusedList {
  /** For the setting SCREENING. */
  readonly source: string;
  refuse(...accounts: readonly Address[]): void;
  /** No list any more, but something that cannot be read as one. */
  spoil(): void;
}

/** For a file's tests; it is gone after them. */
export function refusedList(): RefusedList {
  const dir = mkdtempSync(join(tmpdir(), "turnpike-test-refused-"));
  afterAll(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "refused.txt");
  const refuse = (...accounts: readonly Address[]) => writeFileSync(file, ["# refused", ...accounts].join("\n"));
  refuse();
  return { source: `list:${file}`, refuse, spoil: () => writeFileSync(file, "no address") };
}
