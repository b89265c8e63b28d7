// The tests that need an operator's programs (PostgreSQL's tools, PgBouncer, systemd, nginx) and the npm registry:
// `npm run test:operator`.
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

export default mergeConfig(
  { ...base, test: { ...base.test, include: undefined, exclude: undefined } },
  // They run beside the compilers: starting a service alone has taken a minute there.
  defineConfig({ test: { include: ["test/operator/**/*.test.ts"], testTimeout: 300_000, hookTimeout: 300_000 } }),
);
