// Rebuilds the browser programs before the browser tests.
import { execFileSync } from "node:child_process";

export default function setup(): void {
  execFileSync(process.execPath, ["scripts/build-browser.js"], { stdio: "inherit" });
}
