// Without DATABASE_URL a command starts the embedded database of TURNPIKE_DIR and stops it afterwards. (Use of a
// running `turnpike dev` is tested in test/local/dev.test.ts.)
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { findPostgres } from "../../../src/local/postgres/postgres.ts";
import { copyCluster } from "../../harness/database/cluster.ts";
import { environmentOf } from "../../harness/server/environment.ts";
import { json, TURNPIKE, temporaryDir, turnpike, turnpikeProcess } from "../turnpike.ts";

test("a command starts the embedded database of a named folder, and the next one finds what it wrote", async () => {
  const TURNPIKE_DIR = await temporaryDir();
  const partner = await json(["partner", "create", "--name", "First"], { TURNPIKE_DIR }, turnpikeProcess);
  expect(await findPostgres({ dir: join(TURNPIKE_DIR, "postgres") })).toBeNull();
  expect(await json(["partner", "list"], { TURNPIKE_DIR }, turnpikeProcess)).toEqual([partner]);
  expect(await findPostgres({ dir: join(TURNPIKE_DIR, "postgres") })).toBeNull();
});

/** In a shell without the service's settings, each of these would work on an empty database, and appear to succeed. */
const CREATING = [["partner", "create", "--name", "First"], ["wallet-app", "create", "--name", "Wallet"], ["migrate"]];
const READING = [["partner", "list"], ["payment", "show", "pay_1"], ["exceptions"], ["key", "revoke", "key_1"]];

const noDatabase = (dir: string): string =>
  `there is no database in ${dir}: set DATABASE_URL as the service does, or TURNPIKE_DIR to the folder of a local ` +
  "Turnpike. npm start makes a new local one";

test.each(CREATING)(
  "without a setting, turnpike %s creates no database, and says how to name one",
  async (...words) => {
    const cwd = await temporaryDir();
    const stderr = `turnpike: ${noDatabase(join(cwd, ".turnpike"))}\n`;
    expect(await turnpikeProcess(words, {}, cwd)).toEqual({ code: 1, stdout: "", stderr });
    expect(existsSync(join(cwd, ".turnpike"))).toBe(false);
  },
);

test("commands that only read create no database in a named folder either", async () => {
  const TURNPIKE_DIR = join(await temporaryDir(), "new");
  for (const words of READING) {
    const answer = await turnpike(words, { TURNPIKE_DIR });
    const stderr = `turnpike: ${noDatabase(TURNPIKE_DIR)}\n`;
    expect(answer, words.join(" ")).toEqual({ code: 1, stdout: "", stderr });
  }
  const doctor = await turnpike(["doctor"], { TURNPIKE_DIR });
  const problem = `problem  database: ${noDatabase(TURNPIKE_DIR)}`;
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining(problem) });
  expect(existsSync(TURNPIKE_DIR)).toBe(false);
});

test("production uses no embedded database, not even one that is there", async () => {
  const TURNPIKE_DIR = await temporaryDir();
  copyCluster(join(TURNPIKE_DIR, "postgres"));
  for (const words of [["serve"], ...CREATING, ...READING]) {
    expect(await turnpike(words, { TURNPIKE_DIR, NODE_ENV: "production" }), words.join(" ")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("turnpike: DATABASE_URL must be set in production\n"),
    });
  }
});

test("serve makes an embedded database, and its log says so", async () => {
  const TURNPIKE_DIR = join(await temporaryDir(), "new");
  const server = spawn(process.execPath, [TURNPIKE, "serve"], {
    env: environmentOf({ TURNPIKE_DIR, PORT: "0" }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  const exited = once(server, "exit");
  const messages: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    messages.push((JSON.parse(line) as { msg: string }).msg);
    if (messages.at(-1) === "turnpike is up") break;
  }
  server.stderr.resume();
  server.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  expect(messages).toContain("DATABASE_URL is not set: making an embedded database");
  expect(await json(["partner", "list"], { TURNPIKE_DIR }, turnpikeProcess)).toEqual([]);
});

test("a command that only prints starts no database", async () => {
  const TURNPIKE_DIR = join(await temporaryDir(), "new");
  expect(await turnpikeProcess(["key", "--help"], { TURNPIKE_DIR })).toMatchObject({ code: 0, stderr: "" });
  expect(await turnpikeProcess(["partner", "create", "--name", ""], { TURNPIKE_DIR })).toMatchObject({ code: 1 });
  expect(existsSync(TURNPIKE_DIR)).toBe(false);
});
