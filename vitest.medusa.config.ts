// The tests of the Medusa provider, with a real Medusa from the npm registry: `npm run test:medusa`.
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

export default mergeConfig(
  { ...base, test: { ...base.test, include: undefined, exclude: undefined } },
  defineConfig({ test: { include: ["test/medusa/**/*.test.ts"], hookTimeout: 600_000, testTimeout: 120_000 } }),
);
