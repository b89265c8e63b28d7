import { defineConfig } from "vitest/config";
import { SharedServersLast } from "./test/harness/sequencer.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Each has a command of its own: npm run test:browser and so on (`fuzz` runs with `soak`).
    exclude: ["test/{browser,fuzz,ha,medusa,operator,runtimes,soak}/**"],
    globalSetup: ["test/harness/global-setup.ts"],
    // Loading the server costs more than most tests, so the files that a worker runs share their modules: each file
    // stops everything it starts and restores everything it stubs.
    isolate: false,
    sequence: { sequencer: SharedServersLast },
    // Most tests wait for one-second blocks, so two cores can run five files at a time.
    maxWorkers: 5,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous, because the machine may be busy.
    expect: { poll: { interval: 100, timeout: 20_000 } },
  },
});
