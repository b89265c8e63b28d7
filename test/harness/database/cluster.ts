// PostgreSQL clusters of a test's own, in the directory of startPostgres.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { inject } from "vitest";
import { clusterFiles } from "../../../src/local/postgres/cluster.ts";

/**
 * Copies the empty cluster that the run has initialised (global-setup.ts), which takes 50 ms instead of the second that
 * a first start needs.
 * @param dir the directory of startPostgres, which must not exist; `<TURNPIKE_DIR>/postgres` for `turnpike dev`
 */
export function copyCluster(dir: string): void {
  mkdirSync(dirname(dir), { recursive: true });
  execFileSync("cp", ["-a", inject("emptyCluster"), dir]); // keeps the owner, unlike fs.cp
}

/** kill -9 of the cluster's server; its child processes end by themselves unless they are stopped. */
export function killServer(dir: string): void {
  const [pid] = readFileSync(clusterFiles(dir).pidFile, "utf8").split("\n");
  process.kill(Number(pid), "SIGKILL");
}
