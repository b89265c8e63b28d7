import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Whether all of `built` exist and are newer than every source. Paths are files or folders, from the project root. */
export const isFresh = (built: readonly string[], sources: readonly string[]): boolean =>
  built.every((path) => existsSync(path)) && newestOf(sources) < Math.min(...built.map(changedAtMs));

const changedAtMs = (path: string): number => statSync(path).mtimeMs;

/** Includes folders, because removing a file changes only its folder. */
function newestOf(paths: readonly string[]): number {
  const entries = paths
    .filter((path) => statSync(path).isDirectory())
    .flatMap((path) => readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name)));
  return Math.max(...[...paths, ...entries].map(changedAtMs));
}
