// The tests that Stryker runs against each mutant: fast, and without PostgreSQL, a chain or a server.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "test/{money,payment,contract}/**/*.test.ts",
      "test/chains/evm/in-memory/*.test.ts",
      "test/chains/evm/{admission,build,config,log-range,post,presets,send-outcome,signature-encodings}.test.ts",
      "test/store/payments/rows.test.ts",
    ],
    exclude: ["test/payment/every-time-zone.test.ts"], // takes seconds
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
  },
});
