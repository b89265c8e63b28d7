// The console's messages are complete in each language, and translated pages contain no other text.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ar } from "../../locales/console/ar.ts";
import { de } from "../../locales/console/de.ts";
import { en, type Messages } from "../../locales/console/en.ts";
import { es } from "../../locales/console/es.ts";
import { zh } from "../../locales/console/zh.ts";
import { SHELLS } from "../../src/pages/catalogues.ts";
import { LANGUAGES, type Language } from "../../src/pages/messages/languages.ts";
import { expectComplete, expectPlurals, messagesIn } from "../pages/complete.ts";
import { visibleTextIn } from "./visible-text.ts";

const CATALOGUES: Readonly<Record<Language, Messages>> = { en, de, es, zh, ar };

describe.each(LANGUAGES)("%s", (language) => {
  test("has no empty message, and the English placeholders in each", () => expectComplete(CATALOGUES[language], en));
  test("has the language's plural forms", () => expectPlurals(CATALOGUES[language], language));
  test("has no empty message without its program, and no markup, because these are inserted unescaped", () => {
    expectComplete(SHELLS[language], SHELLS.en);
    for (const [path, message] of messagesIn(SHELLS[language])) expect(message, path).not.toMatch(/[<>&"]/);
  });
});

const CONSOLE = join(import.meta.dirname, "../../src/browser/console");
const foldersIn = (folder: string) => readdirSync(join(CONSOLE, folder)).map((name) => `${folder}/${name}`);

test.each([...foldersIn("app"), ...foldersIn("pages")])("%s contains no text outside its messages", (folder) => {
  const files = readdirSync(join(CONSOLE, folder), { encoding: "utf8", recursive: true }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const file = join(CONSOLE, folder, name);
    expect(visibleTextIn(file, readFileSync(file, "utf8")), name).toEqual([]);
  }
});

test.each<[source: string, found: readonly string[]]>([
  ["<p>Save</p>", ["Save"]],
  ['<Button aria-label="Save" />', ["Save"]],
  ['<p>{isOld ? "old" : texts.young}</p>', ["old"]],
  ["<p>{`Save`}</p>", ["Save"]],
  ['show({ title: "Saved" })', ["Saved"]],
  ['const ADVICE = "A few words are fine."', ["A few words are fine."]],
  ["<h1>Turnpike</h1>", []],
  ["<code>turnpike key create</code>", []],
  ['<input placeholder="203.0.113.7, 2001:db8::/32" type="text" />', []],
  ['<div className="wide" style={{ border: "1px solid var(--edge)" }} />', []],
  ['throw new Error("no language is loaded")', []],
])("text in %s: %j", (source, found) => {
  expect(visibleTextIn("a.tsx", source)).toEqual(found);
});
