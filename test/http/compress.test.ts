import { expect, test } from "vitest";
import { codingFor } from "../../src/http/server/compress.ts";

test.each([
  [undefined, null],
  ["", null],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["GZIP;q=0.5", "gzip"],
  ["br;q=0.1, gzip;q=0.9", "gzip"],
  ["br;q=0, gzip;q=0", null],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["identity", null],
  ["br;q=2", null],
  [`${"x,".repeat(1_000)}br`, null],
] as const)("Accept-Encoding %j is answered with %j", (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding);
});
