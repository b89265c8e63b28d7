// Runs holder.ts, of this clone or another, as a process that a test can kill.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HOLDER = relative(ROOT, fileURLToPath(new URL("./holder.ts", import.meta.url)));

export interface Holder {
  /** The URL of the part. */
  readonly url: string;
  readonly process: ChildProcess;
  /** Lets it end as requested, and waits for it. */
  finish(): Promise<void>;
  /** Signals the holder's whole process group, like a terminal, and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** @param end how it ends unless killed; @param root the clone whose code it runs */
export async function hold(
  part: "postgres" | "chain",
  dir: string,
  { end = "exit", root = ROOT }: { end?: "exit" | "throw"; root?: string } = {},
): Promise<Holder> {
  const args = [`${ROOT}scripts/run-ts.js`, join(root, HOLDER), part, dir, end];
  // Detached: its own process group, as a shell gives each job.
  const child = spawn(process.execPath, args, { cwd: ROOT, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const exited = once(child, "exit");
  for await (const url of createInterface(child.stdout)) {
    return {
      url,
      process: child,
      async finish() {
        child.stdin.end();
        await exited;
      },
      async end(signal) {
        if (child.pid !== undefined) process.kill(-child.pid, signal);
        await exited;
      },
    };
  }
  throw new Error(`The holder of ${part} did not start: ${complaint}`);
}
