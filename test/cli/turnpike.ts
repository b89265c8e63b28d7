// Runs the compiled command line as its user would.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished } from "vitest";

export const TURNPIKE = resolve(import.meta.dirname, "../../dist-test/cli/main.js");

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that hangs is killed, and its test fails. */
const COMMAND_MS_MAX = 30_000;

/** Passes on nothing of the test's own environment except PATH. */
export function turnpike(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Answer> {
  const env = { PATH: process.env.PATH, ...environment };
  return new Promise((answered) => {
    const command = execFile(
      process.execPath,
      [TURNPIKE, ...args],
      { env, timeout: COMMAND_MS_MAX },
      (_, stdout, stderr) => answered({ code: command.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** The JSON printed by a command, which must succeed and print nothing else. */
export async function json<T>(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<T> {
  const answer = await turnpike([...args, "--json"], environment);
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
