import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "vitest";

test("the checked-in ABIs and bytecode are what contracts/ compiles to", () => {
  const script = fileURLToPath(new URL("../../scripts/compile-contracts.js", import.meta.url));
  execFileSync(process.execPath, [script, "--check"], { stdio: ["ignore", "ignore", "pipe"] });
}, 120_000);
