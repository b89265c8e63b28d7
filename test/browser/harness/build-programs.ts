// Before the browser tests: what pages load is bundled where a source is newer, so that no test looks at an older one.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const BUILT = ["checkout", "console"].map((program) => `dist/browser/${program}/manifest.json`);
const SOURCES = ["package-lock.json", "scripts/build-browser.js", "src"];

export default function setup(): void {
  const isFresh = BUILT.every(existsSync) && newestOf(SOURCES) < Math.min(...BUILT.map(changedAtMs));
  if (!isFresh) execFileSync(process.execPath, ["scripts/build-browser.js"], { stdio: "inherit" });
}

const changedAtMs = (path: string): number => statSync(path).mtimeMs;

/** Includes folders, because removing a file changes only its folder. */
function newestOf(paths: readonly string[]): number {
  const entries = paths
    .filter((path) => statSync(path).isDirectory())
    .flatMap((path) => readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name)));
  return Math.max(...[...paths, ...entries].map(changedAtMs));
}
