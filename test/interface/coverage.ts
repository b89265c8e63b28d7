// The tests that prove each row of the interface, found in the test files by their titles.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ENDPOINTS } from "./endpoints.ts";
import { RESOURCES } from "./resources.ts";
import type { Section } from "./row.ts";
import { RULES } from "./rules.ts";

const TESTS = resolve(import.meta.dirname, "..");

export const SECTIONS: readonly Section[] = [...RESOURCES, ...ENDPOINTS, ...RULES];

/** The problems of the rows: no test, or a missing one. */
export const faultsOf = (sections: readonly Section[]): string[] =>
  sections.flatMap(({ title, rows }) =>
    rows.flatMap(({ what, tests }) => [
      ...(tests.length === 0 ? [`${title}: "${what}" has no test`] : []),
      ...tests.filter((test) => !exists(test)).map((test) => `${title}: "${what}" names a missing test: ${test}`),
    ]),
  );

/** Looks for the title as a string in its file: a test's name or a case of a table. A trailing "…" matches any rest. */
function exists(test: string): boolean {
  const [file = "", ...rest] = test.split(": ");
  const title = rest.join(": ");
  const path = join(TESTS, `${file}.test.ts`);
  if (!existsSync(path)) return false;
  const text = readFileSync(path, "utf8");
  const isWhole = !title.endsWith("…");
  const start = isWhole ? title : title.slice(0, -1);
  return ['"', "`", "'"].some((quote) => text.includes(quote + start + (isWhole ? quote : "")));
}
