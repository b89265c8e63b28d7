// turnpike task: runs a program from a timer and stores its result, which the metrics show.
import { spawn } from "node:child_process";
import { constants, hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import type { TaskRun } from "../../operations/ports/monitoring/tasks.ts";
import { RELEASES } from "../../releases.ts";
import { parseConfig, readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { durationText, table } from "../output/text.ts";
import { isUpgrading, upgradedMs } from "../releases/layout.ts";

/** A day, and two hours for a run that takes longer than the last. The doctor's timer starts every 5 minutes. */
const DUE_MIN = 26 * 60;
const DOCTOR_DUE_MIN = 15;
const TIMEOUT_MIN = 60;
/** As timeout(1) of coreutils. */
const TIMED_OUT = 124;
/** As a shell. */
const [NOT_FOUND, SIGNAL_BASE] = [127, 128];
/** As an invalid setting. */
const NOT_STORED = 2;
/** From SIGTERM to SIGKILL. */
const GRACE_MS = 10_000;
/** Less than the doctor's due time. */
const UPGRADE_MS_MAX = 10 * 60_000;
const UPGRADE_POLLED_MS = 500;

interface RunOptions {
  readonly dueMin?: number;
  readonly timeoutMin: number;
}

export const taskCommand = (): Command =>
  new Command("task")
    .description("tasks that timers start, for example backups: run them, and list their last runs")
    .addCommand(
      new Command("run")
        .description("run a program, and store its exit code for the metrics; exits with that code")
        .argument("<task>", "its name in metrics and alerts, for example backup", toTask)
        .argument("<program>", "the program")
        .argument("[arguments...]", "its arguments, after --")
        .option(
          "--due-min <minutes>",
          `the next run must finish within this time: by default ${DUE_MIN} (of the doctor ${DOCTOR_DUE_MIN})`,
          toMinutes,
        )
        .option("--timeout-min <minutes>", "the program is ended after this time (code 124)", toMinutes, TIMEOUT_MIN)
        .action(run),
    )
    .addCommand(
      new Command("list").description("list the last run of each task").option("--json", "print JSON").action(list),
    )
    .addCommand(
      new Command("forget")
        .description("forget a task that no longer runs, which would be overdue")
        .argument("<task>", "its name", toTask)
        .option("--host <host>", "the machine on which it ran", hostname())
        .action(forget),
    );

function toTask(text: string): string {
  if (/^[a-z][a-z0-9-]{0,39}$/.test(text)) return text;
  throw new InvalidArgumentError("it must be a word of a-z, 0-9 and -, at most 40 characters long.");
}

const MINUTES_MAX = 60 * 24 * 366;
function toMinutes(text: string): number {
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MINUTES_MAX) return minutes;
  throw new InvalidArgumentError(`it must be whole minutes, from 1 to ${MINUTES_MAX}.`);
}

async function run(task: string, program: string, args: readonly string[], options: RunOptions): Promise<void> {
  // Before the program, which may run for hours. Other settings than the database's are the program's own affair.
  const { config, problems } = parseConfig();
  const ofDatabase = problems.filter((problem) => problem.startsWith("DATABASE_"));
  for (const problem of ofDatabase) process.stderr.write(`turnpike: the result cannot be stored: ${problem}\n`);
  const startedMs = performance.now();
  const attempt = () => runProgram(program, args, options.timeoutMin * 60_000);
  const exitCode = await outsideUpgrades(attempt, RELEASES);
  const tookMs = performance.now() - startedMs;
  const nextWithinS = (options.dueMin ?? (task === "doctor" ? DOCTOR_DUE_MIN : DUE_MIN)) * 60;
  process.exitCode = exitCode || (ofDatabase.length > 0 ? NOT_STORED : 0);
  if (ofDatabase.length > 0) return;
  await withStore(config, ({ tasks }) => tasks.record({ task, host: hostname(), tookMs, exitCode, nextWithinS }));
}

/**
 * Processes restart during an upgrade or rollback of this machine, and a check that fails then says nothing. So the
 * program runs again after it.
 * @param releases null: not an installed release
 */
export async function outsideUpgrades(attempt: () => Promise<number>, releases: string | null): Promise<number> {
  const startedMs = Date.now();
  const exitCode = await attempt();
  if (exitCode === 0 || releases === null) return exitCode;
  if (!isUpgrading(releases) && upgradedMs(releases) < startedMs) return exitCode;
  process.stderr.write("turnpike: it failed during an upgrade, so it runs again after it\n");
  const endMs = performance.now() + UPGRADE_MS_MAX;
  while (isUpgrading(releases) && performance.now() < endMs) await sleep(UPGRADE_POLLED_MS);
  return attempt();
}

/**
 * Ends the program with all that it started, when its time is over and when this command is stopped.
 * @returns its exit code, or the one that a shell would have
 */
export function runProgram(program: string, args: readonly string[], timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], detached: true });
    const { pid } = child;
    const end = (signal: NodeJS.Signals): void => {
      try {
        if (pid !== undefined) process.kill(-pid, signal);
      } catch {
        // It has ended by itself.
      }
    };
    const stop = (): void => end("SIGTERM");
    process.on("exit", stop);
    let isLate = false;
    let killer: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => {
      isLate = true;
      process.stderr.write(
        `turnpike: ${program} is ended: it has not finished within ${Math.round(timeoutMs / 1_000)} s\n`,
      );
      stop();
      killer = setTimeout(() => end("SIGKILL"), GRACE_MS);
    }, timeoutMs);
    const settle = (act: () => void): void => {
      process.off("exit", stop);
      clearTimeout(timer);
      clearTimeout(killer);
      act();
    };
    child.on("error", (error) =>
      settle(() => {
        if (pid !== undefined) return reject(error);
        process.stderr.write(`turnpike: ${program} cannot be started: ${error.message}\n`);
        resolve(NOT_FOUND);
      }),
    );
    child.on("exit", (code, signal) =>
      settle(() => resolve(isLate ? TIMED_OUT : (code ?? SIGNAL_BASE + constants.signals[signal ?? "SIGKILL"]))),
    );
  });
}

async function list(options: OutputOptions): Promise<void> {
  const runs = await withStore(readConfig(), ({ tasks }) => tasks.list());
  print(options, runs, table(HEAD, runs.map(toCells), "No task has run yet. See turnpike task run --help."));
}

export const HEAD = ["task", "host", "result", "finished", "took", "last success"] as const;

export const toCells = ({ task, host, exitCode, ageS, tookMs, successAgeS, overdueS }: TaskRun): readonly string[] => [
  task,
  host,
  overdueS > 0 ? `overdue for ${durationText(overdueS)}` : exitCode === 0 ? "ok" : `failed (exit code ${exitCode})`,
  `${durationText(ageS)} ago`,
  durationText(tookMs / 1_000),
  successAgeS === null ? "never" : `${durationText(successAgeS)} ago`,
];

async function forget(task: string, { host }: { readonly host: string }): Promise<void> {
  const isForgotten = await withStore(readConfig(), ({ tasks }) => tasks.forget(task, host));
  if (!isForgotten) throw new CommandError(`no run of ${task} on ${host} is stored: see turnpike task list`);
  print({}, null, [`${task} on ${host} is forgotten`]);
}
