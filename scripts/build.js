// Compiles src/ to dist/ (run by `npm start` and `npx turnpike`) and copies the files that are not TypeScript. It does
// not check types (`npm run typecheck` does), so that installation is fast and does not fail on a type error.
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
// The tests build into a folder of their own beside it, so as not to pull the files away from a server that runs.
const out = join(root, process.argv[2] ?? "dist");
const tsc = join(root, "node_modules/typescript/bin/tsc");
rmSync(out, { recursive: true, force: true });
const compile = (project) =>
  execFileSync(process.execPath, [tsc, "-p", join(root, project), "--outDir", out], { stdio: "inherit" });
compile("tsconfig.build.json");
compile("tsconfig.client.json"); // the types of what the package exports
for (const plain of ["store/migrations", "pages/buyer-data/in-browser.js"]) {
  cpSync(join(root, "src", plain), join(out, plain), { recursive: true });
}
// The tests' servers serve what the last `npm run build` made.
if (out === join(root, "dist")) await import("./build-browser.js");
