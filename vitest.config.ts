import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/{browser,operator,soak,fuzz}/**"], // `npm run test:browser`, `test:operator`, `test:soak`
    globalSetup: ["test/harness/global-setup.ts"],
    // Loading the server costs more than most tests, so the files of a worker share its modules: each file stops what it
    // starts and restores what it stubs.
    isolate: false,
    // Most tests wait for blocks of a second, so two cores carry three files at a time.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A bound for what will come, not for how soon: the machine may be busy.
    expect: { poll: { timeout: 20_000 } },
  },
});
