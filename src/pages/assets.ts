// URLs of page assets: the bundles in dist/browser/, built by `npm run build`, and files served from here. Every URL
// changes with its content.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RELEASE } from "../releases.ts";
import type { Language } from "./messages/languages.ts";

export const ASSETS_IN_RELEASE = "dist/browser";
export const ASSETS_FOLDER = join(RELEASE, ASSETS_IN_RELEASE);
export const ASSETS_PREFIX = "/assets/";

/** https://vite.dev/guide/backend-integration */
type Manifest = Readonly<
  Record<string, { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }>
>;

type ProgramName = "checkout" | "console" | "guides";

export interface ProgramLinks {
  /** Tags for the head that preload all scripts in one round. */
  readonly preloads: string;
  /** Styles and the entry script. In the body, content before them is painted without waiting for the styles. */
  readonly loads: string;
  /** Its styles alone. */
  readonly styles: string;
}

const read = new Map<string, ProgramLinks>();

/**
 * The tags that load a program's script and styles.
 * @throws Error if the program was not built
 */
export const programLinks = (name: ProgramName): string => {
  const { preloads, loads } = pageLinks(name);
  return preloads === "" ? loads : `${preloads}\n${loads}`;
};

/** The tags that load a program's styles alone. @throws Error if the program was not built */
export const programStyles = (name: ProgramName): string => pageLinks(name).styles;

/**
 * The tags that load a program and one of its pages. The manifest is read once: assets don't change at run time.
 * @param imported the modules that the program imports first: its page and its messages
 * @throws Error if the program was not built
 */
export function pageLinks(name: ProgramName, ...imported: readonly string[]): ProgramLinks {
  const key = `${name} ${imported.join(" ")}`;
  const known = read.get(key);
  if (known) return known;
  const { entry, scripts, styles } = filesOf(name, imported);
  const styleTags = styles.map((style) => `<link rel="stylesheet" href="${style}">`);
  const links = {
    preloads: scripts.map((script) => `<link rel="modulepreload" href="${script}">`).join("\n"),
    loads: [...styleTags, `<script type="module" src="${entry}"></script>`].join("\n"),
    styles: styleTags.join("\n"),
  };
  read.set(key, links);
  return links;
}

/** The URLs of a program's script and styles, and of the files that some of its modules import. */
export function programFiles(name: ProgramName, ...imported: readonly string[]): readonly string[] {
  const { entry, scripts, styles } = filesOf(name, imported);
  return [entry, ...scripts, ...styles];
}

function filesOf(name: ProgramName, imported: readonly string[]) {
  const file = join(ASSETS_FOLDER, name, "manifest.json");
  const manifest = readManifest(file);
  const entry = manifest["main.tsx"];
  if (!entry) throw new Error(`${file} names no main.tsx: npm run build makes it anew`);
  const path = (asset: string) => `${ASSETS_PREFIX}${name}/${asset}`;
  const modules = [...new Set(["main.tsx", ...imported].flatMap((each) => within(manifest, each)))];
  const scripts = [...new Set(modules.map((each) => manifest[each]?.file ?? ""))].filter((each) => each !== entry.file);
  const styles = [...new Set(modules.flatMap((each) => manifest[each]?.css ?? []))];
  return { entry: path(entry.file), scripts: scripts.map(path), styles: styles.map(path) };
}

/** A module and all that it imports. */
function within(manifest: Manifest, module: string, found = new Set<string>()): readonly string[] {
  if (found.has(module) || !manifest[module]) return [];
  found.add(module);
  for (const each of manifest[module].imports ?? []) within(manifest, each, found);
  return [...found];
}

/** The console's messages, as its manifest names them. */
export const consoleMessages = (language: Language): string => `../../../locales/console/${language}.ts`;

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
