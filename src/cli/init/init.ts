// turnpike init: from a bare Debian machine to a first payment in production. A step that is done is not done again.
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Command, InvalidArgumentError } from "commander";
import { lockDir } from "../../local/process/dir-lock.ts";
import { hasCode } from "../../local/process/system-error.ts";
import { ConfigError } from "../../settings/config.ts";
import { CommandError } from "../output/output.ts";
import { installedEntries } from "./answered.ts";
import { type Answers, parseAnswers } from "./answers.ts";
import { readIfThere } from "./files.ts";
import { at, type Machine, thisMachine } from "./machine.ts";
import { ANSWERS_FILE, CHAINS_FILE, WRITTEN_FILE } from "./places.ts";
import { planOf } from "./plan.ts";
import { askAnswers } from "./questions.ts";
import { filesOf, runSteps, type Say, type Step, showPlan } from "./step.ts";
import { readCurrent } from "./steps/program.ts";
import { otherVersionProblem, requirementProblems } from "./steps/requirements.ts";

const WAIT_MINUTES = 60;
const WAIT_MINUTES_MAX = 10_080; // a week

interface InitOptions {
  readonly answers?: string;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly waitMinutes: number;
}

export const initCommand = (): Command =>
  new Command("init")
    .description(
      "set this Debian machine up, as root: database, keys, relayers, router, services, proxy, first partner and " +
        "first payment. It shows its plan first. Run it again after a failure: it goes on where it stopped",
    )
    .option("--answers <file>", `answers in JSON in place of questions; by default those of ${ANSWERS_FILE}, if any`)
    .option("--dry-run", "show the plan, and change nothing")
    .option("--yes", "do not ask whether the plan is right")
    .option("--wait-minutes <minutes>", "how long to wait for coin that you send", toMinutes, WAIT_MINUTES)
    .action(init);

function toMinutes(text: string): number {
  const minutes = Number(text);
  if (text.trim() !== "" && minutes >= 0 && minutes <= WAIT_MINUTES_MAX) return minutes;
  throw new InvalidArgumentError(`must be a number of minutes from 0 to ${WAIT_MINUTES_MAX}`);
}

/** The folder of this version, which has dist/ and deploy/. */
const RELEASE = realpathSync(join(import.meta.dirname, "../../.."));

async function init(options: InitOptions): Promise<void> {
  const machine = thisMachine();
  await requireMachine(machine);
  const { answers, text } = await readAnswers(machine, options);
  const say: Say = (line) => process.stdout.write(`${line}\n`);
  const setup = {
    machine,
    answers,
    answersText: text,
    release: RELEASE,
    node: nodeToCopy(),
    say,
    waitMinutes: options.waitMinutes,
  };
  const steps = await planOf(setup);
  const left = await showPlan(steps, say);
  if (options.dryRun) return say("Nothing was changed (--dry-run).");
  if (left > 0 && !options.yes) await confirm(left);
  const lock = lockDir("/run", "turnpike-init");
  try {
    await carryOut(steps, left, say);
  } finally {
    lock.release();
  }
}

async function carryOut(steps: readonly Step[], left: number, say: Say): Promise<void> {
  const startedMs = performance.now();
  say("");
  await runSteps(steps, say);
  say("");
  if (left === 0) return say("Everything was done already: nothing was changed.");
  say("Files, with mode and owner:");
  for (const line of filesOf(steps)) say(line);
  say(`Done in ${Math.round((performance.now() - startedMs) / 1_000)} s. What is left to do: docs/init.md#after-it.`);
}

/** @throws CommandError with everything that is wrong with the machine */
async function requireMachine(machine: Machine): Promise<void> {
  const userId = process.getuid?.() ?? -1;
  const nodeVersion = process.versions.node;
  const problems = await requirementProblems({ machine, release: RELEASE, userId, nodeVersion });
  const other = otherVersionProblem(RELEASE, await readCurrent(machine));
  if (other !== null) problems.push(other);
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
}

interface ReadAnswers {
  readonly answers: Answers;
  readonly text: string;
}

/** From the file that is named, or else of an earlier run, or else from questions. */
async function readAnswers(machine: Machine, { answers: named }: InitOptions): Promise<ReadAnswers> {
  const file = named ?? at(machine, ANSWERS_FILE);
  const found = await readFile(file, "utf8").catch((error: unknown) => {
    if (!hasCode(error, "ENOENT")) throw error;
    if (named !== undefined) throw new ConfigError([`--answers: there is no ${named}`]);
    return null;
  });
  if (found === null && !process.stdin.isTTY) {
    throw new CommandError("there are no answers: name a file with --answers, or run it in a terminal");
  }
  const given =
    found === null ? await askAnswers({ input: process.stdin, output: process.stdout }) : parsedJson(found, file);
  const parsed = parseAnswers(given, await readEntries(machine));
  if (parsed.kind === "ok") return { answers: parsed.answers, text: `${JSON.stringify(given, null, 2)}\n` };
  throw new ConfigError(parsed.issues.map(({ field, message }) => `${file}: ${field || "the file"} ${message}`));
}

/** @throws Error if the chains file is none */
async function readEntries(machine: Machine) {
  const [chainsFile, written] = [await readIfThere(machine, CHAINS_FILE), await readIfThere(machine, WRITTEN_FILE)];
  try {
    return installedEntries(chainsFile, written);
  } catch (error) {
    throw new Error(`${CHAINS_FILE}: ${(error as Error).message}`);
  }
}

function parsedJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError([`${file} must be JSON: ${(error as Error).message}`]);
  }
}

/** The units start /usr/bin/node. */
function nodeToCopy(): string | null {
  try {
    return realpathSync("/usr/bin/node") === process.execPath ? null : process.execPath;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return process.execPath;
    throw error;
  }
}

/** @throws CommandError unless a person says yes */
async function confirm(left: number): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError("no terminal to confirm the plan: add --yes");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Do these ${left} steps? [y/N] `).finally(() => terminal.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError("nothing was changed");
}
