// A throw-away anvil on a free port. stop() ends it; if the test's process dies first, the shell around it does,
// because its standard input closes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export interface TestChain {
  readonly rpcUrl: string;
  readonly port: number;
  stop(): Promise<void>;
}

// Only anvil holds the output, so the output ends when anvil does.
const GUARD = '"$@" </dev/null & anvil=$!; exec >/dev/null 2>&1; cat; kill -9 $anvil';

/** @param blockTimeS seconds between blocks; without it each transaction is mined at once, in its own block */
export async function startChain({
  blockTimeS,
  args = [],
}: {
  readonly blockTimeS?: number;
  readonly args?: readonly string[];
} = {}): Promise<TestChain> {
  const interval = blockTimeS === undefined ? [] : ["--block-time", String(blockTimeS)];
  const anvil = [anvilBinary(), "--port", "0", ...interval, ...args];
  const guard = spawn("sh", ["-c", GUARD, "anvil", ...anvil], { stdio: ["pipe", "pipe", "pipe"] });
  const exited = once(guard, "exit");
  const stop = async () => {
    guard.stdin.end();
    await exited;
  };
  let complaint = "";
  guard.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const port = await listeningPort(guard.stdout);
  if (port === undefined) {
    await stop();
    throw new Error(`anvil did not start: ${complaint}`);
  }
  guard.stdout.resume(); // anvil would block on a full pipe without a reader
  return { rpcUrl: `http://127.0.0.1:${port}`, port, stop };
}

/** Anvil prints its port once it listens; if it fails to start, its output ends without one. */
async function listeningPort(output: Readable): Promise<number | undefined> {
  for await (const line of createInterface(output)) {
    const port = /^Listening on .*:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  return undefined;
}

function anvilBinary(): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`);
}
