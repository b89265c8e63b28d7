// Fails unless Foundry's tests reach every line of our contracts and take every branch both ways. Branches are measured
// in the bytecode, so that each operand of `&&`, each loop and each `if` without `else` counts.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const LINES = ".cache/foundry/coverage.lcov";
/** Where Foundry writes each contract's instructions with the times they ran. */
const BYTECODE = "bytecode-coverage";
const OURS = /^contracts\/[^/]+\.sol$/;
/** The router of the tests, which has all of our code. */
const ROUTER = `${BYTECODE}/RecordingRouter.asm`;
/** [times run] counter: OPCODE operand // file: line:column-line:column (start-end in bytes) */
const INSTRUCTION = /^(?:\[(\d+)\])? +([0-9a-f]{8}): (\S+)(?: (0x\S+))? *(?:\/\/ (\S+): (\d+)\S+ \((\d+)-(\d+)\))?/;
/** Compiler-generated: `settle` decoded its arguments first, so `msg.data` is longer than these bounds of slices. */
const ALWAYS_TRUE = { file: "contracts/Frame.sol", text: /^0x[0-9a-f]+$/ };

/**
 * Numbers of the lines of assembly, which Foundry does not see. They run whenever the branch around them is taken.
 * @throws if one of them branches
 */
function assemblyLines(file) {
  const inside = new Set();
  let depth = 0;
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
    const code = line.replace(/\/\/.*/, "");
    if (depth === 0 && !/\bassembly\b.*\{/.test(code)) continue;
    if (depth > 0) inside.add(index + 1);
    if (/\b(if|switch|for|function)\b/.test(code)) {
      throw new Error(`${file}:${index + 1} branches in assembly, which cannot be measured: branch in Solidity.`);
    }
    depth += code.split("{").length - code.split("}").length;
  }
  return inside;
}

/** @returns our files' names, and what never runs in them */
function missingLines() {
  const files = [];
  const gaps = [];
  for (const record of readFileSync(LINES, "utf8").split("end_of_record")) {
    const fields = record.trim().split("\n");
    const file = fields.find((field) => field.startsWith("SF:"))?.slice("SF:".length) ?? "";
    if (!OURS.test(file)) continue;
    files.push(file);
    const assembly = assemblyLines(file);
    for (const [type, line, hits] of fields.map((field) => field.split(/[:,]/))) {
      if (type === "DA" && hits === "0" && !assembly.has(Number(line))) gaps.push(`${file}:${line} never runs`);
      if (type === "FNDA" && line === "0") gaps.push(`${file}: ${hits} is never called`);
    }
  }
  return { files, gaps };
}

/** @returns the number of conditional jumps that our code causes, and those that always go the same way */
function oneWayBranches() {
  const instructions = readFileSync(ROUTER, "utf8").trim().split("\n").map(instructionOf);
  const hitsAt = new Map(instructions.map(({ counter, hits }) => [counter, hits]));
  const jumps = instructions
    .map((instruction, i) => ({ ...instruction, before: instructions[i - 1], next: instructions[i + 1] }))
    .filter(({ opcode, file }) => opcode === "JUMPI" && OURS.test(file));
  const gaps = [];
  for (const { hits, before, next, file, line, start, end } of jumps) {
    // Either target may be where both ways meet again. It then runs as often as the jump; the other target does not.
    const targets = [next.hits, hitsAt.get(Number(before.operand))];
    if (targets.some((times) => times > 0 && times < hits)) continue;
    const text = readFileSync(file).subarray(start, end).toString();
    if (file === ALWAYS_TRUE.file && ALWAYS_TRUE.text.test(text)) continue;
    gaps.push(`${file}:${line} always goes the same way: ${text.split("\n")[0]}`);
  }
  return { count: jumps.length, gaps };
}

function instructionOf(text) {
  const [, hits = "0", counter, opcode, operand, file = "", line, start, end] = INSTRUCTION.exec(text) ?? [];
  if (opcode === undefined) throw new Error(`Foundry wrote an instruction in another form: ${text}`);
  return { hits: Number(hits), counter: Number(`0x${counter}`), opcode, operand, file, line, start, end };
}

try {
  const reports = ["--report", "lcov", "--report-file", LINES, "--report", "bytecode"];
  execFileSync("forge", ["coverage", "--ir-minimum", "--exclude-tests", ...reports], {
    env: { ...process.env, FOUNDRY_PROFILE: "default" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const lines = missingLines();
  const branches = oneWayBranches();
  const gaps = [...lines.gaps, ...branches.gaps];
  for (const gap of gaps) console.error(gap);
  if (gaps.length > 0 || lines.files.length === 0 || branches.count === 0) process.exitCode = 1;
  else
    console.log(
      `The tests reach all lines of ${lines.files.length} files and both ways of ${branches.count} branches.`,
    );
} finally {
  rmSync(BYTECODE, { recursive: true, force: true });
}
