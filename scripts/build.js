// Compiles src/ to dist/, which `npm start` and `bin/turnpike` run, and copies the other files that it reads. Types are
// not checked here (`npm run typecheck` does), so that an install is fast and never fails on a warning.
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleCatalogues } from "./bundle-catalogues.js";
import { bundlePackages } from "./bundle-packages.js";

const root = fileURLToPath(new URL("..", import.meta.url));
// Tests build into a separate folder, so that a running server keeps its files.
const out = join(root, process.argv[2] ?? "dist");
const tsc = join(root, "node_modules/typescript/bin/tsc");
rmSync(out, { recursive: true, force: true });
const compile = (project) =>
  execFileSync(process.execPath, [tsc, "-p", join(root, project), "--outDir", out], { stdio: "inherit" });
compile("src/tsconfig.build.json");
compile("src/tsconfig.client.json"); // the types of the package's exports
await bundleCatalogues(root, out);
await bundlePackages(out);
for (const plain of [
  "store/migrations",
  "store/schema",
  "pages/buyer-data/in-browser.js",
  "pages/embed/in-browser.js",
  "local/welcome/in-browser.js",
]) {
  cpSync(join(root, "src", plain), join(out, plain), { recursive: true });
}
// The tests' servers serve the files of the last `npm run build`.
if (out === join(root, "dist")) await import("./build-browser.js");
