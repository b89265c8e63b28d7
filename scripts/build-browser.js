// Bundles each program of src/browser/ into dist/browser/<program>/, with the manifest that src/pages/assets.ts reads,
// precompresses each file, and renders the guides into dist/guides.json.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { buildGuides } from "./guides/build.js";
import { searchText } from "./guides/search-text.js";
import { preactAsReact } from "./preact-as-react.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const PROGRAMS = ["checkout", "console", "guides"];
/** Smaller files do not shrink. */
const COMPRESSED_BYTES_MIN = 256;

const { guides, search } = buildGuides(root);
/**
 * A few larger files instead of dozens of small ones, each of which costs a slow connection a request: a program's
 * start with all that it imports, then what each page of the console needs, then what three pages share.
 */
const GROUPS = [
  { name: "start", test: /\/main\.tsx$/, priority: 3 },
  { name: "pages", test: /\/console\/router\.tsx$/, priority: 2 },
  { name: "shared", test: /\.(m?js|tsx?)$/, minShareCount: 3, priority: 1 },
];

for (const program of PROGRAMS) {
  const out = join(root, "dist/browser", program);
  await build({
    root: join(root, "src/browser", program),
    base: `/assets/${program}/`,
    configFile: false,
    logLevel: "warn",
    plugins: [searchText(search), preactAsReact()],
    build: {
      outDir: out,
      emptyOutDir: true,
      assetsDir: "",
      manifest: "manifest.json",
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0, // the pages' policies forbid data: URLs
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: join(root, "src/browser", program, "main.tsx"),
        output: { codeSplitting: { groups: GROUPS } },
        // Packages say "use client" for servers that render React; a bundle ignores it.
        onLog: (level, log, handle) => log.code !== "MODULE_LEVEL_DIRECTIVE" && handle(level, log),
      },
    },
  });
  for (const name of readdirSync(out)) {
    const bytes = readFileSync(join(out, name));
    if (name === "manifest.json" || bytes.length < COMPRESSED_BYTES_MIN) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(join(out, `${name}.br`), brotliCompressSync(bytes, { params }));
    writeFileSync(join(out, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
writeFileSync(join(root, "dist/guides.json"), JSON.stringify(guides));
rmSync(join(root, "dist/browser/.vite"), { recursive: true, force: true });
