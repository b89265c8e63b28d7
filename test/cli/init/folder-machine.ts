// A machine that is a folder: its files are real, and its programs and their owners are pretended.
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Machine, Ran } from "../../../src/cli/init/machine.ts";
import { ROOT } from "../../docs/pages.ts";
import { temporaryDir } from "../turnpike.ts";

export const RELEASE = "/opt/turnpike/releases/turnpike-test";

export interface FolderMachine extends Machine {
  /** Every call of a program, with its standard input. */
  readonly calls: string[];
  /** Replaces a program. */
  readonly programs: Map<string, (args: readonly string[]) => Partial<Ran>>;
}

/** With this version's deploy/ in its release. */
export async function folderMachine(): Promise<FolderMachine> {
  const root = await temporaryDir();
  await mkdir(join(root, "etc"));
  await mkdir(join(root, "usr/local/bin"), { recursive: true });
  await writeFile(join(root, "etc/os-release"), "ID=debian\n");
  await cp(join(ROOT, "deploy"), join(root, RELEASE, "deploy"), { recursive: true });
  const owners = new Map<string, string>();
  const calls: string[] = [];
  const users = new Set<string>();
  const programs = new Map<string, (args: readonly string[]) => Partial<Ran>>([
    ["id", ([, user = ""]) => ({ code: users.has(user) ? 0 : 1 })],
    ["useradd", (args) => ({ code: users.add(args.at(-1) ?? "") ? 0 : 1 })],
    ["systemctl", () => ({})],
  ]);
  return {
    root,
    calls,
    programs,
    async run(program, args, options = {}) {
      calls.push([program, ...args, options.input ?? ""].join(" "));
      const pretended = programs.get(program);
      if (!pretended) return { code: 127, stdout: "", stderr: `${program} is not installed` };
      return { code: 0, stdout: "", stderr: "", ...pretended(args) };
    },
    ownerOf: async (path) => owners.get(path) ?? owners.get(`${path}.new`) ?? "nobody:nogroup",
    setOwner: async (path, owner) => {
      owners.set(path, owner);
    },
  };
}
