// All benchmarks in a short form: one table with peers, limits and targets, and what moved since the stored figures.
// `npm run bench -- [--only NAME,NAME] [--save]`; --save stores the figures and writes docs/performance.md. Exits with
// 1 if a benchmark has no figures.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { movedSince, readFigures, saveFigures } from "./harness/figures.ts";
import { type Figure, isMet, printTable } from "./harness/report.ts";

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
  deposits: [],
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
const missing: string[] = [];
for (const name of names) {
  const figures = await run(name);
  if (!figures) {
    missing.push(name);
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
if (missing.length > 0) {
  console.error(`No figures: ${missing.join(", ")}. The output above says why.`);
  process.exitCode = 1;
}

/** Null if it crashed, or measured nothing. */
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
  const figures = existsSync(summary) ? (JSON.parse(readFileSync(summary, "utf8")) as readonly Figure[]) : [];
  // JSON holds null for the median of nothing.
  return figures.length > 0 && figures.every(({ figure }) => Number.isFinite(figure)) ? figures : null;
}
