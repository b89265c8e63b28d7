// A line of the log names the process that wrote it. An error has the details its reader needs, and no secret.
import { expect, test } from "vitest";
import { ChainUnavailableError } from "../src/chains/evm/nodes/errors.ts";
import { openLog } from "../src/log.ts";
import { Unavailable } from "../src/operations/errors/unavailable.ts";
import { ScreeningSourceError } from "../src/operations/gateway/screen-accounts.ts";
import { ChainTimeoutError } from "../src/operations/timing/circuit-breaker.ts";
import { VERSION } from "../src/version.ts";

/** The only line that `write` writes. */
function lineOf(write: (log: ReturnType<typeof openLog>) => void, ...rest: [role?: string, fields?: () => object]) {
  const lines: string[] = [];
  write(openLog("info", { write: (line) => void lines.push(line) }, ...rest));
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? "");
}

const logged = (err: unknown) => lineOf((log) => log.warn({ err }, "it failed")).err;

test("a line says when, from which role, process and version, and what its service adds", () => {
  let span = "first";
  const line = lineOf(
    (log) => {
      span = "second";
      log.info({ chain: "eip155:1" }, "it happened");
    },
    "worker",
    () => ({ span_id: span }),
  );
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    role: "worker",
    pid: process.pid,
    version: VERSION,
    span_id: "second",
    chain: "eip155:1",
    msg: "it happened",
  });
});

test("the line of a command has no role, and one below the level is not written", () => {
  const line = lineOf((log) => {
    log.debug("too much");
    log.info("enough");
  });
  expect(Object.keys(line)).toEqual(["level", "time", "pid", "version", "msg"]);
});

test("a fault has its stack, its code and its causes with theirs", () => {
  const cause = Object.assign(new TypeError("not a number"), { code: "E_NUMBER" });
  const found = logged(new Error("the books differ", { cause }));
  expect(found).toEqual({
    name: "Error",
    message: "the books differ",
    stack: expect.stringContaining("log.test.ts"),
    cause: {
      name: "TypeError",
      message: "not a number",
      code: "E_NUMBER",
      stack: expect.stringContaining("log.test.ts"),
    },
  });
});

test.each([
  ["a chain that does not respond", new ChainUnavailableError("eip155:1", "rpc 1 of 1 is silent")],
  ["a chain that responds too late", new ChainTimeoutError("eip155:1", 3_000)],
  ["a list file that is gone", new ScreeningSourceError("the list file /refused.txt cannot be read (ENOENT)")],
  ["the database", new Unavailable("The database is away", { cause: null, retryAfterS: 1 })],
])("an outage has no stack: %s", (_, error) => {
  const { cause: __, ...found } = logged(error);
  expect(found).toEqual({ name: error.name, message: error.message });
});

test("nor has the cause of an outage, whatever it is", () => {
  const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(logged(new Unavailable("away", { cause, retryAfterS: 1 }))).toEqual({
    name: "Unavailable",
    message: "away",
    cause: { name: "Error", message: "connect", code: "ECONNREFUSED" },
  });
});

test("what else an error carries is left out, and what is no error is a text", () => {
  const error = Object.assign(new Error("failed"), { url: "https://node.example/key", client: { password: "secret" } });
  expect(Object.keys(logged(error))).toEqual(["name", "message", "stack"]);
  expect(logged("thrown text")).toEqual({ message: "thrown text" });
});
