// A start with missing parts says so before anything is started.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { circleImplementation } from "../../src/local/tokens/circle-token.ts";
import { expectLocalParts } from "../../src/local/tokens/parts.ts";

test("a missing compiled Permit2 names its file and the command that makes it", () => {
  const dir = mkdtempSync(join(tmpdir(), "turnpike-test-parts-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "permit2.json");
  expect(() => expectLocalParts(pathToFileURL(file))).toThrow(new RegExp(`${file} is missing.*npm run prepare`));
});

test("an installation with all parts passes", () => {
  expect(() => expectLocalParts()).not.toThrow();
});

test("Circle's contracts are linked and hashed once per process", () => {
  expect(circleImplementation()).toBe(circleImplementation());
});
