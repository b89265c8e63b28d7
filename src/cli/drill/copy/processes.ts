// Processes of the copy, in the roles that an installation runs twice: two APIs, two workers. They end with the drill.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { CHILD_ENV } from "../../../local/process/child-process.ts";
import { freePort } from "../../../local/process/free-port.ts";
import { CommandError } from "../../output/output.ts";
import { until } from "../measure/until.ts";
import { runProgram } from "./programs.ts";

/** The program of this release. */
const PROGRAM = join(import.meta.dirname, "../../main.js");
/** Preloaded: the channel to the drill closes when the drill ends, however it ends. */
const LEASH = `data:text/javascript,${encodeURIComponent(
  'process.on("disconnect", () => process.kill(process.pid, "SIGKILL")); process.channel.unref();',
)}`;
const READY_WITHIN_MS = 120_000;
const PROBE_TIMEOUT_MS = 5_000;
const SAID_CHARS = 2_000;

type Settings = Readonly<Record<string, string>>;

export interface Member {
  /** For example api-1. */
  readonly name: string;
  readonly baseUrl: string;
  readonly metricsUrl: string;
  readonly pid: () => number;
  /** Starts it, also again after its end, and waits until it is ready. */
  start(settings: Settings): Promise<void>;
  isReady(): Promise<boolean>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Without waiting: SIGSTOP and SIGCONT. */
  signal(signal: NodeJS.Signals): void;
}

export async function newMember(name: string, role: "api" | "worker"): Promise<Member> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  let child: ChildProcess | null = null;
  const isReady = async (): Promise<boolean> => {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    return fetch(`${metricsUrl}/readyz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  return {
    name,
    baseUrl: `http://127.0.0.1:${port}`,
    metricsUrl: `${metricsUrl}/metrics`,
    pid: () => child?.pid ?? 0,
    isReady,
    async start(settings) {
      let said = "";
      const started = spawn(process.execPath, ["--import", LEASH, PROGRAM, "serve", "--role", role], {
        cwd: "/",
        stdio: ["ignore", "ignore", "pipe", "ipc"],
        env: { ...CHILD_ENV, ...settings, PORT: String(port), METRICS_PORT: String(metricsPort) },
      });
      child = started;
      started.stderr?.setEncoding("utf8").on("data", (text: string) => {
        said = `${said}${text}`.slice(-SAID_CHARS);
      });
      const fail = (): never => {
        throw new CommandError(`${name} of the copy does not get ready: ${said.trim()}`);
      };
      await until(async () => (started.exitCode === null ? isReady() : fail()), READY_WITHIN_MS, fail);
    },
    async kill(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    },
    signal: (signal) => void child?.kill(signal),
  };
}

/** Runs a command on the copy. @returns its standard output @throws CommandError with what it said */
export const runCommand = (settings: Settings, ...words: readonly string[]): Promise<string> =>
  runProgram(process.execPath, [PROGRAM, ...words], { env: { ...settings } });
