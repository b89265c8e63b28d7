// `turnpike dev` as a real process in its own directory, and the processes it starts.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { DevFile } from "../../src/local/dev-file.ts";
import { environmentOf } from "../harness/server/environment.ts";

export interface DevProcess {
  readonly pid: number;
  /** Its output so far. */
  output(): string;
  /** Without those of a busy machine: batches sent again before their block is read, and rates read late. */
  complaints(): string;
  /** Resolves once it has printed this; rejects if it exits first. */
  says(text: string): Promise<void>;
  /** Its dev.json. */
  file(): Promise<DevFile>;
  /** Resolves on exit with the signal or the exit code. */
  readonly exited: Promise<NodeJS.Signals | number>;
  kill(signal: NodeJS.Signals): Promise<NodeJS.Signals | number>;
}

const TURNPIKE = resolve(import.meta.dirname, "../../dist-test/cli/main.js");
/** Preloaded: if the test's process ends, the channel disconnects and this process stops everything it started. */
const LEASH = `data:text/javascript,${encodeURIComponent(
  'process.on("disconnect", () => process.kill(process.pid, "SIGTERM")); process.channel.unref();',
)}`;

const OF_BUSY_MACHINE =
  /^.*"msg":"(batch resent"|the rate source took longer than|no rate, so options that need it).*\n/gm;

/** The last line of its startup output. */
export const IS_UP = "Ctrl-C stops everything";

interface DevOptions {
  /** The Node that runs it; by default the test's own. */
  readonly node?: string;
  readonly port?: number;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export function runDev(
  dir: string,
  { node = process.execPath, port = 0, args = [], environment = {} }: DevOptions = {},
): DevProcess {
  const child = spawn(node, ["--import", LEASH, TURNPIKE, "dev", ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: environmentOf({ TURNPIKE_DIR: dir, PORT: String(port), ...environment }),
  });
  const exited: DevProcess["exited"] = once(child, "exit").then(([code, signal]) => signal ?? code);
  const output = collect(child, "stdout");
  const written = collect(child, "stderr");
  const complaints = () => written().replace(OF_BUSY_MACHINE, "");
  return {
    pid: child.pid ?? 0,
    output,
    complaints,
    exited,
    says: (text) => saying(child, { output, complaints, exited }, text),
    file: async () => JSON.parse(await readFile(join(dir, "dev.json"), "utf8")) as DevFile,
    async kill(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

function collect(child: ChildProcess, stream: "stdout" | "stderr"): () => string {
  let text = "";
  child[stream]?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

async function saying(
  child: ChildProcess,
  { output, complaints, exited }: Pick<DevProcess, "output" | "complaints" | "exited">,
  text: string,
): Promise<void> {
  const said = new Promise<void>((resolveSaid) => {
    const look = () => output().includes(text) && resolveSaid();
    child.stdout?.on("data", look);
    look();
  });
  const ended = exited.then((how) => {
    throw new Error(`it ended (${how}) without saying "${text}":\n${output()}\n${complaints()}`);
  });
  await Promise.race([said, ended]);
}

/** Processes that serve a directory: its PostgreSQL, its chain. */
export function processesOf(dir: string): { readonly pid: number; readonly command: string }[] {
  return execFileSync("ps", ["-ww", "-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(dir))
    .map((line) => {
      const [, pid, command = ""] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
      return { pid: Number(pid), command };
    });
}
