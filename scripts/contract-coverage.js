// Fails unless Foundry's tests run every line and function of our contracts and take every branch that Foundry sees.
// It sees no assembly, which therefore may not branch, and counts as run if the statement before it ran.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const FOLDER = ".cache/foundry/coverage";
const REPORT = `${FOLDER}/report.lcov`;
const OTHERS = "node_modules|contracts/test/|contracts/local/|test/foundry/";
/** Without compiled contracts of its own, the next `forge test` would have to compile again. */
const ENVIRONMENT = { FOUNDRY_PROFILE: "default", FOUNDRY_OUT: `${FOLDER}/out`, FOUNDRY_CACHE_PATH: FOLDER };

/**
 * Maps each line of assembly to the number of the measured line before it, or 0 if a block of Solidity ends in between.
 * @throws if assembly branches
 */
function linesBeforeAssembly(file, measured) {
  const before = new Map();
  let depth = 0;
  let last = 0;
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
    const code = line.replace(/\/\/.*/, "").trim();
    if (depth === 0 && !/\bassembly\b.*\{/.test(code)) {
      if (measured.has(index + 1)) last = index + 1;
      else if (code === "}") last = 0;
      continue;
    }
    before.set(index + 1, last);
    if (/\b(if|switch|for|function)\b/.test(code)) {
      throw new Error(`${file}:${index + 1} branches in assembly, which cannot be measured: branch in Solidity.`);
    }
    depth += code.split("{").length - code.split("}").length;
  }
  return before;
}

/** One file's record of the report: how often each line, branch and function ran. */
function recordOf(text) {
  const fields = text.trim().split("\n");
  const ofType = (type) =>
    fields.filter((field) => field.startsWith(`${type}:`)).map((field) => field.slice(type.length + 1).split(","));
  return {
    file: ofType("SF")[0]?.[0],
    lines: new Map(ofType("DA").map(([line, hits]) => [Number(line), Number(hits)])),
    branches: ofType("BRDA").map(([line, , , hits]) => ({ line, isTaken: hits !== "-" && hits !== "0" })),
    functions: ofType("FNDA").map(([hits, name]) => ({ name, isCalled: hits !== "0" })),
  };
}

function gapsOf({ file, lines, branches, functions }) {
  const before = linesBeforeAssembly(file, lines);
  return [
    ...[...lines]
      .filter(([line]) => !lines.get(before.get(line) ?? line))
      .map(([line]) => `${file}:${line} never runs`),
    ...branches.filter(({ isTaken }) => !isTaken).map(({ line }) => `${file}:${line} has a branch that is never taken`),
    ...functions.filter(({ isCalled }) => !isCalled).map(({ name }) => `${file}: ${name} is never called`),
  ];
}

mkdirSync(FOLDER, { recursive: true });
rmSync(REPORT, { force: true });
const options = ["--ir-minimum", "--exclude-tests", "--no-match-coverage", OTHERS];
execFileSync("forge", ["coverage", ...options, "--report", "lcov", "--report-file", REPORT], {
  env: { ...process.env, ...ENVIRONMENT },
  stdio: ["ignore", "ignore", "inherit"],
});
const records = readFileSync(REPORT, "utf8")
  .split("end_of_record")
  .map(recordOf)
  .filter(({ file }) => file);
const gaps = records.flatMap(gapsOf);
for (const gap of gaps) console.error(gap);
const count = (name) => records.reduce((sum, record) => sum + (record[name].size ?? record[name].length), 0);
if (gaps.length > 0 || count("branches") === 0) process.exitCode = 1;
else {
  const what = `${count("lines")} lines, ${count("functions")} functions and ${count("branches")} branches`;
  console.log(`The tests reach all ${what} of ${records.length} files.`);
}
