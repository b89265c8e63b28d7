// Builds the packages of libraries/: each is one file of code and one of types. `npm pack` and `npm publish` take the
// folders as they are.
import { cpSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { dts } from "rolldown-plugin-dts";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = resolve(root, process.argv[2] ?? "dist/libraries");
const ENTRIES = { client: "src/client/index.ts", server: "src/server-client/index.ts" };

rmSync(out, { recursive: true, force: true });
for (const name of readdirSync(join(root, "libraries"))) {
  const folder = join(out, name);
  await build({
    cwd: root,
    input: { index: ENTRIES[name] },
    // Only types of typebox are left in the result. The schemas' modules import the others for what is left out.
    external: ["typebox", "viem", /^node:/],
    treeshake: { moduleSideEffects: false },
    // Its only warning: that the compiler is new.
    plugins: [dts({ cwd: root, tsconfig: "src/tsconfig.client.json", logger: { ...console, info() {}, warn() {} } })],
    output: { dir: folder },
    checks: { pluginTimings: false },
    logLevel: "warn",
  });
  cpSync(join(root, "libraries", name), folder, { recursive: true });
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
}
