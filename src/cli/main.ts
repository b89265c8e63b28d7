#!/usr/bin/env node
// The command line (program.ts says which commands there are).
import { reportFailure } from "./output.ts";
import { turnpikeProgram } from "./program.ts";
import { exitOnSignals } from "./run.ts";

exitOnSignals();
try {
  await turnpikeProgram().parseAsync();
} catch (error) {
  reportFailure(error);
}
