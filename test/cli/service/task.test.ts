// turnpike task: the result of a program that a timer starts is stored, however the program ends.
import { existsSync } from "node:fs";
import { readFile, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { outsideUpgrades, runProgram } from "../../../src/cli/service/task.ts";
import { type DirLock, lockDir } from "../../../src/local/process/dir-lock.ts";
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

test("a file that this user may not read, or a setting of another program, does not keep the result from being stored", async () => {
  const others = { ...settings, BUYER_DATA_KEYS_FILE: "/nowhere/buyer-data.keys", FEE_PERCENTAGE: "much" };
  const ran = await turnpike(["task", "run", "nightly-backup", "--", "sh", "-c", "exit 4"], others);
  expect(ran).toMatchObject({ code: 4, stderr: "" });
  expect(await runOf("nightly-backup")).toMatchObject({ exitCode: 4 });
});

test("without the database's URL the program runs, and the command says that its result cannot be stored", async () => {
  const made = join(await temporaryDir(), "made");
  const DATABASE_URL_FILE = "/nowhere/database.url";
  expect(await turnpike(["task", "run", "backup", "--", "touch", made], { DATABASE_URL_FILE })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/the result cannot be stored: DATABASE_URL_FILE: \/nowhere/),
  });
  expect(existsSync(made)).toBe(true);
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

/** A machine's folder of releases, which an upgrade locks. */
async function installation(): Promise<{ readonly releases: string; readonly lock: () => DirLock }> {
  const dir = await temporaryDir();
  // Before the upgrade that a test begins.
  await utimes(dir, 1_000, 1_000);
  return { releases: join(dir, "releases"), lock: () => lockDir(dir, "upgrade") };
}

test("a check that fails during an upgrade runs again after it", async () => {
  const { releases, lock } = await installation();
  const upgrade = lock();
  const codes: number[] = [];
  const exitCode = await outsideUpgrades(async () => {
    codes.push(codes.length === 0 ? 1 : 0);
    if (codes.length === 1) setTimeout(upgrade.release, 50);
    else expect(existsSync(join(releases, "../upgrade.lock"))).toBe(false);
    return codes.at(-1) ?? 0;
  }, releases);
  expect([exitCode, codes]).toEqual([0, [1, 0]]);
});

test("a check that fails while a whole upgrade passes runs again; one that fails without an upgrade does not", async () => {
  const { releases, lock } = await installation();
  let runs = 0;
  const failing = async (): Promise<number> => {
    runs += 1;
    return 1;
  };
  expect([await outsideUpgrades(failing, releases), runs]).toEqual([1, 1]);
  const upgraded = async () => {
    lock().release();
    return failing();
  };
  expect([await outsideUpgrades(upgraded, releases), runs]).toEqual([1, 3]);
});

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
