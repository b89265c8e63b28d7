// The high-availability rig: `npm run test:ha`. It needs the programs that .ci/install-ha-tools installs, and takes
// minutes; it is not part of .ci/run.
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

const TIMEOUT_MS = 300_000;

export default mergeConfig(
  { ...base, test: { ...base.test, include: undefined, exclude: undefined } },
  defineConfig({ test: { include: ["test/ha/**/*.test.ts"], testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS } }),
);
