// Debian's PostgreSQL with its own tools (pg_dump refuses other versions), started for one test in a new folder. As
// root, it runs as Debian's postgres user.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../src/local/free-port.ts";

export interface DebianPostgres {
  readonly databaseUrl: string;
  /** Holds its data in `data`, and its socket. */
  readonly dir: string;
  readonly port: number;
  /** Runs a command as its user: the words before the command. */
  readonly as: string;
  /** Stops and starts PostgreSQL itself. @param parameters lines as in postgresql.conf */
  stopServer(): Promise<void>;
  startServer(parameters: string, environment: Readonly<Record<string, string>>): Promise<void>;
  /** The folder of its programs. */
  readonly bin: string;
  stop(): Promise<void>;
}

const VERSIONS = "/usr/lib/postgresql";

export async function startDebianPostgres(): Promise<DebianPostgres> {
  const [version] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  const bin = join(VERSIONS, version ?? "", "bin");
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-debian-"));
  const user = process.getuid?.() === 0 ? owner() : null;
  if (user) chownSync(dir, user.uid, user.gid);
  const as = user ?? {};
  const data = join(dir, "data");
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "turnpike", "-A", "trust", "-E", "UTF8"], { ...as, cwd: dir });
  const port = await freePort();
  const args = ["-D", data, "-k", dir, "-p", String(port), "-c", "listen_addresses=127.0.0.1"];
  const launch = async (parameters: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) => {
    const server = spawn(join(bin, "postgres"), [...args, ...parameters], {
      ...as,
      cwd: dir,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const exited = once(server, "exit");
    process.once("exit", () => server.kill("SIGQUIT"));
    for await (const line of createInterface(server.stderr)) {
      if (line.includes("ready to accept connections")) break;
    }
    server.stderr.resume();
    return { server, exited };
  };
  let { server, exited } = await launch();
  const url = (database: string) => `postgres://turnpike@127.0.0.1:${port}/${database}`;
  execFileSync(join(bin, "createdb"), ["--maintenance-db", url("postgres"), "turnpike"]);
  return {
    databaseUrl: url("turnpike"),
    bin,
    dir,
    port,
    as: user ? `setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups` : "env",
    async stopServer() {
      server.kill("SIGINT");
      await exited;
    },
    async startServer(parameters, environment) {
      const lines = parameters.split("\n").filter((line) => line !== "");
      const options = lines.flatMap((line) => ["-c", line.replaceAll("'", "")]);
      ({ server, exited } = await launch(options, environment));
    },
    async stop() {
      server.kill("SIGINT");
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Debian's postgres user. */
export function owner(): { readonly uid: number; readonly gid: number } {
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
