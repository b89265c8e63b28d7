// Writes docs/interface-coverage.md: each row of the interface with the tests that prove it. `--check` writes nothing
// and exits 1 if a row has no test or the page is stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const FILE = fileURLToPath(new URL("../docs/interface-coverage.md", import.meta.url));

const { module } = await runnerImport("test/interface/coverage.ts", { configFile: false, logLevel: "error" });
const { faultsOf, pageOf, SECTIONS } = module;
const faults = faultsOf(SECTIONS);
const page = pageOf(SECTIONS);
const isFresh = existsSync(FILE) && readFileSync(FILE, "utf8") === page;

if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exitCode = 1;
} else if (!process.argv.includes("--check")) {
  writeFileSync(FILE, page);
  console.log(isFresh ? "docs/interface-coverage.md is fresh." : "Wrote docs/interface-coverage.md.");
} else if (!isFresh) {
  console.error("docs/interface-coverage.md is stale. Run `npm run coverage:interface` and commit what it writes.");
  process.exitCode = 1;
}
