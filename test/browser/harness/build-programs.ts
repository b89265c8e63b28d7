// Before the browser tests, bundles the pages' programs again if a source is newer, so that no test runs a stale one.
import { execFileSync } from "node:child_process";
import { isFresh } from "../../harness/freshness.ts";

const BUILT = ["checkout", "console", "guides", "reference"].map((program) => `dist/browser/${program}/manifest.json`);
const SOURCES = ["docs", "locales", "openapi.json", "package-lock.json", "scripts", "src"];

export default function setup(): void {
  if (isFresh(BUILT, SOURCES)) return;
  execFileSync(process.execPath, ["scripts/build-browser.js"], { stdio: "inherit" });
}
