// What the command line says of itself, of settings that are wrong, and of a database that is not there.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CRASH_POINTS } from "../../src/crash-point.ts";
import { temporaryDir, turnpike } from "./turnpike.ts";

test("every bad setting is named with what was expected, at once, and none of their values is shown", async () => {
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

test("a database of one's own needs a secret of one's own", async () => {
  const answer = await turnpike(["serve"], { DATABASE_URL: "postgres://localhost/turnpike" });
  expect(answer).toMatchObject({
    code: 2,
    stderr: "turnpike: SECRET_KEY must be set where DATABASE_URL is: 64 hex digits\n",
  });
});

test("a crash point is refused in production", async () => {
  const answer = await turnpike(["serve"], { NODE_ENV: "production", CRASH_POINT: CRASH_POINTS[0] });
  expect(answer).toMatchObject({ code: 2, stderr: "turnpike: CRASH_POINT must not be set in production\n" });
});

test.each(["127.0.0.1", "localhost"])(
  "a database that does not answer at %s is told as such, without the password",
  async (host) => {
    const settings = { DATABASE_URL: `postgres://user:hush@${host}:1/db`, SECRET_KEY: "0".repeat(64) };
    for (const command of [["serve"], ["migrate"], ["partner", "list"]]) {
      const answer = await turnpike(command, settings);
      expect(answer).toMatchObject({ code: 1, stdout: "" });
      expect(answer.stderr).toMatch(
        /^turnpike: the database of DATABASE_URL does not answer \(.*ECONNREFUSED.*\): check the URL/m,
      );
      expect(answer.stderr).not.toContain("hush");
    }
  },
);

test("a chains file that is missing or wrong is told with its field", async () => {
  const TURNPIKE_DIR = await temporaryDir();
  const missing = await turnpike(["chain", "check"], { TURNPIKE_DIR, CHAINS_FILE: "/nowhere/chains.json" });
  expect(missing).toMatchObject({ code: 2, stderr: "turnpike: CHAINS_FILE: there is no /nowhere/chains.json\n" });
  const none = await turnpike(["chain", "check"], { TURNPIKE_DIR });
  expect(none).toMatchObject({ code: 1, stderr: "turnpike: no chain is configured: set CHAINS_FILE\n" });
});

test("its version is the package's; a word that is no command is told as such", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(await turnpike(["--version"], {})).toMatchObject({ code: 0, stdout: `${version}\n` });
  expect(await turnpike(["serv"], {})).toMatchObject({ code: 1, stderr: expect.stringContaining("serve") });
});
