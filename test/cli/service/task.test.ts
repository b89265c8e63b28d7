// turnpike task: the result of a program that a timer starts is stored, however the program ends.
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { runProgram } from "../../../src/cli/service/task.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { query } from "../../local/query.ts";
import { json, temporaryDir, turnpike } from "../turnpike.ts";

let database: FreshDatabase;
let settings: Readonly<Record<string, string>>;
beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  settings = { DATABASE_URL: database.databaseUrl };
});
afterAll(() => database.drop());

interface Run {
  readonly task: string;
  readonly exitCode: number;
  readonly successAgeS: number | null;
  readonly overdueS: number;
}

const runOf = async (task: string): Promise<Run | undefined> =>
  (await json<Run[]>(["task", "list"], settings)).find((run) => run.task === task);

test("the exit code is the program's, and the last success is kept", async () => {
  expect(await turnpike(["task", "run", "backup", "--", "true"], settings)).toMatchObject({ code: 0, stderr: "" });
  expect(await runOf("backup")).toMatchObject({ exitCode: 0, successAgeS: expect.any(Number), overdueS: 0 });
  const failed = await turnpike(["task", "run", "backup", "--", "sh", "-c", "exit 3"], settings);
  expect(failed.code).toBe(3);
  expect(await runOf("backup")).toMatchObject({ exitCode: 3, successAgeS: expect.any(Number) });
  const { stdout } = await turnpike(["task", "list"], settings);
  expect(stdout).toMatch(/^backup +\S+ +failed \(exit code 3\) +\S+ \d* ?s ago/m);
});

test("a task that never succeeded says so", async () => {
  await turnpike(["task", "run", "never", "--", "false"], settings);
  expect(await runOf("never")).toMatchObject({ exitCode: 1, successAgeS: null });
});

test("a program that does not exist counts as failed", async () => {
  const { code, stderr } = await turnpike(["task", "run", "missing", "--", "/nowhere/backup"], settings);
  expect([code, stderr]).toEqual([127, expect.stringContaining("/nowhere/backup cannot be started")]);
  expect(await runOf("missing")).toMatchObject({ exitCode: 127 });
});

test("a program that hangs is ended in time, with all that it started", async () => {
  const dir = await temporaryDir();
  const pidFile = join(dir, "pid");
  expect(await runProgram("sh", ["-c", `sleep 600 & echo $! > ${pidFile}; wait`], 2_000)).toBe(124);
  const pid = Number(await readFile(pidFile, "utf8"));
  await expect.poll(() => isAlive(pid)).toBe(false);
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a program that a signal ends has its number, as in a shell", async () => {
  expect(await runProgram("sh", ["-c", "kill -9 $$"], 60_000)).toBe(137);
});

test("the doctor is due sooner than a nightly task, and --due-min decides otherwise", async () => {
  for (const command of [["doctor"], ["nightly"], ["weekly", "--due-min", "10080"]]) {
    await turnpike(["task", "run", ...command, "--", "true"], settings);
  }
  const rows = await query(
    database.databaseUrl,
    `select task, round(extract(epoch from due_at - finished_at) / 60)::integer as minutes from task_runs
      where task in ('doctor', 'nightly', 'weekly') order by task`,
  );
  expect(rows).toEqual([
    { task: "doctor", minutes: 15 },
    { task: "nightly", minutes: 1_560 },
    { task: "weekly", minutes: 10_080 },
  ]);
});

test("a task that moved away is forgotten", async () => {
  await turnpike(["task", "run", "moved", "--", "true"], settings);
  expect((await turnpike(["task", "forget", "moved", "--host", "elsewhere"], settings)).stderr).toBe(
    "turnpike: no run of moved on elsewhere is stored: see turnpike task list\n",
  );
  expect((await turnpike(["task", "forget", "moved"], settings)).stdout).toBe(`moved on ${hostname()} is forgotten\n`);
  expect(await runOf("moved")).toBeUndefined();
});

test.each([
  [["Backup", "--", "true"], /it must be a word/],
  [["backup", "--due-min", "0", "--", "true"], /whole minutes/],
  [["backup", "--timeout-min", "1.5", "--", "true"], /whole minutes/],
])("%j is refused", async (args, message) => {
  const { code, stderr } = await turnpike(["task", "run", ...args], settings);
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
});
