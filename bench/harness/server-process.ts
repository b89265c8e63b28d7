// `turnpike serve` in a separate process, for the benchmarks.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { environmentOf } from "../../test/harness/server/environment.ts";

export const TURNPIKE = "dist/cli/main.js";

/** pino's number for the level info. */
const INFO = 30;
/** pino's number for the level error. */
const ERROR = 50;

const LINES = /^.+$/gm;
/** Lines above the level info: a server under load writes one of those for each request, and the load would wait. */
const NOTABLE_LINES = new RegExp(`^(?!\\{"level":${INFO},).+$`, "gm");

export interface ServerOptions {
  /** The folder to which the server writes a CPU profile on exit. */
  readonly profileDir?: string | undefined;
  readonly role?: "all" | "api" | "worker";
  /** Its limit of open files; by default that of this process. */
  readonly filesMax?: number;
}

export async function startServer(
  settings: Readonly<Record<string, string>>,
  { profileDir, role = "all", filesMax }: ServerOptions = {},
) {
  const profiling = profileDir === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`];
  const limited = filesMax === undefined ? [] : ["prlimit", `--nofile=${filesMax}`];
  const [command = "", ...args] = [...limited, process.execPath, ...profiling, TURNPIKE, "serve", "--role", role];
  const child = spawn(command, args, {
    env: environmentOf(settings),
    stdio: ["ignore", "inherit", "pipe"],
  });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const exited = once(child, "exit");
  const warnings = new Map<string, number>();
  const baseUrl = await new Promise<string>((resolve, reject) => {
    void exited.then(() => reject(new Error("the server exited before it was up; see its output above")));
    let isUp = false;
    let rest = "";
    const read = (line: string): void => {
      // Only the log is JSON; other output, such as a crash, is passed through.
      if (!line.startsWith("{")) return void process.stderr.write(`${line}\n`);
      const entry = JSON.parse(line) as { level: number; msg: string; baseUrl?: string };
      if (entry.msg === "turnpike is up" && entry.baseUrl !== undefined) {
        isUp = true;
        resolve(entry.baseUrl);
      }
      if (entry.level >= ERROR) process.stderr.write(`${line}\n`);
      if (entry.level > INFO) warnings.set(entry.msg, (warnings.get(entry.msg) ?? 0) + 1);
    };
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      const end = text.lastIndexOf("\n") + 1;
      const whole = rest + text.slice(0, end);
      rest = end === 0 ? rest + text : text.slice(end);
      if (end > 0) for (const [line] of whole.matchAll(isUp ? NOTABLE_LINES : LINES)) read(line);
    });
  });
  return {
    /** Empty for a worker. */
    baseUrl,
    pid: child.pid ?? 0,
    warnings,
    async stop() {
      child.kill("SIGTERM");
      await exited;
      process.off("exit", kill);
    },
  };
}
