// What pages load: the programs that `npm run build` has bundled from src/browser/ into dist/browser/.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** From src/pages, dist/pages and dist-test/pages alike. */
export const ASSETS_FOLDER = fileURLToPath(new URL("../../dist/browser/", import.meta.url));
export const ASSETS_PREFIX = "/assets/";

/** What a page puts into its head for a program: paths that change with their content. */
export interface Program {
  readonly script: string;
  readonly styles: readonly string[];
}

/** https://vite.dev/guide/backend-integration */
type Manifest = Readonly<Record<string, { readonly file: string; readonly css?: readonly string[] }>>;

/** @throws Error where it was not built */
export function readProgram(name: "checkout" | "console"): Program {
  const file = join(ASSETS_FOLDER, name, "manifest.json");
  const entry = readManifest(file)["main.tsx"];
  if (!entry) throw new Error(`${file} names no main.tsx: npm run build makes it anew`);
  const path = (asset: string) => `${ASSETS_PREFIX}${name}/${asset}`;
  return { script: path(entry.file), styles: (entry.css ?? []).map(path) };
}

function readManifest(file: string): Manifest {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Manifest;
  } catch (error) {
    throw new Error(`${file} cannot be read, which the pages need: npm run build makes it`, { cause: error });
  }
}
