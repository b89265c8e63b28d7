// `turnpike serve` as a real process on a test's installation, with an operator's settings and chains file. It dies
// with the test's process.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { formatGwei } from "viem";
import type { ChainEntry, EvmChainConfig } from "../../../src/chains/evm/config/config.ts";
import type { Asset } from "../../../src/money/asset.ts";
import type { ServiceRole } from "../../../src/service/main.ts";
import type { CrashPoint } from "../../../src/settings/crash-point.ts";
import { environmentOf } from "./environment.ts";
import type { Installation } from "./server.ts";

export interface ServiceProcess {
  /** The address that it listens on; empty for a worker. */
  readonly baseUrl: string;
  readonly pid: number;
  /** Resolves on exit with the signal or the exit code. */
  readonly exited: Promise<NodeJS.Signals | number>;
  /** Resolves once it has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export interface ProcessOptions {
  readonly role?: ServiceRole;
  readonly crashPoint?: CrashPoint;
  /** The folder of the compiled version, by default the one under test. */
  readonly build?: string;
  /** Receives its log, in JSON. */
  readonly onLine?: (line: string) => void;
}

/** The compiled version under test. */
export const BUILD = resolve(import.meta.dirname, "../../../dist-test");
/** Preloaded: when the test's process ends, the channel disconnects and the server kills itself. */
export const LEASH = `data:text/javascript,${encodeURIComponent(
  'process.on("disconnect", () => process.kill(process.pid, "SIGKILL")); process.channel.unref();',
)}`;

/** Starts it and waits until it is ready. */
export async function startProcess(
  installation: Installation,
  { role = "all", crashPoint, build = BUILD, onLine = () => {} }: ProcessOptions = {},
): Promise<ServiceProcess> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-process-"));
  const chainsFile = join(dir, "chains.json");
  writeFileSync(chainsFile, JSON.stringify(installation.chains.map(entryOf)));
  const child = spawn(process.execPath, ["--import", LEASH, join(build, "cli/main.js"), "serve", "--role", role], {
    cwd: dir,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: environmentOf({
      ...installation.environment,
      CHAINS_FILE: chainsFile,
      LOG_LEVEL: "info",
      ...(crashPoint === undefined ? {} : { CRASH_POINT: crashPoint }),
    }),
  });
  const exited = once(child, "exit").then(async ([code, signal]) => {
    await rm(dir, { recursive: true, force: true });
    return signal ?? code;
  });
  return {
    baseUrl: await listening(child, exited, onLine),
    pid: child.pid ?? 0,
    exited,
    async kill(signal = "SIGKILL") {
      child.kill(signal);
      await exited;
    },
  };
}

/** Reads its JSON log until the line that says it is ready, and returns its URL. */
async function listening(
  child: ChildProcess,
  exited: Promise<unknown>,
  onLine: (line: string) => void,
): Promise<string> {
  const lines: string[] = [];
  const up = new Promise<string>((found) => {
    if (!child.stderr) throw new Error("the server has no log stream");
    createInterface({ input: child.stderr }).on("line", (line) => {
      lines.push(line);
      onLine(line);
      if (!line.includes('"turnpike is up"')) return;
      const { baseUrl }: { baseUrl: string | null } = JSON.parse(line);
      found(baseUrl ?? "");
    });
  });
  const ended = exited.then((how) => {
    throw new Error(`the server exited (${how}) before it was ready:\n${lines.join("\n")}`);
  });
  return Promise.race([up, ended]);
}

/** The chain's entry as an operator writes it. */
export function entryOf(chain: EvmChainConfig): ChainEntry {
  const {
    chainNumber: _,
    treasury,
    confirmations,
    maxFeePerGas,
    relayerGasPerDay,
    walletGasPerDay,
    recoveryGasPerDay,
    assets,
    rpcUrls,
    walletFactories,
    isTestNet,
    secondSourceFrom,
    ...same
  } = chain;
  return {
    ...same,
    testNet: isTestNet,
    rpcUrls: [...rpcUrls],
    walletFactories: [...walletFactories],
    ...(treasury === null ? {} : { treasury }),
    ...(relayerGasPerDay === null ? {} : { relayerGasPerDay: Number(relayerGasPerDay) }),
    walletGasPerDay: Number(walletGasPerDay),
    recoveryGasPerDay: Number(recoveryGasPerDay),
    ...(secondSourceFrom === null ? {} : { secondSourceFrom: secondSourceFrom.toString() }),
    confirmations: confirmations.map(({ fromStandardUnits, ...step }) => ({
      from: fromStandardUnits.toString(),
      ...step,
    })),
    maxFeePerGasGwei: formatGwei(maxFeePerGas),
    assets: assets.map(assetEntryOf),
  };
}

function assetEntryOf({ id, chain: _, takesDeposits, ...asset }: Asset): ChainEntry["assets"][number] {
  if (asset.method !== "native") return { ...asset, deposits: takesDeposits ?? false };
  const { address: __, ...coin } = asset;
  return { ...coin, decimals: 18, slip44: Number(id.split(":").at(-1)) };
}
