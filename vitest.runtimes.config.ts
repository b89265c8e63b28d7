// The server library in the runtimes that shops use: `npm run test:runtimes`.
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

export default mergeConfig(
  { ...base, test: { ...base.test, include: undefined, exclude: undefined } },
  defineConfig({ test: { include: ["test/runtimes/**/*.test.ts"] } }),
);
