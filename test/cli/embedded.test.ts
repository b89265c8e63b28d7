// Without DATABASE_URL a command starts the embedded database of TURNPIKE_DIR and stops it afterwards. (Use of a
// running `turnpike dev` is tested in test/local/dev.test.ts.)
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPostgres } from "../../src/local/postgres.ts";
import { json, temporaryDir, turnpike, turnpikeProcess } from "./turnpike.ts";

test("a command starts the embedded database, and the next one finds what it wrote", async () => {
  const TURNPIKE_DIR = await temporaryDir();
  const partner = await json(["partner", "create", "--name", "First"], { TURNPIKE_DIR }, turnpikeProcess);
  expect(await findPostgres({ dir: join(TURNPIKE_DIR, "postgres") })).toBeNull();
  expect(await json(["partner", "list"], { TURNPIKE_DIR }, turnpikeProcess)).toEqual([partner]);
  expect(await findPostgres({ dir: join(TURNPIKE_DIR, "postgres") })).toBeNull();
});

test("commands that only read create no database, and production never uses an embedded one", async () => {
  const TURNPIKE_DIR = join(await temporaryDir(), "new");
  const missing = `there is no database in ${TURNPIKE_DIR}: set DATABASE_URL, or TURNPIKE_DIR to an existing folder`;
  for (const words of [["partner", "list"], ["payment", "show", "pay_1"], ["exceptions"], ["key", "revoke", "key_1"]]) {
    expect(await turnpike(words, { TURNPIKE_DIR })).toEqual({ code: 1, stdout: "", stderr: `turnpike: ${missing}\n` });
  }
  const doctor = await turnpike(["doctor"], { TURNPIKE_DIR });
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining(`problem  database: ${missing}`) });
  for (const words of [["serve"], ["migrate"], ["partner", "create", "--name", "First"]]) {
    expect(await turnpike(words, { TURNPIKE_DIR, NODE_ENV: "production" })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("turnpike: DATABASE_URL must be set in production\n"),
    });
  }
  expect(existsSync(TURNPIKE_DIR)).toBe(false);
});

test("a command that only prints starts no database", async () => {
  const TURNPIKE_DIR = join(await temporaryDir(), "new");
  expect(await turnpikeProcess(["key", "--help"], { TURNPIKE_DIR })).toMatchObject({ code: 0, stderr: "" });
  expect(await turnpikeProcess(["partner", "create", "--name", ""], { TURNPIKE_DIR })).toMatchObject({ code: 1 });
  expect(existsSync(TURNPIKE_DIR)).toBe(false);
});
