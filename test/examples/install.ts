// Installs an example as its user does: in a separate folder, with the built package and nothing from src/.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
/** The build of this test run (test/harness/global-setup.ts). */
const BUILD = join(ROOT, "dist-test");

/** What an example needs besides the library. */
const OTHERS = { shop: [], wallet: ["viem"], api: ["viem", "@x402"] } as const;

/** @param parent where its folder is made. @returns its folder, deleted after the test */
export async function installExample(name: "shop" | "wallet" | "api", parent = tmpdir()): Promise<string> {
  mkdirSync(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, `turnpike-test-example-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true }));
  cpSync(join(ROOT, "examples", name), folder, { recursive: true });
  const turnpike = join(folder, "node_modules/turnpike");
  mkdirSync(turnpike, { recursive: true });
  cpSync(join(ROOT, "package.json"), join(turnpike, "package.json"));
  for (const library of ["client", "money", "server-client"]) {
    cpSync(join(BUILD, library), join(turnpike, "dist", library), { recursive: true });
  }
  // The only dependency of the libraries for back ends. npm installs it beside them.
  symlinkSync(join(ROOT, "node_modules/@noble"), join(folder, "node_modules/@noble"));
  for (const other of OTHERS[name]) symlinkSync(join(ROOT, "node_modules", other), join(folder, "node_modules", other));
  return folder;
}

export interface Running {
  /** Resolves to the first match in its output, past or future. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  /** All output so far. */
  printed(): string;
  readonly exited: Promise<number | null>;
  kill(): Promise<void>;
}

/** Runs a file of an example and kills it after the test at the latest. */
export function run(folder: string, args: readonly string[], environment: Readonly<Record<string, string>>): Running {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, [...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      for (const look of waiting) look();
    });
  }
  const exited = once(child, "close").then(([code]) => code as number | null);
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  return {
    exited,
    kill,
    printed: () => printed,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(printed);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
        void exited.then(() => reject(new Error(`it exited before printing ${pattern}; its output: ${printed}`)));
      }),
  };
}
