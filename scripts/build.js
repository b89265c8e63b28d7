// Compiles src/ to dist/ (what `npm start` and `npx turnpike` run) and copies the SQL migrations beside their reader.
// Types are not checked here (`npm run typecheck` does): an install should not fail on a warning, and takes a second.
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
rmSync(`${root}/dist`, { recursive: true, force: true });
execFileSync(process.execPath, [`${root}/node_modules/typescript/bin/tsc`, "-p", `${root}/tsconfig.build.json`], {
  stdio: "inherit",
});
cpSync(`${root}/src/store/migrations`, `${root}/dist/store/migrations`, { recursive: true });
