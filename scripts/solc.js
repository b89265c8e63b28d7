#!/usr/bin/env node
// npm's solc with the two options of the native compiler that Foundry uses: `--version` and `--standard-json`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const solc = createRequire(import.meta.url)("solc");

if (process.argv.includes("--version")) {
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}`);
} else if (process.argv.includes("--standard-json")) {
  process.stdout.write(solc.compile(readFileSync(0, "utf8")));
} else {
  throw new Error("Use --version or --standard-json.");
}
