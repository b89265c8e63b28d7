// The files that the rules of STYLE.md apply to, and their imports.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
const SRC = join(ROOT, "src");
export const LOCALES = "locales";

export function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/node_modules/"));
}

export const CODE = /\.tsx?$/;
export const sources = [...filesIn(SRC, CODE), ...filesIn(join(ROOT, LOCALES), CODE)];
/** `path:line: text` of every line that matches. */
export const placesIn = (file: string, matches: (line: string) => boolean): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => (matches(line) ? [`${relative(ROOT, file)}:${index + 1}: ${line.trim()}`] : []));

/** A block comment, or consecutive lines of `//`, or of `--` in SQL. */
const COMMENT = /(?<=^|[\s{])(?:\/\*[\s\S]*?\*\/|(?:\/\/|--) .*(?:\n\s*(?:\/\/|--) .*)*)/gm;
const MARKS = /^\s*(?:\/?\*+\/?|\/\/|--) ?|\s*\*\/$/gm;
/** The comments of a file, each as one line of text. */
export const commentsIn = (file: string): readonly { readonly line: number; readonly text: string }[] => {
  const content = readFileSync(file, "utf8");
  return [...content.matchAll(COMMENT)].map(({ 0: comment, index }) => ({
    line: content.slice(0, index).split("\n").length,
    text: comment.replace(MARKS, "").replaceAll("\n", " ").trim(),
  }));
};

/** Below src/, or below the root for translations. */
export const inSrc = (file: string): string => relative(file.startsWith(join(ROOT, LOCALES)) ? ROOT : SRC, file);
export const folderOf = (file: string): string => inSrc(file).split("/")[0] ?? "";

/** Whether `path` is `place`, or a file below it. */
export const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** An import or export with names, an import for its side effects, or a dynamic import. */
const IMPORT = /^(?:import|export)\s[^;]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gms;
export const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, named, effect, late]) =>
    resolve(dirname(file), named ?? effect ?? late ?? ""),
  );

const TYPE_ONLY = /^(?:import|export) type\s[^;]*?from\s+"(\.[^"]+)"/gms;
/** The imports that load code: all except `import type` and `export type`. */
export const loadsOf = (file: string): string[] => {
  const types = [...readFileSync(file, "utf8").matchAll(TYPE_ONLY)].map(([, path]) =>
    resolve(dirname(file), path ?? ""),
  );
  const loads = importsOf(file);
  for (const path of types) loads.splice(loads.indexOf(path), 1);
  return loads;
};
