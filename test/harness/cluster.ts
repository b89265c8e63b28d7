// Copies the empty PostgreSQL cluster that the run has initialised (global-setup.ts), which takes 50 ms instead of the
// second that a first start needs.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { inject } from "vitest";

/** @param dir the directory of startPostgres, which must not exist; `<TURNPIKE_DIR>/postgres` for `turnpike dev` */
export function copyCluster(dir: string): void {
  mkdirSync(dirname(dir), { recursive: true });
  execFileSync("cp", ["-a", inject("emptyCluster"), dir]); // keeps the owner, unlike fs.cp
}
