// Runs Stryker on folders or files, by default on all of test/mutation/stryker.config.js: npm run test:mutation -- src/money
// Exits with 1 if fewer than 85 % of the mutants are detected. Options (--concurrency 1) are passed on.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import config from "../test/mutation/stryker.config.js";

const STRYKER = fileURLToPath(new URL("../node_modules/.bin/stryker", import.meta.url));
const CONFIG = "test/mutation/stryker.config.js";
const FOLDER = "/**/*.ts";
const RUNS_MAX = 3;

const included = config.mutate.filter((pattern) => !pattern.startsWith("!"));
const excluded = config.mutate.filter((pattern) => pattern.startsWith("!"));

/** The patterns of a folder or file, within those of the configuration. */
function patternsOf(argument) {
  const path = argument.replace(/\/$/, "");
  const isWithin = included.some(
    (pattern) => pattern.endsWith(FOLDER) && `${path}/`.startsWith(`${pattern.slice(0, -FOLDER.length)}/`),
  );
  if (isWithin) return [path.endsWith(".ts") ? path : path + FOLDER];
  const inside = included.filter((pattern) => pattern === path || pattern.startsWith(`${path}/`));
  if (inside.length === 0) throw new Error(`${argument} is not among the files of ${CONFIG}`);
  return inside;
}

/**
 * Forgets survivors that no test was run against, so that the next run tests them. On a busy machine Vitest may run
 * none, which Stryker takes for a survivor (stryker-js#6073).
 * @returns their number
 */
function forgetUntested() {
  if (!existsSync(config.incrementalFile)) return 0;
  const report = JSON.parse(readFileSync(config.incrementalFile, "utf8"));
  let count = 0;
  for (const file of Object.values(report.files)) {
    const tested = file.mutants.filter(({ status, testsCompleted }) => status !== "Survived" || testsCompleted !== 0);
    count += file.mutants.length - tested.length;
    file.mutants = tested;
  }
  if (count > 0) writeFileSync(config.incrementalFile, JSON.stringify(report));
  return count;
}

const given = process.argv.slice(2);
const firstOption = given.findIndex((argument) => argument.startsWith("--"));
const paths = firstOption === -1 ? given : given.slice(0, firstOption);
const options = firstOption === -1 ? [] : given.slice(firstOption);
const patterns = paths.length === 0 ? included : paths.flatMap(patternsOf);

for (let run = 1; run <= RUNS_MAX; run++) {
  const mutate = [...patterns, ...excluded].join(",");
  const { status } = spawnSync(STRYKER, ["run", CONFIG, "--mutate", mutate, ...options], { stdio: "inherit" });
  process.exitCode = status ?? 1;
  const untested = forgetUntested();
  if (untested === 0) break;
  console.log(`${untested} mutants were not tested${run < RUNS_MAX ? "; testing them again" : ""}.`);
}
