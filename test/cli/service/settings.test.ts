// Error messages of the command line: invalid settings, an unreachable database, an unknown command.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CRASH_POINTS } from "../../../src/settings/crash-point.ts";
import { temporaryDir, turnpike } from "../turnpike.ts";

const SECRET = "0123456789abcdef".repeat(4);

test("all invalid settings are reported at once with the expected format, without their values", async () => {
  const bad = {
    PORT: "70000",
    DATABASE_URL: "mysql://user:hush-1@example.com/db",
    SECRET_KEY: "hush-2",
    RELAYER_KEYS: "hush-3",
    RPC_URL_1: "ftp://example.com/hush-4",
    RELAYER_KEYS_8453: "hush-5",
    FEE_PERCENTAGE: "100",
    SCREENING: "hush-6",
    LOG_LEVEL: "loud",
    FORM_FRAME_ANCESTORS: "https://hush-7;script-src",
  };
  for (const command of [["serve"], ["dev"], ["doctor"], ["partner", "list"]]) {
    const answer = await turnpike(command, bad);
    expect(answer).toMatchObject({ code: 2, stdout: "" });
    for (const name of Object.keys(bad)) expect(answer.stderr).toMatch(new RegExp(`^turnpike: ${name} must be `, "m"));
    expect(answer.stderr).not.toContain("hush");
  }
});

test("an external database requires a secret key", async () => {
  const answer = await turnpike(["serve"], { DATABASE_URL: "postgres://localhost/turnpike" });
  expect(answer).toMatchObject({
    code: 2,
    stderr: "turnpike: SECRET_KEY must be set with DATABASE_URL: 64 hex digits\n",
  });
});

test.each([SECRET, "fedcba9876543210".repeat(4)])(
  "a former secret key differs from the new one: %s",
  async (former) => {
    const settings = { DATABASE_URL: "postgres://127.0.0.1:1/d", SECRET_KEY: `${SECRET},${former}` };
    const isNew = former.startsWith("f");
    expect(await turnpike(["serve"], settings)).toMatchObject({
      code: isNew ? 1 : 2,
      stderr: expect.stringContaining(
        isNew ? "does not respond" : "SECRET_KEY must be 64 hex digits, or two such keys",
      ),
    });
  },
);

test("a crash point is refused in production", async () => {
  const answer = await turnpike(["serve"], { NODE_ENV: "production", CRASH_POINT: CRASH_POINTS[0] });
  expect(answer).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("turnpike: CRASH_POINT must not be set in production\n"),
  });
});

test.each(["127.0.0.1", "localhost"])(
  "an unreachable database at %s is reported as such, without the password",
  async (host) => {
    const settings = { DATABASE_URL: `postgres://user:hush@${host}:1/db`, SECRET_KEY: SECRET };
    for (const command of [["serve"], ["migrate"], ["partner", "list"]]) {
      const answer = await turnpike(command, settings);
      expect(answer).toMatchObject({ code: 1, stdout: "" });
      expect(answer.stderr).toMatch(
        /^turnpike: the database of DATABASE_URL does not respond \(.*ECONNREFUSED.*\): check the URL/m,
      );
      expect(answer.stderr).not.toContain("hush");
    }
  },
);

test("a missing or invalid chains file is reported with its field", async () => {
  const missing = await turnpike(["chain", "check"], { CHAINS_FILE: "/nowhere/chains.json" });
  expect(missing).toMatchObject({ code: 2, stderr: "turnpike: CHAINS_FILE: there is no /nowhere/chains.json\n" });
  const none = await turnpike(["chain", "check"], {});
  expect(none).toMatchObject({ code: 1, stderr: "turnpike: no chain is configured: set CHAINS_FILE\n" });
});

test("--version prints the package's version; an unknown command suggests a known one", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(await turnpike(["--version"], {})).toMatchObject({ code: 0, stdout: `${version}\n` });
  expect(await turnpike(["serv"], {})).toMatchObject({ code: 1, stderr: expect.stringContaining("serve") });
});

test("a secret may come from a file, and an invalid file is reported without its contents", async () => {
  const dir = await temporaryDir();
  const files = { SECRET_KEY_FILE: join(dir, "secret"), RELAYER_KEYS_8453_FILE: join(dir, "relayers") };
  await writeFile(files.SECRET_KEY_FILE, `${SECRET}\n`);
  await writeFile(files.RELAYER_KEYS_8453_FILE, "hush");
  const DATABASE_URL = "postgres://u:hush@127.0.0.1:1/d";
  const wrong = await turnpike(["serve"], { ...files, DATABASE_URL });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/^turnpike: RELAYER_KEYS_8453 must be /) });
  expect(wrong.stderr).not.toContain("hush");
  await writeFile(files.RELAYER_KEYS_8453_FILE, `0x${"1".repeat(64)}`);
  const right = await turnpike(["serve"], { ...files, DATABASE_URL });
  expect(right).toMatchObject({ code: 1, stderr: expect.stringContaining("does not respond") });
});

test.each([
  ["a missing one", { SECRET_KEY_FILE: "/nowhere" }, "SECRET_KEY_FILE: /nowhere cannot be read (ENOENT)"],
  ["an empty one", { SECRET_KEY_FILE: "/dev/null" }, "SECRET_KEY_FILE: /dev/null is empty"],
  [
    "one in addition to the setting itself",
    { SECRET_KEY_FILE: "/dev/null", SECRET_KEY: SECRET },
    "SECRET_KEY and SECRET_KEY_FILE are both set: remove one of them",
  ],
])("a secret file is refused: %s", async (_, settings, words) => {
  const answer = await turnpike(["serve"], settings);
  expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining(`turnpike: ${words}\n`) });
});
