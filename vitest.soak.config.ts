// The tests that go on for as long as they are told: `SOAK=20 npm run test:soak` for twenty times as long as in CI.
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
