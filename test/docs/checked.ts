// Checks blocks that are not run: everything they name must exist.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { turnpikeProgram } from "../../src/cli/program.ts";
import { ROOT } from "./pages.ts";

/** @returns the problems of a script; empty if it has none */
export function faultsOf(script: string): readonly string[] {
  return [...syntaxFaults(script), ...turnpikeFaults(script), ...npmFaults(script), ...fileFaults(script)];
}

function syntaxFaults(script: string): readonly string[] {
  try {
    execFileSync("bash", ["-n"], { input: script, stdio: ["pipe", "ignore", "pipe"], encoding: "utf8" });
    return [];
  } catch (error) {
    return [(error as { stderr: string }).stderr.trim()];
  }
}

/** The command's words, up to the program that it runs (`--`); `<id>` is a placeholder. */
const ONE_COMMAND = /\bturnpike((?: +(?!-- )(?:<[a-z ]+>|[^\s|;&<>()`"']+|"[^"]*"|'[^']*'))*)/g;

/** The rest of a line from its first call, by its path or as an installed program; not the database role. */
const CALLS = /(?:^|[\s;&|(]|\bbin\/)(?<!\brole )turnpike(?= [a-z<-])[^\n]*/gm;

export function turnpikeFaults(script: string): readonly string[] {
  const joined = script.replace(/\\\n\s*/g, " ").replace(/^\s*#.*$/gm, "");
  return [...joined.matchAll(CALLS)].flatMap(([line]) =>
    [...line.matchAll(ONE_COMMAND)].flatMap(([, text = ""]) =>
      callFaults(
        text
          .trim()
          .split(/ +(?![a-z ]*>)/)
          .filter(Boolean),
      ),
    ),
  );
}

const { commands } = await turnpikeProgram([]);
/** The command line with every command loaded. */
export const wholeProgram = await turnpikeProgram(commands.map((command) => command.name()));

/** Commander adds these to every command. */
const EVERYWHERE = ["--help", "--version"];

/** @param words of one call: `partner fees <id> --percentage 0.4` */
export function callFaults(words: readonly string[]): readonly string[] {
  let command = wholeProgram;
  const names = ["turnpike"];
  for (const word of words) {
    if (command.commands.length === 0 || word.startsWith("-") || word.startsWith("<")) break;
    const below = command.commands.find((each) => each.name() === word);
    if (!below) return [`unknown command ${[...names, word].join(" ")}`];
    names.push(word);
    command = below;
  }
  const known = [...EVERYWHERE, ...command.options.map(({ long }) => long)];
  const flags = words.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0] ?? word);
  return flags.filter((flag) => !known.includes(flag)).map((flag) => `${names.join(" ")} has no ${flag}`);
}

const BUILT_IN = ["ci", "start", "test", "install"];
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };

const npmFaults = (script: string): readonly string[] =>
  [...script.matchAll(/\bnpm (?:run )?([a-z:-]+)/g)]
    .filter(([, name = ""]) => !BUILT_IN.includes(name) && !(name in scripts))
    .map(([line]) => `package.json knows no ${line}`);

/** Paths in the project's own folders, in full or up to a wildcard. */
const OWN_FILE = /(?<![\w/.])(?:deploy|test|scripts|docs|contracts|src|bench)\/[\w./@-]+/g;

const fileFaults = (script: string): readonly string[] =>
  [...script.matchAll(OWN_FILE)]
    .filter(([path]) => !existsSync(join(ROOT, path)))
    .map(([path]) => `missing path ${path}`);
