// Without DATABASE_URL a command starts the embedded database of TURNPIKE_DIR and stops it afterwards. (Use of a
// running `turnpike dev` is tested in test/local/dev.test.ts.)
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPostgres } from "../../src/local/postgres.ts";
import { json, temporaryDir, turnpikeProcess } from "./turnpike.ts";

test("a command starts the embedded database, and the next one finds what it wrote", async () => {
  const TURNPIKE_DIR = await temporaryDir();
  const partner = await json(["partner", "create", "--name", "First"], { TURNPIKE_DIR }, turnpikeProcess);
  expect(await findPostgres({ dir: join(TURNPIKE_DIR, "postgres") })).toBeNull();
  expect(await json(["partner", "list"], { TURNPIKE_DIR }, turnpikeProcess)).toEqual([partner]);
  expect(await findPostgres({ dir: join(TURNPIKE_DIR, "postgres") })).toBeNull();
});

test("a command that only prints starts no database", async () => {
  const TURNPIKE_DIR = join(await temporaryDir(), "new");
  expect(await turnpikeProcess(["key", "--help"], { TURNPIKE_DIR })).toMatchObject({ code: 0, stderr: "" });
  expect(await turnpikeProcess(["partner", "create", "--name", ""], { TURNPIKE_DIR })).toMatchObject({ code: 1 });
  expect(existsSync(TURNPIKE_DIR)).toBe(false);
});
