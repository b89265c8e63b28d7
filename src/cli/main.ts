#!/usr/bin/env node
// The command line (program.ts says which commands there are).
import { turnpikeProgram } from "./program.ts";
import { exitOnSignals } from "./run.ts";

exitOnSignals();
const words = process.argv.slice(2);
try {
  const program = await turnpikeProgram(words);
  await program.parseAsync(words, { from: "user" });
} catch (error) {
  // Loaded here, because it brings all settings with it, which `--help` does without.
  const { reportFailure } = await import("./output.ts");
  reportFailure(error);
}
