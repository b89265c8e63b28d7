#!/usr/bin/env node
// The entry point of the command line; program.ts lists the commands.
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { ATTEMPT_MS } from "../outbound/attempts.ts";
import { turnpikeProgram } from "./program.ts";
import { exitOnSignals } from "./service/run.ts";

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
