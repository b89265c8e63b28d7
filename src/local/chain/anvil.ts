// Starts the anvil binary of the npm package `@foundry-rs/anvil`. The package's Node wrapper is not used: it dies of
// the signals meant for anvil, and hides its process id.
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { type LocalProcess, type Log, logTail, type StopRule, spawnDetached } from "../process/child-process.ts";
import { chainIdAt } from "./chain-id.ts";

export interface Anvil {
  readonly server: LocalProcess;
  readonly rpcUrl: string;
}

/** On SIGINT anvil writes its state: 35 MB (six hours of empty blocks) in 170 ms. */
export const ANVIL_STOP_RULE: StopRule = { gently: "SIGINT", patienceMs: 30_000, hard: "SIGKILL" };
/** Loading 35 MB takes 260 ms. */
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 10;

export interface AnvilOptions {
  readonly port: number;
  readonly args: string[];
  readonly logFile: string;
  readonly log: Log;
  /** Called before anvil is ready, to record the process. */
  readonly onSpawn?: (server: LocalProcess) => Promise<void>;
}

/** Starts anvil on 127.0.0.1 and waits until it responds. @throws AnvilStartError */
export async function spawnAnvil({ port, args, logFile, log, onSpawn }: AnvilOptions): Promise<Anvil> {
  const server = await spawnDetached({
    command: anvilBinary(),
    args: ["--host", "127.0.0.1", "--port", String(port), "--quiet", ...args],
    logFile,
    stopRule: ANVIL_STOP_RULE,
  });
  await onSpawn?.(server);
  const rpcUrl = anvilUrl(port);
  const deadlineMs = performance.now() + READY_WITHIN_MS;
  while ((await chainIdAt(rpcUrl)) === null) {
    if (!server.isRunning()) throw new AnvilStartError(logFile, logTail(logFile));
    if (performance.now() > deadlineMs) {
      await server.stop();
      throw new Error(`anvil did not respond on port ${port} within ${READY_WITHIN_MS / 1000} s.`);
    }
    await sleep(LOOK_EVERY_MS);
  }
  log(`Started anvil (process ${server.pid}, port ${port}).`);
  return { server, rpcUrl };
}

export function anvilUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

export class AnvilStartError extends Error {
  readonly said: string;

  constructor(logFile: string, said: string) {
    super(`The local chain (anvil) did not start. ${logFile} ends with: ${said}`);
    this.said = said;
  }
}

function anvilBinary(): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const program = process.platform === "win32" ? "anvil.exe" : "anvil";
  const packageName = `@foundry-rs/anvil-${process.platform}-${arch}`;
  const require = createRequire(import.meta.url);
  try {
    return createRequire(require.resolve("@foundry-rs/anvil/package.json")).resolve(`${packageName}/bin/${program}`);
  } catch (cause) {
    throw new Error(
      `The local chain for this machine (npm package ${packageName}) is not installed. Run \`npm ci\` without --omit.`,
      { cause },
    );
  }
}
