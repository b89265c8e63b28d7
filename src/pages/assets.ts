// URLs of page assets: the bundles in dist/browser/, built by `npm run build`, and files served from here. Every URL
// changes with its content.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Resolves from src/pages, dist/pages and dist-test/pages. */
export const ASSETS_FOLDER = fileURLToPath(new URL("../../dist/browser/", import.meta.url));
export const ASSETS_PREFIX = "/assets/";

/** https://vite.dev/guide/backend-integration */
type Manifest = Readonly<Record<string, { readonly file: string; readonly css?: readonly string[] }>>;

type ProgramName = "checkout" | "console";

const read = new Map<ProgramName, string>();

/**
 * The tags that load a program's script and styles. The manifest is read once, because assets don't change at run time.
 * @throws Error if the program was not built
 */
export function programLinks(name: ProgramName): string {
  const known = read.get(name);
  if (known !== undefined) return known;
  const file = join(ASSETS_FOLDER, name, "manifest.json");
  const entry = readManifest(file)["main.tsx"];
  if (!entry) throw new Error(`${file} names no main.tsx: npm run build makes it anew`);
  const path = (asset: string) => `${ASSETS_PREFIX}${name}/${asset}`;
  const links = [
    ...(entry.css ?? []).map((style) => `<link rel="stylesheet" href="${path(style)}">`),
    `<script type="module" src="${path(entry.file)}"></script>`,
  ].join("\n");
  read.set(name, links);
  return links;
}

const DIGITS = 16;

/** The URL of an asset that is not bundled. */
export const pathByContent = (name: string, content: string, ending: string): string =>
  `${ASSETS_PREFIX}${name}-${createHash("sha256").update(content).digest("hex").slice(0, DIGITS)}.${ending}`;

function readManifest(file: string): Manifest {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Manifest;
  } catch (error) {
    throw new Error(`${file} cannot be read, which the pages need: npm run build makes it`, { cause: error });
  }
}
