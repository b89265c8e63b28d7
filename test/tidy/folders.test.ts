// Folders hold few loose files, and have names from the glossary.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./sources.ts";

const LOOSE_FILES_MAX = 20;

describe("folders", () => {
  const folders = ["src", "test", "bench", "locales"].flatMap((top) => [top, ...foldersIn(join(ROOT, top))]);

  test(`hold at most ${LOOSE_FILES_MAX} loose files`, () => {
    const looseIn = (folder: string): number =>
      readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isFile()).length;
    expect(folders.filter((folder) => looseIn(folder) > LOOSE_FILES_MAX)).toEqual([]);
  });

  test("have names from the glossary", () => {
    const glossary = readFileSync(join(ROOT, "STYLE.md"), "utf8").split("## Folder names")[1]?.split("\n## ")[0] ?? "";
    const names = new Set([...glossary.matchAll(/`([a-z0-9-]+)`/g)].map(([, name]) => name));
    const unknown = folders.filter(
      (folder) => folder.includes("/") && !names.has(folder.split("/").at(-1) ?? "") && !isNamedByItsParent(folder),
    );
    expect(unknown).toEqual([]);
    const used = new Set(folders.flatMap((folder) => folder.split("/")));
    expect([...names].filter((name) => name && !used.has(name))).toEqual([]);
  });
});

/** Folders of one endpoint's tests, of one benchmark and of one tool are named after it. */
const isNamedByItsParent = (folder: string): boolean =>
  /^(test\/routes\/[^/]+\/|bench\/|test\/medusa\/|test\/runtimes\/)/.test(folder);

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(node_modules|generated)(\/|$)/.test(path));
}
