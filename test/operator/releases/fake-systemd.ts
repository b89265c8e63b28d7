// In place of systemd, which cannot run in a container without privileges: it starts and stops real processes as the
// shipped units say, and `systemctl` and `journalctl` are programs that ask it. A process is ready once it logs that it
// is up, which is when it tells systemd so (../systemd.test.ts).
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { readEnvFiles } from "../../../src/settings/env-file.ts";
import { ROOT } from "../../docs/pages.ts";
import { LEASH } from "../../harness/server/process.ts";
import { steadyPort } from "../../harness/steady-port.ts";

interface Answer {
  readonly code: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** A unit as its file said when it was read. */
interface Definition {
  readonly envFiles: readonly string[];
  /** The words of ExecStart. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

interface Service {
  readonly file: string;
  readonly instance: string;
  readonly metricsPort: number;
  definition: Definition;
  process: ChildProcess | null;
  /** The last restart: another one waits for it. */
  job: Promise<string | null>;
  readonly log: string[];
}

/** Sends its name and its words to the test, and ends as the answer says. */
const PROGRAM = (url: string) => `#!${process.execPath}
const body = JSON.stringify([require("node:path").basename(process.argv[1]), ...process.argv.slice(2)]);
fetch("${url}", { method: "POST", body }).then((answer) => answer.json()).then(({ code, stdout = "", stderr = "" }) => {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
});
`;

export class FakeSystemd {
  readonly #services = new Map<string, Service>();
  readonly #server: Server;
  readonly #root: string;
  /** Each unit that was told to restart, in order. */
  readonly restarts: string[] = [];

  private constructor(root: string, server: Server) {
    this.#root = root;
    this.#server = server;
  }

  /** @param root has the releases, the settings (`etc`), and the programs (`bin`) to put into PATH */
  static async start(root: string): Promise<FakeSystemd> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const systemd = new FakeSystemd(root, server);
    server.on("request", async (request, response) => {
      const [program, ...words] = JSON.parse(Buffer.concat(await request.toArray()).toString()) as string[];
      response.end(JSON.stringify(await systemd.#answer(program ?? "", words)));
    });
    await mkdir(join(root, "bin"));
    for (const name of ["systemctl", "journalctl"]) {
      const path = join(root, "bin", name);
      await writeFile(path, PROGRAM(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
      await chmod(path, 0o755);
    }
    return systemd;
  }

  /** Where the file of a unit is installed. */
  pathOf(file: string): string {
    return join(this.#root, "units", file);
  }

  /** Installs an instance of a shipped unit, and starts it. @returns its name */
  async enable(file: string, instance: string): Promise<string> {
    await mkdir(join(this.#root, "units"), { recursive: true });
    await copyFile(join(ROOT, "deploy", file), this.pathOf(file));
    const name = file.replace("@", `@${instance}`);
    const place = { file, instance, metricsPort: await steadyPort() };
    const definition = this.#read(place);
    this.#services.set(name, { ...place, definition, process: null, job: Promise.resolve(null), log: [] });
    await this.restart(name);
    return name;
  }

  #read({ file, instance, metricsPort }: Pick<Service, "file" | "instance" | "metricsPort">): Definition {
    const text = readFileSync(this.pathOf(file), "utf8")
      .replaceAll("/opt/turnpike", this.#root)
      .replaceAll("/etc/turnpike", join(this.#root, "etc"))
      .replaceAll("/usr/bin/node", process.execPath)
      .replace(/METRICS_PORT=\S+/, `METRICS_PORT=${metricsPort}`)
      .replaceAll("%i", instance);
    const valuesOf = (key: string) =>
      [...text.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);
    return {
      envFiles: valuesOf("EnvironmentFile"),
      words: valuesOf("ExecStart").join().split(" "),
      environment: Object.fromEntries(valuesOf("Environment").map((entry) => entry.split("="))),
    };
  }

  #reload(): Answer {
    for (const service of this.#services.values()) service.definition = this.#read(service);
    return { code: 0 };
  }

  /** @returns why it did not start; null once it is ready */
  async restart(name: string): Promise<string | null> {
    const service = this.#services.get(name);
    if (!service) return `Unit ${name} not found.`;
    service.job = service.job.then(() => this.#restarted(name, service));
    return service.job;
  }

  async #restarted(name: string, service: Service): Promise<string | null> {
    await end(service);
    const { envFiles, environment, words: command } = service.definition;
    const [program = "", ...words] = command;
    const node = words.indexOf(process.execPath);
    const leashed = words.toSpliced(node + 1, 0, "--import", LEASH);
    const child = spawn(program, leashed, {
      cwd: join(this.#root, "current"),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { PATH: process.env.PATH, ...environment, ...readEnvFiles(envFiles).environment },
    });
    service.process = child;
    const ready = new Promise<null>((resolve) => {
      createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", (line) => {
        service.log.push(line);
        if (line.includes('"turnpike is up"')) resolve(null);
      });
    });
    const failed = once(child, "exit").then(([code]) => {
      if (service.process === child) service.process = null;
      return `Job for ${name} failed because the control process exited with error code (${code}).`;
    });
    return Promise.race([ready, failed]);
  }

  async #answer(program: string, words: readonly string[]): Promise<Answer> {
    const name = words.find((word) => word.endsWith(".service") && !word.includes("*")) ?? "";
    const unit = name.replace("--unit=", "");
    const service = this.#services.get(unit);
    if (program === "journalctl") return { code: 0, stdout: `${service?.log.slice(-500).join("\n")}\n` };
    if (words[0] === "list-units") {
      const listed = [...this.#services].map(([each, { process: child }]) => ({
        unit: each,
        active: child === null ? "failed" : "active",
      }));
      return { code: 0, stdout: JSON.stringify(listed) };
    }
    if (words[0] === "daemon-reload") return this.#reload();
    if (words.includes("--property=FragmentPath")) {
      const path = this.pathOf((words.at(-1) ?? "").replace(/@.*\./, "@."));
      return { code: 0, stdout: existsSync(path) ? `${path}\n` : "\n" };
    }
    if (!service) return { code: 1, stderr: `Unit ${name} not loaded.` };
    if (words.includes("--property=MainPID")) return { code: 0, stdout: `${service.process?.pid ?? 0}\n` };
    if (words[0] === "show") return { code: 0, stdout: shown(service.definition) };
    if (words[0] === "reset-failed") return { code: 0 };
    this.restarts.push(unit);
    const problem = await this.restart(unit);
    return problem === null ? { code: 0 } : { code: 1, stderr: problem };
  }

  /** The whole log of a unit's processes. */
  logOf(name: string): string {
    return this.#services.get(name)?.log.join("\n") ?? "";
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#services.values()].map(end));
    this.#server.close();
  }
}

async function end(service: Service): Promise<void> {
  const { process: child } = service;
  service.process = null;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** As `systemctl show` prints it. */
const shown = ({ envFiles, words }: Definition): string =>
  [
    "User=",
    ...envFiles.map((file) => `EnvironmentFiles=${file} (ignore_errors=no)`),
    `ExecStart={ path=${words[0]} ; argv[]=${words.join(" ")} ; ignore_errors=no }`,
  ].join("\n");

/** Settings as the units read them. */
export async function writeSettings(root: string, files: Readonly<Record<string, object>>): Promise<void> {
  await mkdir(join(root, "etc"));
  for (const [name, settings] of Object.entries(files)) {
    const lines = Object.entries(settings).map(([setting, value]) => `${setting}=${value}\n`);
    writeFileSync(join(root, "etc", name), lines.join(""));
  }
}
