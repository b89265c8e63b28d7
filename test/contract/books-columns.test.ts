// The page of the books lists each column of the CSV, and each word of its cells.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { GERMAN_HEAD, GERMAN_WORDS } from "../../src/contract/books/books-german.ts";

test("docs/operations/books.md has the CSV's columns in their order, with their words", async () => {
  const page = await readFile("docs/operations/books.md", "utf8");
  const [, columns = ""] = page.split("## Columns\n");
  const rows = [...columns.matchAll(/^\| `(\w+)` \| `([^`]+)` \| (.+) \|$/gm)];
  expect(rows.map(([, column, german]) => [column, german])).toEqual(Object.entries(GERMAN_HEAD));
  const listed = rows.flatMap(([, column = "", , text = ""]) =>
    ["kind", "exception", "rate_sources", "pays_out"].includes(column) ? text.match(/`\w+`/g) : [],
  );
  expect(listed.toSorted()).toEqual(
    Object.keys(GERMAN_WORDS)
      .map((word) => `\`${word}\``)
      .toSorted(),
  );
});
