// All benchmarks in a short form: one table with peers, limits and targets, and what moved since the stored figures.
// `npm run bench -- [--only NAME,NAME] [--save]`; --save stores the figures and writes docs/performance.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { movedSince, readFigures, saveFigures } from "./figures.ts";
import { type Figure, isMet, printTable } from "./report.ts";

/** Arguments of the short form; the name up to a space is the file's. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  create: ["--seconds", "2"],
  status: ["--seconds", "2"],
  facilitator: ["--rounds", "1"],
  "facilitator with bad payments": ["--rounds", "1", "--bad", "10"],
  waiters: ["--seconds", "8"],
  held: ["--rounds", "1"],
  gas: [],
  webhooks: ["--payments", "200", "--rounds", "1"],
  idle: ["--seconds", "96", "--payments", "10", "--rounds", "1"],
  options: ["--requests", "50"],
  lists: ["--small", "10000", "--large", "1000000", "--samples", "200"],
  startup: [],
};

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: { only: { type: "string" }, save: { type: "boolean" } },
});
const names = given.only?.split(",") ?? Object.keys(SHORT);
const dir = mkdtempSync(join(tmpdir(), "turnpike-bench-summary-"));
const stored = readFigures();
const measured: Record<string, readonly Figure[]> = {};
for (const name of names) {
  const figures = await run(name);
  if (!figures) {
    process.exitCode = 1;
    continue;
  }
  measured[name] = figures;
  if (given.save) saveFigures({ [name]: figures }, given.only === undefined);
}
rmSync(dir, { recursive: true });

const all = Object.values(measured).flat();
printTable(all);
console.log(`${all.filter(isMet).length} of ${all.length} targets are met.`);
for (const line of movedSince(stored, all)) console.log(line);

/** Null if it crashed; its output says why. */
async function run(name: string): Promise<readonly Figure[] | null> {
  const args = SHORT[name];
  if (!args) throw new Error(`There is no benchmark ${name}: choose among ${Object.keys(SHORT).join(", ")}.`);
  const summary = join(dir, `${name}.json`);
  const file = `bench/${name.split(" ")[0]}.ts`;
  console.log(`\n${name} (${[file, ...args].join(" ")})`);
  const child = spawn(process.execPath, ["scripts/run-ts.js", file, ...args, "--summary", summary], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  await once(child, "exit");
  if (existsSync(summary)) return JSON.parse(readFileSync(summary, "utf8")) as readonly Figure[];
  console.error(`${name} failed: its figures are missing.`);
  return null;
}
