#!/usr/bin/env node
// The entry point of the command line; program.ts lists the commands.
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { ATTEMPT_MS } from "../outbound/attempts.ts";
import { NODE_VERSIONS, VERSION } from "../version.ts";
import { writeError } from "./output/usage-errors.ts";
import { turnpikeProgram } from "./program.ts";
import { isInRange } from "./releases/node-version.ts";
import { exitOnSignals } from "./service/run.ts";

if (!isInRange(process.version, NODE_VERSIONS)) {
  writeError(`this is Node ${process.version}, and Turnpike ${VERSION} needs ${NODE_VERSIONS}`);
  process.exit(1);
}
setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS);
exitOnSignals();
const words = process.argv.slice(2);
try {
  const program = await turnpikeProgram(words);
  await program.parseAsync(words, { from: "user" });
} catch (error) {
  // Loaded only here, because it imports all settings, which `--help` does not need.
  const { reportFailure } = await import("./output/output.ts");
  reportFailure(error);
}
