// A throw-away anvil on a free port. It dies with the test: by stop(), or, if the test's process ends in any other way, by the
// shell around it, whose standard input closes then.
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

// Anvil alone holds the output, so that it ends when anvil does.
const GUARD = '"$@" </dev/null & anvil=$!; exec >/dev/null 2>&1; cat; kill -9 $anvil';

/** @param blockTimeS seconds between blocks; without it each transaction is mined at once, in a block of its own */
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
  guard.stdout.resume(); // nobody reads on, and a full pipe would stop it
  return { rpcUrl: `http://127.0.0.1:${port}`, port, stop };
}

/** Anvil says which port it got once it answers there; its output ends without that if it could not start. */
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
