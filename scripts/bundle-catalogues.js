// Compiles src/pages/catalogues.ts with the translations that it imports into one file. The compiler alone would leave
// imports that lead out of the compiled server, to locales/.
import { join } from "node:path";
import { build } from "vite";

/**
 * @param root of the repository
 * @param out the folder of the compiled server
 */
export const bundleCatalogues = (root, out) =>
  build({
    root,
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: join(root, "src/pages/catalogues.ts"),
      outDir: join(out, "pages"),
      emptyOutDir: false,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "[name].js" } },
    },
  });
