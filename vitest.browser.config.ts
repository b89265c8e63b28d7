// The tests in a real browser: `npm run test:browser`. They need Chromium; CHROMIUM names one in an unusual place.
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

export default mergeConfig(
  { ...base, test: { ...base.test, include: undefined, exclude: undefined } },
  defineConfig({
    test: {
      include: ["test/browser/**/*.test.ts"],
      // In addition to the global setup of all tests.
      globalSetup: ["test/browser/harness/build-programs.ts", "test/browser/harness/chromium.ts"],
      // Five browsers share two cores, and each wait in a test has its own limit.
      testTimeout: 120_000,
    },
  }),
);
