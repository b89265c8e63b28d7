// Debian's PostgreSQL with its own tools (pg_dump refuses other versions), started for one test in a new folder, with
// the role and the database that docs/deploying.md makes. As root, it runs as Debian's postgres user.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, readdirSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readPage } from "../docs/pages.ts";
import { steadyPort } from "../harness/steady-port.ts";

export interface DebianPostgres {
  /** Connects as the role that owns the database, and has no other rights. */
  readonly databaseUrl: string;
  /** Holds its data in `data`, and its socket. */
  readonly dir: string;
  readonly port: number;
  /** Its programs, and a `sudo -u postgres` that leads to it: the first folders of a PATH. */
  readonly path: string;
  /** Stops and starts PostgreSQL itself. @param parameters lines as in postgresql.conf */
  stopServer(): Promise<void>;
  startServer(parameters: string, environment: Readonly<Record<string, string>>): Promise<void>;
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
  const access = ["-U", "postgres", "--auth-local=trust", "--auth-host=scram-sha-256"];
  execFileSync(join(bin, "initdb"), ["-D", data, "-E", "UTF8", ...access], { ...as, cwd: dir });
  const port = await steadyPort();
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
  const path = `${await makeSudo(dir, port, user)}:${bin}`;
  makeDatabase(dir, path);
  return {
    databaseUrl: `postgres://turnpike:${PASSWORD}@127.0.0.1:${port}/turnpike`,
    dir,
    port,
    path,
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

/** `sudo -u postgres`, which an operator has, for this PostgreSQL, in a folder it may read. @returns its own folder */
async function makeSudo(dir: string, port: number, user: User | null): Promise<string> {
  const commands = join(dir, "commands");
  await mkdir(commands);
  const as = user ? `setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups` : "env";
  const sudo = ["shift 2", `cd ${dir}`, `export PGHOST=${dir} PGPORT=${port} PGUSER=postgres`, `exec ${as} "$@"`];
  await writeFile(join(commands, "sudo"), `#!/bin/sh\n${sudo.join("\n")}\n`);
  await chmod(join(commands, "sudo"), 0o755);
  return commands;
}

/** The password that the pages use. */
const PASSWORD = "secret";

/** Makes role and database with the commands of docs/deploying.md. */
function makeDatabase(dir: string, path: string): void {
  const block = readPage("docs/deploying.md").blocks.find(({ text }) => text.includes("createdb"));
  // createuser reads the password from its standard input in a session without a terminal.
  execFileSync("setsid", ["--wait", "bash", "-ec", block?.text ?? ""], {
    cwd: dir,
    env: { ...process.env, PATH: `${path}:${process.env.PATH}` },
    input: `${PASSWORD}\n${PASSWORD}\n`,
    stdio: ["pipe", "ignore", "pipe"],
  });
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Debian's postgres user. */
export function owner(): User {
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
