// Before the browser tests: what pages load is bundled anew, so that no test looks at what an older source became.
import { execFileSync } from "node:child_process";

export default function setup(): void {
  execFileSync(process.execPath, ["scripts/build-browser.js"], { stdio: "inherit" });
}
