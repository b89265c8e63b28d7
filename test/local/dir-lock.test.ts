import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDir } from "../../src/local/process/dir-lock.ts";
import { processIdentity } from "../../src/local/process/process-identity.ts";

let dir: string;
let path: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnpike-lock-"));
  path = join(dir, "turnpike.lock");
});

afterEach(async () => {
  await rm(dir, { recursive: true });
});

test("a held lock refuses everyone, and a released one no one", () => {
  const lock = lockDir(dir);
  expect(() => lockDir(dir)).toThrow(`${dir} is in use by this process`);
  lock.release();
  expect(existsSync(path)).toBe(false);
  lockDir(dir).release();
});

test("locks with different names in one directory are independent", () => {
  lockDir(dir, "one").release();
  const one = lockDir(dir, "one");
  lockDir(dir, "other").release();
  one.release();
});

test("a lock whose holder runs is refused with the holder's process id", () => {
  const parent = process.ppid;
  writeFileSync(path, JSON.stringify({ pid: parent, identity: processIdentity(parent) }));
  expect(() => lockDir(dir)).toThrow(`${dir} is in use by process ${parent}`);
});

test.each([
  ["whose process id now belongs to a process that started later", { pid: process.ppid, identity: "another boot/1" }],
  ["whose process is gone", { pid: 2 ** 22 + 1, identity: "another boot/1" }],
])("a lock %s is taken over", (_, holder) => {
  writeFileSync(path, JSON.stringify(holder));
  lockDir(dir);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid });
});

test("a lock file left empty by a power failure is taken over", () => {
  writeFileSync(path, "");
  lockDir(dir);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid });
});

test("a process releases only its own lock", () => {
  const lock = lockDir(dir);
  const successor = JSON.stringify({ pid: process.ppid, identity: processIdentity(process.ppid) });
  writeFileSync(path, successor);
  lock.release();
  expect(readFileSync(path, "utf8")).toBe(successor);
});
