// The tests in projects: each command in package.json runs one or two of them.
import { defineConfig } from "vitest/config";
import { OwnOrder } from "./test/harness/sequencer.ts";
import { LENGTH } from "./test/soak/length.ts";

const MINUTE_MS = 60_000;

/** Those that load a whole installation on this machine. */
const WHOLE = ["test/operator/drill.test.ts", "test/operator/releases/upgrade.test.ts"];

interface Project {
  readonly include: string[];
  readonly exclude?: string[];
  /** In addition to the servers of all tests. */
  readonly globalSetup?: string[];
  readonly testTimeout?: number;
  readonly hookTimeout?: number;
  readonly maxWorkers?: number;
  /** Projects with a higher number run after those with a lower one. */
  readonly sequence?: { readonly groupOrder: number };
}

const PROJECTS: Readonly<Record<string, Project>> = {
  unit: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/{browser,fuzz,generators,ha,init,medusa,operator,runtimes,soak}/**"],
  },
  // In a real browser. CHROMIUM names one in an unusual place.
  browser: {
    include: ["test/browser/**/*.test.ts"],
    globalSetup: ["test/browser/harness/build-programs.ts", "test/browser/harness/chromium.ts"],
    // Five browsers share two cores, and each wait in a test has its own limit.
    testTimeout: 2 * MINUTE_MS,
  },
  // With an operator's programs (PostgreSQL's tools, PgBouncer, systemd, nginx) and the npm registry.
  operator: {
    include: ["test/operator/**/*.test.ts"],
    exclude: WHOLE,
    // They run beside the compilers: starting a service alone has taken a minute there.
    testTimeout: 5 * MINUTE_MS,
    hookTimeout: 5 * MINUTE_MS,
  },
  // Each starts about ten processes and measures what their clients see, so they run after all others.
  installation: {
    include: WHOLE,
    testTimeout: 5 * MINUTE_MS,
    hookTimeout: 5 * MINUTE_MS,
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
  },
  // With an adjustable length: `SOAK=20 npm run test:soak` runs twenty times as long as in CI.
  soak: {
    include: ["test/{soak,fuzz}/**/*.test.ts"],
    // CI runs them together with `operator`, whose tests mostly wait for alerts.
    testTimeout: Math.max(5, LENGTH) * MINUTE_MS,
    hookTimeout: Math.max(5, LENGTH) * MINUTE_MS,
  },
  // With the programs that .ci/install-ha-tools installs. Takes minutes; not part of .ci/run.
  ha: { include: ["test/ha/**/*.test.ts"], testTimeout: 5 * MINUTE_MS, hookTimeout: 5 * MINUTE_MS },
  // In a Debian that boots, as root; not part of .ci/run.
  init: { include: ["test/init/**/*.test.ts"], testTimeout: 10 * MINUTE_MS, hookTimeout: 5 * MINUTE_MS },
  // With a real Medusa from the npm registry; not part of .ci/run.
  medusa: { include: ["test/medusa/**/*.test.ts"], testTimeout: 2 * MINUTE_MS, hookTimeout: 10 * MINUTE_MS },
  // The server library in the runtimes that shops use.
  runtimes: { include: ["test/runtimes/**/*.test.ts"] },
  // The programs that make clients from openapi.json. Each takes seconds of a quiet processor.
  generators: { include: ["test/generators/**/*.test.ts"], testTimeout: 5 * MINUTE_MS },
};

export default defineConfig({
  test: {
    // Loading the server costs more than most tests, so the files that a worker runs share their modules: each file
    // stops everything it starts and restores everything it stubs.
    isolate: false,
    // Node loads TypeScript itself, for less CPU than Vite.
    experimental: { viteModuleRunner: false },
    sequence: { sequencer: OwnOrder },
    // Most tests wait for one-second blocks, so two cores can run five files at a time. TEST_WORKERS: for a run beside
    // another one.
    maxWorkers: Number(process.env.TEST_WORKERS ?? 5),
    testTimeout: MINUTE_MS,
    hookTimeout: MINUTE_MS,
    // Generous, because the machine may be busy.
    expect: { poll: { interval: 100, timeout: 20_000 } },
    projects: Object.entries(PROJECTS).map(([name, { globalSetup = [], ...options }]) => ({
      extends: true,
      test: { name, globalSetup: ["test/harness/global-setup.ts", ...globalSetup], ...options },
    })),
  },
});
