// The machine that `turnpike init` sets up: its programs, and the owners of its files. Tests set up a folder instead.
import { spawn } from "node:child_process";
import { join } from "node:path";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Standard input. Secrets go this way: other users can read a command line. */
  readonly input?: string;
  /** Shows the program's own output, for programs that take long. */
  readonly isShown?: boolean;
}

export interface Machine {
  /** The folder that holds the machine's files: / */
  readonly root: string;
  /** Runs a program. A program that is not installed has the exit code 127. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** @returns user and group, for example root:turnpike */
  ownerOf(path: string): Promise<string>;
  setOwner(path: string, owner: string): Promise<void>;
}

const NOT_INSTALLED = 127;

export const thisMachine = (): Machine => ({
  root: "/",
  run: runProgram,
  async ownerOf(path) {
    return (await mustRun({ run: runProgram }, "stat", ["--format=%U:%G", path])).trim();
  },
  async setOwner(path, owner) {
    await mustRun({ run: runProgram }, "chown", [owner, path]);
  },
});

/** Where a path of the machine lies. */
export const at = ({ root }: Pick<Machine, "root">, path: string): string => join(root, path);

/** @returns the standard output. @throws Error with the program's own words, if it fails */
export async function mustRun(
  { run }: Pick<Machine, "run">,
  program: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, options);
  if (code === 0) return stdout;
  const said = stderr.trim() || stdout.trim() || "no message";
  throw new Error(`${[program, ...args].join(" ")} failed with exit code ${code}: ${said}`);
}

/** Installing packages and starting services take minutes. A program that hangs is ended, and its step has failed. */
const PROGRAM_MS_MAX = 30 * 60_000;

function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    // In a folder that every user may enter.
    const child = spawn(program, args, {
      cwd: "/",
      timeout: PROGRAM_MS_MAX,
      stdio: ["pipe", options.isShown ? "inherit" : "pipe", options.isShown ? "inherit" : "pipe"],
    });
    const said = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream]?.setEncoding("utf8").on("data", (text: string) => {
        said[stream] += text;
      });
    }
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") resolve({ code: NOT_INSTALLED, stdout: "", stderr: `${program} is not installed` });
      else reject(error);
    });
    child.on("close", (code) => resolve({ code: code ?? 1, ...said }));
    // A program that reads nothing may end before its input is written.
    child.stdin?.on("error", () => {});
    child.stdin?.end(options.input ?? "");
  });
}
