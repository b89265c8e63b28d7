// Mutation tests: `npm run test:mutation`. See docs/decisions/0041-mutation-tests.md.
export default {
  mutate: [
    "src/money/**/*.ts",
    "src/payment/**/*.ts",
    "src/contract/**/*.ts",
    "src/chains/evm/**/*.ts",
    // The store's files that map rows. The store's SQL runs in PostgreSQL, and its tests are too slow for each mutant.
    "src/store/database/hex.ts",
    "src/store/payments/option-columns.ts",
    "src/store/payments/payment-row.ts",
    "src/store/transfers/row.ts",
    "!src/chains/evm/abi/**", // generated
    "!src/chains/evm/presets/**", // addresses of others, which tests compare with their sources
    "!src/chains/evm/chain.ts", // wiring, which only a node and a server use
    "!src/chains/evm/config/deploy.ts", // sends a deployment, which only a node can judge
  ],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  // A mutant of code that runs on import needs all tests in a new process. Such code is schemas and tables.
  ignoreStatic: true,
  // Generous, because the machine may be busy: a mutant that is only slow must not count as detected.
  timeoutMS: 20_000,
  concurrency: 2,
  incremental: true,
  incrementalFile: ".cache/mutation/incremental.json",
  tempDirName: ".cache/mutation/sandbox",
  // TypeScript 7 has no API with which Stryker could rewrite tsconfig.json, and Vitest does not need it.
  tsconfigFile: "none",
  ignorePatterns: ["/*", "!/locales", "!/src", "!/test", "!/contracts", "!/package.json"],
  reporters: ["clear-text", "progress-append-only", "json"],
  jsonReporter: { fileName: ".cache/mutation/report.json" },
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
};
