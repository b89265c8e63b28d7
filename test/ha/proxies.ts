// HAProxy and PgBouncer in front of the database hosts.
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../src/local/process/free-port.ts";
import type { DatabaseHost } from "./database-host.ts";
import { type Program, startProgram, unprivileged } from "./program.ts";

export interface Proxies {
  /** HAProxy, which ends the sessions of a host that is no longer the primary. */
  readonly endingPort: number;
  /** HAProxy, which leaves them open. */
  readonly keepingPort: number;
  /** PgBouncer's transaction pooling, in front of HAProxy. */
  readonly poolerPort: number;
  stop(): Promise<void>;
}

export async function startProxies(rigDir: string, hosts: readonly DatabaseHost[]): Promise<Proxies> {
  const [endingPort, keepingPort, poolerPort] = [await freePort(), await freePort(), await freePort()];
  const haproxy = await startConfigured(
    rigDir,
    "haproxy",
    ["haproxy", "-db", "-f"],
    [
      "defaults\n mode tcp\n timeout connect 2s\n timeout client 30m\n timeout server 30m\n timeout check 1s",
      listen("ending", endingPort, hosts, " on-marked-down shutdown-sessions"),
      listen("keeping", keepingPort, hosts, ""),
    ],
  );
  const pgbouncer = await startConfigured(
    rigDir,
    "pgbouncer",
    ["pgbouncer"],
    [
      `[databases]\n* = host=127.0.0.1 port=${endingPort} user=turnpike`,
      `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${poolerPort}\nunix_socket_dir =\nauth_type = any`,
      "pool_mode = transaction\ndefault_pool_size = 10\nserver_login_retry = 1",
    ],
  );
  return {
    endingPort,
    keepingPort,
    poolerPort,
    async stop() {
      await pgbouncer.kill();
      await haproxy.kill();
    },
  };
}

/** A port of HAProxy that leads to the primary, as Patroni reports it. */
const listen = (name: string, port: number, hosts: readonly DatabaseHost[], onDown: string): string =>
  [
    `listen ${name}`,
    ` bind 127.0.0.1:${port}`,
    " option httpchk OPTIONS /primary",
    " http-check expect status 200",
    ` default-server inter 1s fall 2 rise 1${onDown}`,
    ...hosts.map((host) => ` server ${host.name} 127.0.0.1:${host.postgresPort} check port ${host.restPort}`),
  ].join("\n");

function startConfigured(
  rigDir: string,
  name: string,
  command: readonly string[],
  sections: readonly string[],
): Promise<Program> {
  const dir = join(rigDir, name);
  const file = join(dir, "configuration");
  mkdirSync(dir);
  writeFileSync(file, `${sections.join("\n")}\n`);
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) for (const path of [dir, file]) chownSync(path, uid, gid);
  return startProgram({ command: [...command, file], dir });
}
