// Which test proves which row of the interface, found in the test files by their titles.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ENDPOINTS } from "./endpoints.ts";
import { RESOURCES } from "./resources.ts";
import type { Row, Section } from "./row.ts";
import { RULES } from "./rules.ts";

const TESTS = resolve(import.meta.dirname, "..");

export const SECTIONS: readonly Section[] = [...RESOURCES, ...ENDPOINTS, ...RULES];

/** What is wrong with the rows: a test that is not there, or none at all. */
export const faultsOf = (sections: readonly Section[]): string[] =>
  sections.flatMap(({ title, rows }) =>
    rows.flatMap(({ what, tests }) => [
      ...(tests.length === 0 ? [`${title}: no test proves "${what}"`] : []),
      ...tests
        .filter((test) => !exists(test))
        .map((test) => `${title}: "${what}" names a test that is not there: ${test}`),
    ]),
  );

/** A title stands in its file as a string, of a test or of a case in a table; "…" stands for the rest of one. */
function exists(test: string): boolean {
  const { file, title } = parts(test);
  const path = join(TESTS, `${file}.test.ts`);
  if (!existsSync(path)) return false;
  const text = readFileSync(path, "utf8");
  const isWhole = !title.endsWith("…");
  const start = isWhole ? title : title.slice(0, -1);
  return ['"', "`", "'"].some((quote) => text.includes(quote + start + (isWhole ? quote : "")));
}

function parts(test: string): { readonly file: string; readonly title: string } {
  const [file = "", ...title] = test.split(": ");
  return { file, title: title.join(": ") };
}

export function pageOf(sections: readonly Section[]): string {
  const rows = sections.flatMap((section) => section.rows);
  return `# Which test proves what

Made by \`npm run coverage:interface\` from \`test/interface/\`; \`npm run check\` fails when a row has no test, or names one that is
gone. ${rows.length} rows.
${sections.map(sectionOf).join("")}`;
}

const sectionOf = ({ title, rows }: Section): string =>
  `\n## ${title}\n\n| What | Proved by |\n|---|---|\n${rows.map(lineOf).join("")}`;

const lineOf = ({ what, tests }: Row): string => {
  const links = tests.map(parts).map(({ file, title }) => `[${file}](../test/${file}.test.ts): ${cell(title)}`);
  return `| ${cell(what)} | ${links.join("<br>")} |\n`;
};

const cell = (text: string): string => text.replaceAll("|", "\\|");
