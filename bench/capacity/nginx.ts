// The shipped configuration in Debian's nginx, with one worker, for clients that all have one address.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../src/local/process/free-port.ts";
import { NGINX_ENVIRONMENT, writeNginxConfiguration } from "../../test/operator/nginx-configuration.ts";
import { childrenOf } from "../harness/process-usage.ts";

/** Limits that would end the benchmark before nginx or Turnpike does. */
const LIMITS_PER_ADDRESS = /^ *limit_(conn|req) .*$/gm;
const LOOK_EVERY_MS = 50;
const UP_WITHIN_MS = 10_000;

/**
 * @param connections worker_connections; at most as many files as this process may open
 * @param upStatus of its first response: 502 if the server accepts no more connections
 */
export async function startNginx(serverUrl: string, connections: number, upStatus = 200) {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-bench-nginx-"));
  const httpsPort = await freePort();
  const path = await writeNginxConfiguration({
    dir,
    httpsPort,
    httpPort: await freePort(),
    upstream: new URL(serverUrl).host,
    main: "worker_processes 1;",
    events: `worker_connections ${connections};`,
  });
  await writeFile(path, (await readFile(path, "utf8")).replaceAll(LIMITS_PER_ADDRESS, ""));
  const nginx = spawn("nginx", ["-p", dir, "-c", path, "-g", "daemon off;"], {
    env: NGINX_ENVIRONMENT,
    stdio: "ignore",
  });
  const kill = () => void nginx.kill("SIGKILL");
  process.once("exit", kill);
  const exited = once(nginx, "exit");
  await untilUp(httpsPort, upStatus);
  const [worker = 0] = childrenOf(nginx.pid ?? 0);
  return {
    baseUrl: `https://127.0.0.1:${httpsPort}`,
    /** The process that holds the connections. */
    pid: worker,
    async stop() {
      nginx.kill("SIGTERM");
      await exited;
      process.off("exit", kill);
      await rm(dir, { recursive: true });
    },
  };
}

async function untilUp(port: number, upStatus: number): Promise<void> {
  for (const startMs = performance.now(); performance.now() - startMs < UP_WITHIN_MS; await sleep(LOOK_EVERY_MS)) {
    const isUp = await new Promise<boolean>((resolve) => {
      const asked = request({ port, path: "/healthz", rejectUnauthorized: false, agent: false }, (answer) => {
        resolve(answer.resume().statusCode === upStatus);
      });
      asked.on("error", () => resolve(false)).end();
    });
    if (isUp) return;
  }
  throw new Error("nginx does not start: is it installed? Run .ci/install-operator-tools");
}
