// The rig of Citus: `npm run test:citus`. It needs CITUS_BIN (test/citus/build), and takes minutes; it is not part of
// .ci/run.
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

const TIMEOUT_MS = 600_000;

export default mergeConfig(
  { ...base, test: { ...base.test, include: undefined, exclude: undefined } },
  defineConfig({
    test: {
      include: ["test/citus/**/*.test.ts"],
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      fileParallelism: false,
    },
  }),
);
