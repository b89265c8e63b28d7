// Writes openapi.json from the endpoints. `--check` writes nothing and exits 1 if the checked-in file is stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const FILE = fileURLToPath(new URL("../openapi.json", import.meta.url));

const load = async (path) => (await runnerImport(path, { configFile: false, logLevel: "error" })).module;

const { ENDPOINTS } = await load("src/http/endpoints.ts");
const { openApiDocument } = await load("src/http/openapi/document.ts");
const text = `${JSON.stringify(openApiDocument(ENDPOINTS), null, 2)}\n`;
const isFresh = existsSync(FILE) && readFileSync(FILE, "utf8") === text;

if (!process.argv.includes("--check")) {
  writeFileSync(FILE, text);
  console.log(isFresh ? "openapi.json is fresh." : "Wrote openapi.json.");
} else if (!isFresh) {
  console.error("openapi.json is stale. Run `npm run openapi` and commit what it writes.");
  process.exitCode = 1;
}
