// The tests of `npm run test:soak` and `npm run test:operator` in one run, as CI makes them: most of an operator's
// tests wait for alerts.
import { defineConfig, mergeConfig } from "vitest/config";
import operator from "./vitest.operator.config.ts";
import soak from "./vitest.soak.config.ts";

// Arrays are joined; the longer time limits are those of an operator's tests.
export default mergeConfig(soak, defineConfig(operator));
