// A machine with an installed release: two APIs behind the shipped nginx.conf, and two workers, as the shipped units
// run them, on the database and the chain of a test.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { mkdtemp, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { vi } from "vitest";
import { entryOf } from "../../harness/server/process.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { steadyPort } from "../../harness/steady-port.ts";
import { NGINX_ENVIRONMENT, writeNginxConfiguration } from "../nginx-configuration.ts";
import { makeRelease, unpackByHand } from "./artefact.ts";
import { FakeSystemd, writeSettings } from "./fake-systemd.ts";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class Machine {
  /** As /opt/turnpike. */
  readonly root: string;
  readonly server: TestServer;
  readonly systemd: FakeSystemd;
  /** The names of its units, in the order of restarts. */
  readonly units: readonly string[];
  /** The proxy's address. */
  readonly url: string;
  readonly #nginx: ChildProcess;

  private constructor(parts: Pick<Machine, "root" | "server" | "systemd" | "units" | "url">, nginx: ChildProcess) {
    this.root = parts.root;
    this.server = parts.server;
    this.systemd = parts.systemd;
    this.units = parts.units;
    this.url = parts.url;
    this.#nginx = nginx;
  }

  static async start(): Promise<Machine> {
    const root = await mkdtemp(join(tmpdir(), "turnpike-test-machine-"));
    mkdirSync(join(root, "files"));
    const file = await makeRelease(join(root, "files"), "00000001");
    symlinkSync(`releases/${await unpackByHand(file, join(root, "releases"))}`, join(root, "current"));
    const server = await startServer({ role: null });
    const proxyPort = await steadyPort();
    const url = `http://127.0.0.1:${proxyPort}`;
    await writeSettings(root, await settingsOf(server, root, url));
    const systemd = await FakeSystemd.start(root);
    const ports = [await steadyPort(), await steadyPort()].map(String).toSorted() as [string, string];
    const units: string[] = [];
    for (const each of ["1", "2"]) units.push(await systemd.enable("turnpike-worker@.service", each));
    for (const each of ports) units.push(await systemd.enable("turnpike-api@.service", each));
    return new Machine({ root, server, systemd, units, url }, await startNginx(root, proxyPort, ports));
  }

  get files(): string {
    return join(this.root, "files");
  }

  async current(): Promise<string> {
    return basename(await readlink(join(this.root, "current")));
  }

  /** The folder of the release that starts next. */
  get currentFolder(): string {
    return realpathSync(join(this.root, "current"));
  }

  /** Starts a command of the current release, as an operator does. */
  begin(...words: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
    const env = { PATH: `${join(this.root, "bin")}:${process.env.PATH}` };
    let child: ChildProcess | undefined;
    const ended = new Promise<Ended>((resolve) => {
      child = execFile(join(this.root, "current/bin/turnpike"), words, { env }, (_, stdout, stderr) =>
        resolve({ code: child?.exitCode ?? -1, stdout, stderr }),
      );
    });
    if (!child) throw new Error("the command was not started");
    return { child, ended };
  }

  run(...words: readonly string[]): Promise<Ended> {
    return this.begin(...words).ended;
  }

  /** The release in which each unit runs; null if it does not. */
  async running(): Promise<readonly (string | null)[]> {
    const { stdout } = await this.run("releases", "--json");
    const { releases } = JSON.parse(stdout) as { releases: readonly { release: string; units: readonly string[] }[] };
    return this.units.map((unit) => releases.find(({ units }) => units.includes(unit))?.release ?? null);
  }

  async stop(): Promise<void> {
    const exited = once(this.#nginx, "exit");
    this.#nginx.kill("SIGTERM");
    await exited;
    await this.systemd.stop();
    await this.server.stop();
    await rm(this.root, { recursive: true });
  }
}

async function settingsOf({ installation }: TestServer, root: string, publicUrl: string) {
  const { SECRET_KEY, RECEIPT_KEYS, RELAYER_KEYS, PORT: _, ...shared } = installation.environment;
  const chainsFile = join(root, "chains.json");
  await writeFile(chainsFile, JSON.stringify(installation.chains.map(entryOf)));
  const own = { CHAINS_FILE: chainsFile, PUBLIC_URL: publicUrl, TRUSTED_PROXIES: "127.0.0.1", LOG_LEVEL: "info" };
  return {
    "turnpike.env": { ...shared, ...own },
    "api.env": { SECRET_KEY, RECEIPT_KEYS },
    "worker.env": { RELAYER_KEYS },
  };
}

/** The shipped configuration without TLS, in whose place come limits for a single client. */
async function startNginx(root: string, port: number, ports: readonly [string, string]): Promise<ChildProcess> {
  const dir = join(root, "nginx");
  mkdirSync(dir);
  chmodSync(root, 0o755);
  const [first, second] = ports.map((each) => `127.0.0.1:${each}`);
  const path = await writeNginxConfiguration({
    dir,
    httpsPort: port,
    httpPort: await steadyPort(),
    upstream: [first ?? "", second ?? ""],
  });
  const shipped = await readFile(path, "utf8");
  await writeFile(path, shipped.replaceAll(" ssl http2;", ";").replaceAll(/^\s*ssl_.*$/gm, ""));
  const nginx = spawn("nginx", ["-p", dir, "-c", path, "-g", "daemon off;"], {
    env: NGINX_ENVIRONMENT,
    stdio: "ignore",
  });
  const status = () => fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.status);
  await vi.waitUntil(async () => (await status().catch(() => null)) === 200, { timeout: 20_000 });
  return nginx;
}
