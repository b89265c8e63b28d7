// Before the browser tests, bundles the pages' programs again if a source is newer, so that no test runs a stale one.
import { execFileSync } from "node:child_process";
import { isFresh } from "../../harness/freshness.ts";

const BUILT = ["checkout", "console", "guides"].map((program) => `dist/browser/${program}/manifest.json`);
const PROGRAM_SOURCES = ["locales", "package-lock.json", "scripts", "src"];
/** All that scripts/guides/contents.js lists is in these. */
const GUIDE_SOURCES = ["CHANGELOG.md", "docs", "examples", "integrations", "libraries", "openapi.json", "SECURITY.md"];

export default function setup(): void {
  if (isFresh(BUILT, [...PROGRAM_SOURCES, ...GUIDE_SOURCES])) return;
  execFileSync(process.execPath, ["scripts/build-browser.js"], { stdio: "inherit" });
}
