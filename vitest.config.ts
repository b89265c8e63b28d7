import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/browser/**", "test/operator/**"], // `npm run test:browser`, `npm run test:operator`
    globalSetup: ["test/harness/global-setup.ts"],
    // A real PostgreSQL and a real chain stand behind most tests: two files at a time is what two cores carry.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A bound for what will come, not for how soon: the machine may be busy.
    expect: { poll: { timeout: 20_000 } },
  },
});
