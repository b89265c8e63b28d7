// Turnpike on the oldest line of Node that is supported: everything else runs on the newest.
import { execFileSync } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { IS_UP, runDev } from "../local/dev-process.ts";
import { NODE_22 } from "./node-22.ts";

test("a payment from its creation to its settlement", async () => {
  expect(execFileSync(NODE_22, ["--version"], { encoding: "utf8" })).toMatch(/^v22\./);
  const dir = await realpath(await mkdtemp(join(tmpdir(), "turnpike-test-node-22-")));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }));
  const dev = runDev(dir, { node: NODE_22 });
  await dev.says(IS_UP);
  expect(dev.output()).toContain("6 settled");
  expect(dev.complaints()).toBe("");
  expect(await dev.kill("SIGTERM")).toBe(0);
});
