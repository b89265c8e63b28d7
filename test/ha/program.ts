// A program of the rig, run as PostgreSQL's user under root. It is killed when its `kill` is called, or when the test's
// process ends.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { owner } from "../operator/debian-postgres.ts";

export interface Program {
  readonly pid: number;
  /** kill -9 of the program, and of the PostgreSQL server that it started. */
  kill(): Promise<void>;
}

export interface ProgramOptions {
  readonly command: readonly string[];
  /** Its working directory, which holds its log `output.log`. */
  readonly dir: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The data directory of the PostgreSQL server that it starts. */
  readonly dataDir?: string;
}

// The shell waits for the end of its standard input. A killed Patroni leaves PostgreSQL running.
const GUARD = `
exec 2>>guard.log
"$@" </dev/null >>output.log 2>&1 &
echo $!
cat >/dev/null
kill -9 $!
if [ -n "$DATA_DIR" ] && read -r postmaster <"$DATA_DIR/postmaster.pid"; then
  kill -9 $postmaster $(pgrep -P $postmaster)
fi
`;

export async function startProgram({ command, dir, environment, dataDir = "" }: ProgramOptions): Promise<Program> {
  const guard = spawn("sh", ["-c", GUARD, "guard", ...command], {
    ...unprivileged(),
    cwd: dir,
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: dir, LC_ALL: "C.UTF-8", DATA_DIR: dataDir, ...environment },
  });
  const exited = once(guard, "exit");
  const lines = createInterface(guard.stdout);
  const [pid] = await once(lines, "line");
  lines.close();
  return {
    pid: Number(pid),
    async kill() {
      guard.stdin.end();
      guard.stdout.destroy();
      await exited;
    },
  };
}

/** The user that the rig's programs run as: PostgreSQL and Patroni refuse root. */
export const unprivileged = (): { readonly uid?: number; readonly gid?: number } =>
  process.getuid?.() === 0 ? owner() : {};

/** The process ids of the children. */
export function childrenOf(pid: number): number[] {
  try {
    return execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
  } catch {
    return []; // pgrep fails if there are none
  }
}
