// A shell that runs a page's blocks one after the other and keeps variables, functions and the directory between them.
// A failed command ends the block.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs until it is stopped. */
export interface Staying {
  said(): Promise<Omit<Outcome, "code">>;
}

export interface Session {
  run(script: string): Promise<Outcome>;
  /** Runs in a subshell, which may exit with any code. */
  attempt(script: string): Promise<Outcome>;
  stay(script: string): Promise<Staying>;
  /** Sends Ctrl-C to every foreground process, the last first. @returns their exit codes, in that order */
  end(): Promise<readonly Outcome[]>;
}

/** Each such process has its own process group, so that Ctrl-C reaches all of it. None outlives the session. */
const END_STAYING = `for one in "\${staying[@]}"; do kill -TERM -- "-$one" 2>/dev/null; done`;
const PRELUDE = `
set -u -o pipefail
staying=()
trap '${END_STAYING}' EXIT
`;

/** A command that hangs is killed, and its page fails. */
const ANSWER_MS_MAX = 45_000;

export async function openSession(cwd: string, env: Readonly<Record<string, string | undefined>>): Promise<Session> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-docs-session-"));
  const bash = spawn("bash", ["--noprofile", "--norc"], {
    cwd,
    env,
    detached: true, // a process group, to be killed as a whole
    stdio: ["pipe", "ignore", "inherit", "pipe"],
  });
  const kill = () => void (bash.exitCode === null && bash.pid && process.kill(-bash.pid, "SIGTERM"));
  process.once("exit", kill);
  const { stdin } = bash;
  if (!stdin) throw new Error("the shell's input is closed");
  const exited = once(bash, "exit");
  const answers = createInterface(bash.stdio[3] as Readable)[Symbol.asyncIterator]();
  const ask = async (command: string): Promise<string> => {
    stdin.write(`${command}\n`);
    const cut = setTimeout(kill, ANSWER_MS_MAX);
    const { value, done } = await answers.next();
    clearTimeout(cut);
    if (done) throw new Error("the shell has ended: a command timed out or closed the status pipe");
    return value;
  };
  stdin.write(PRELUDE);

  let count = 0;
  const store = async (script: string): Promise<string> => {
    const file = join(dir, `${++count}`);
    await writeFile(file, script);
    return file;
  };
  const said = async (file: string) => ({
    stdout: await readFile(`${file}.out`, "utf8"),
    stderr: await readFile(`${file}.err`, "utf8"),
  });
  const stayingFiles: string[] = [];

  return {
    async run(script) {
      // A failed command ends the shell, and the trap writes its exit code.
      const file = await store(`set -e\n${script}\nset +e\n`);
      const source = `trap 'echo $? >&3; ${END_STAYING}' EXIT; source ${file} >${file}.out 2>${file}.err`;
      return { code: Number(await ask(`${source}; trap '${END_STAYING}' EXIT; echo 0 >&3`)), ...(await said(file)) };
    },
    async attempt(script) {
      const file = await store(`set -e\n${script}`);
      const code = Number(await ask(`( source ${file} ) >${file}.out 2>${file}.err; echo $? >&3`));
      return { code, ...(await said(file)) };
    },
    async stay(script) {
      const file = await store(`set -e\n${script}`);
      stayingFiles.push(file);
      await ask(`set -m; ( source ${file} ) >${file}.out 2>${file}.err & staying+=($!); set +m; echo $! >&3`);
      return { said: () => said(file) };
    },
    async end() {
      const outcomes: Outcome[] = [];
      for (const [index, file] of [...stayingFiles.entries()].reverse()) {
        const one = `\${staying[${index}]}`;
        const code = Number(await ask(`kill -INT -- -${one} 2>/dev/null; wait ${one}; echo $? >&3`));
        outcomes.push({ code, ...(await said(file)) });
      }
      stdin.end();
      await exited;
      process.off("exit", kill);
      await rm(dir, { recursive: true, force: true });
      return outcomes;
    },
  };
}
