// Before the browser tests: what pages load is bundled where a source is newer, so that no test looks at an older one.
import { execFileSync } from "node:child_process";
import { isFresh } from "../../harness/freshness.ts";

const BUILT = ["checkout", "console"].map((program) => `dist/browser/${program}/manifest.json`);
const SOURCES = ["package-lock.json", "scripts/build-browser.js", "src"];

export default function setup(): void {
  if (isFresh(BUILT, SOURCES)) return;
  execFileSync(process.execPath, ["scripts/build-browser.js"], { stdio: "inherit" });
}
