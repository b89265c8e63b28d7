// Runs a TypeScript file outside the build (a benchmark) with Vitest's Vite: node scripts/run-ts.js FILE
import { runnerImport } from "vite";

const file = process.argv[2];
if (file === undefined) throw new Error("Which file? node scripts/run-ts.js bench/gas.ts");
await runnerImport(file, { configFile: false, logLevel: "error" });
