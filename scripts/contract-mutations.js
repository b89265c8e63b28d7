// Breaks the rules of test/foundry/mutations.js one by one and expects Foundry's tests to fail each time. All are
// compiled at once, each behind `Mutation.on(number)`, because compiling takes longer than the tests.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MUTATIONS } from "../test/foundry/mutations.js";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const FOLDER = ".cache/foundry/mutations";
const COPIED = ["contracts", "test/foundry", "foundry.toml", "scripts/solc.js", "package.json", ".cache/permit2.json"];
/** Foundry would repeat a mutation's failing values for the next, and fail because of fewer values. */
const FAILURES = `${FOLDER}/.cache/foundry/failures`;
/** The first test that failed: an invariant is named after the calls that broke it, or only in a line of JSON. */
const FAILED = /\[FAIL[^\n]*?\] (\w+)|"event":"failure","invariant":"(\w+)"/;
/** Enough for a test that a mutation makes slow. */
const TIMEOUT_MS = 300_000;
/** The tests without random values notice most mutations, and take milliseconds. */
const QUICK = "RulesTest|RefusalsTest|DepositsTest|RecoveriesTest|TransfersTest";
/** Quick to compile and run: a failing sequence is not made shorter. */
const ENVIRONMENT = {
  ...process.env,
  FOUNDRY_PROFILE: "default",
  FOUNDRY_OPTIMIZER: "false",
  FOUNDRY_FUZZ_RUNS: "32",
  FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: "0",
};

/** Foundry's cheatcode reads the number, so that it needs no place in the contract's storage. */
const SWITCH = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;
import {Vm} from "forge-std/Vm.sol";
library Mutation {
    function on(uint256 number) internal view returns (bool) {
        return Vm(address(uint160(uint256(keccak256("hevm cheat code"))))).envOr("MUTATION", uint256(0)) == number;
    }
}
`;

/**
 * The position in the file's text at which a mutation's part starts.
 * @throws unless the text has it once
 */
function placeOf(text, file, from) {
  const [, before, part, after] = /^(.*)«(.*)»(.*)$/s.exec(from) ?? [from, "", from, ""];
  if (text.split(before + part + after).length !== 2) throw new Error(`${file} must have this text once: ${from}`);
  return { start: text.indexOf(before + part + after) + before.length, part };
}

/** Makes a statement or an expression a choice between itself and its mutations. */
function choice(from, mutations) {
  return mutations.reduceRight(
    (otherwise, { number, to }) =>
      from.endsWith(";")
        ? `if (Mutation.on(${number})) { ${to} } else { ${otherwise} }`
        : `(Mutation.on(${number}) ? ${to} : ${otherwise})`,
    from,
  );
}

function prepare(mutations) {
  for (const path of COPIED) {
    rmSync(join(FOLDER, path), { recursive: true, force: true });
    mkdirSync(join(FOLDER, path, ".."), { recursive: true });
    cpSync(path, join(FOLDER, path), { recursive: true });
  }
  if (!existsSync(join(FOLDER, "node_modules"))) {
    symlinkSync(join(process.cwd(), "node_modules"), join(FOLDER, "node_modules"));
  }
  writeFileSync(join(FOLDER, "contracts/Mutation.sol"), SWITCH);
  for (const [name, ofFile] of Map.groupBy(mutations, ({ file }) => file)) {
    const file = join(FOLDER, "contracts", name);
    const original = readFileSync(file, "utf8");
    const places = [...Map.groupBy(ofFile, ({ from }) => from)].map(([from, all]) => ({
      ...placeOf(original, name, from),
      all,
    }));
    let text = original;
    for (const { start, part, all } of places.sort((a, b) => b.start - a.start)) {
      text = text.slice(0, start) + choice(part, all) + text.slice(start + part.length);
    }
    writeFileSync(file, text.replace(/^pragma.*$/m, '$&\nimport {Mutation} from "./Mutation.sol";'));
  }
  // A switch is a call, which no pure function may make.
  for (const folder of ["contracts", "test/foundry"]) {
    for (const name of readdirSync(join(FOLDER, folder)).filter((name) => name.endsWith(".sol"))) {
      const file = join(FOLDER, folder, name);
      writeFileSync(file, readFileSync(file, "utf8").replace(/\bpure\b/g, "view"));
    }
  }
}

/** @returns Foundry's output and whether its tests passed. With --fail-fast, its status may be 0 after a failure. */
function test(number, options = []) {
  rmSync(FAILURES, { recursive: true, force: true });
  const { status, stdout, stderr, error } = spawnSync("forge", ["test", "--color", "never", ...options], {
    cwd: FOLDER,
    env: { ...ENVIRONMENT, MUTATION: String(number) },
    encoding: "utf8",
    timeout: TIMEOUT_MS,
  });
  const isStuck = error?.code === "ETIMEDOUT";
  return { passed: status === 0 && !stdout.includes("[FAIL"), isStuck, output: `${stdout}${stderr}` };
}

const wanted = process.argv.slice(2).map(Number);
const mutations = MUTATIONS.map(([file, from, to], i) => ({ number: i + 1, file, from, to }));
prepare(mutations);
execFileSync("forge", ["build"], { cwd: FOLDER, env: ENVIRONMENT, stdio: ["ignore", "ignore", "inherit"] });
const unchanged = test(0);
if (!unchanged.passed) throw new Error(`The tests fail without a mutation:\n${unchanged.output}`);
let survivors = 0;
for (const { number, file, from, to } of mutations) {
  if (wanted.length > 0 && !wanted.includes(number)) continue;
  const quickly = test(number, ["--match-contract", QUICK]);
  const { passed, isStuck, output } = quickly.passed ? test(number) : quickly;
  const failure = isStuck ? "the tests did not end" : FAILED.exec(output)?.slice(1).find(Boolean);
  if (!passed && failure === undefined) throw new Error(`Mutation ${number} did not run:\n${output}`);
  if (passed) ++survivors;
  console.log(`${number} ${file}: ${from} -> ${to || "nothing"}: ${failure ?? "SURVIVED"}`);
}
if (survivors > 0) process.exitCode = 1;
