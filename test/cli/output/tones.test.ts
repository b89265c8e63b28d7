import { PassThrough } from "node:stream";
import { WriteStream } from "node:tty";
import { beforeEach, expect, test, vi } from "vitest";
import { toned } from "../../../src/cli/output/tones.ts";

const { getColorDepth } = WriteStream.prototype;
const terminal = () => Object.assign(new PassThrough(), { isTTY: true, getColorDepth });

beforeEach(() => {
  for (const name of ["CI", "FORCE_COLOR", "NO_COLOR", "NODE_DISABLE_COLORS"]) vi.stubEnv(name, undefined);
  vi.stubEnv("TERM", "xterm-256color");
  return () => vi.unstubAllEnvs();
});

test("a terminal shows states and statuses in colour", () => {
  expect(toned("problem", 0, terminal())).toBe("\u001B[31mproblem\u001B[39m");
  expect(toned("succeeded", 0, terminal())).toBe("\u001B[32msucceeded\u001B[39m");
});

test("a pipe, a terminal without colours, and NO_COLOR show plain words", () => {
  expect(toned("problem", 0, new PassThrough())).toBe("problem");
  vi.stubEnv("TERM", "dumb");
  expect(toned("problem", 0, terminal())).toBe("problem");
  vi.stubEnv("TERM", "xterm-256color");
  vi.stubEnv("NO_COLOR", "1");
  expect(toned("problem", 0, terminal())).toBe("problem");
});

test("the column keeps its width, whatever the colour", () => {
  expect(toned("ok", 8, new PassThrough())).toBe("ok      ");
  expect(toned("ok", 8, terminal())).toBe("\u001B[32mok\u001B[39m      ");
});
