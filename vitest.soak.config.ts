// The tests with an adjustable length: `SOAK=20 npm run test:soak` runs twenty times as long as in CI.
import { defineConfig, mergeConfig } from "vitest/config";
import { LENGTH } from "./test/soak/length.ts";
import base from "./vitest.config.ts";

const TIMEOUT_MS = 60_000 * LENGTH;

export default mergeConfig(
  { ...base, test: { ...base.test, include: undefined, exclude: undefined } },
  defineConfig({
    test: {
      include: ["test/{soak,fuzz}/**/*.test.ts"],
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
    },
  }),
);
