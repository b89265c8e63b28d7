// Runs commands of the command line.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { reportFailure } from "../../src/cli/output/output.ts";
import { turnpikeProgram } from "../../src/cli/program.ts";
import { environmentOf } from "../harness/server/environment.ts";

export const TURNPIKE = resolve(import.meta.dirname, "../../dist-test/cli/main.js");

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that hangs is killed, and its test fails. */
const COMMAND_MS_MAX = 30_000;

/**
 * Runs the compiled command line as its user would.
 * @param cwd its folder, with the .turnpike that is used by default
 */
export function turnpikeProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd?: string,
  program = TURNPIKE,
): Promise<Answer> {
  return new Promise((answered) => {
    const command = execFile(
      process.execPath,
      [program, ...args],
      {
        env: cwd === undefined ? environmentOf(environment) : { PATH: process.env.PATH, ...environment },
        timeout: COMMAND_MS_MAX,
        cwd,
      },
      (_, stdout, stderr) => answered({ code: command.exitCode ?? -1, stdout, stderr }),
    );
  });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * The same command in the test's process, without half a second of start. Commands run one at a time, because output
 * and environment belong to the process. The log is not captured, and the embedded database would stay.
 */
export function turnpike(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Answer> {
  const answer = last.then(() => runHere(args, environmentOf(environment)));
  last = answer.catch(() => {});
  return answer;
}

class Exit extends Error {}

async function runHere(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Answer> {
  const { env, exitCode } = process;
  const written = { stdout: "", stderr: "" };
  const replaced = [
    ...(["stdout", "stderr"] as const).map((name) =>
      vi.spyOn(process[name], "write").mockImplementation((text) => {
        written[name] += text;
        return true;
      }),
    ),
    // Commander exits after --help, and after words that it does not understand.
    vi.spyOn(process, "exit").mockImplementation((code) => {
      process.exitCode = code ?? 0;
      throw new Exit();
    }),
  ];
  process.env = environment;
  process.exitCode = 0;
  try {
    await (await turnpikeProgram(args)).parseAsync(args, { from: "user" }).catch((error: unknown) => {
      if (!(error instanceof Exit)) reportFailure(error);
    });
    return { code: Number(process.exitCode), ...written };
  } finally {
    process.env = env;
    process.exitCode = exitCode;
    for (const each of replaced) each.mockRestore();
  }
}

/** The JSON printed by a command, which must succeed and print nothing else. */
export async function json<T>(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  run = turnpike,
): Promise<T> {
  const answer = await run([...args, "--json"], environment);
  expect(answer).toMatchObject({ code: 0, stderr: "" });
  expect(answer.stdout.trim().split("\n")).toHaveLength(1);
  return JSON.parse(answer.stdout) as T;
}

/** A directory that is removed after the test. */
export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-cli-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }));
  return dir;
}

/** A chains file with these entries, for CHAINS_FILE. */
export async function chainsFileOf(...entries: readonly object[]): Promise<string> {
  const file = join(await temporaryDir(), "chains.json");
  await writeFile(file, JSON.stringify(entries));
  return file;
}
