// Compares the page of commands with the CLI, and the scripts named by pages with package.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wholeProgram } from "./checked.ts";
import { ROOT, readPage, readPages } from "./pages.ts";

test("docs/commands.md lists exactly the commands and subcommands of the CLI", () => {
  const { text } = readPage("docs/commands.md");
  const listed = [...text.matchAll(/^\| `([a-z-]+)([^`]*)` \|/gm)].flatMap(([, name = "", rest = ""]) => {
    const [below = ""] = /^ [a-z][a-z\\|-]*/.exec(rest) ?? [];
    return below === ""
      ? [name]
      : below
          .trim()
          .split("\\|")
          .map((word) => `${name} ${word}`);
  });
  const there = wholeProgram.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((below) => `${command.name()} ${below.name()}`),
  );
  expect(listed.sort()).toEqual(there.sort());
});

test("docs/commands.md names the commands that take no --json", () => {
  const [, sentence = ""] =
    /Every command except ([^.]*?) takes `--json`/.exec(readPage("docs/commands.md").text) ?? [];
  const without = wholeProgram.commands.flatMap((command) => {
    const parts = command.commands.length === 0 ? [command] : command.commands;
    return parts
      .filter(({ options }) => !options.some(({ long }) => long === "--json"))
      .map((part) => (part === command ? command.name() : `${command.name()} ${part.name()}`));
  });
  expect([...sentence.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(without.sort());
});

test("every script named by a page is in package.json", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
  const unknown = readPages().flatMap(({ path, text }) =>
    [...text.matchAll(/npm run ([a-z:]+)/g)]
      .filter(([, name = ""]) => !(name in scripts))
      .map(([line]) => `${path}: ${line}`),
  );
  expect(unknown).toEqual([]);
});
