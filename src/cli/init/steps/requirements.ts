// What a machine must be before anything is done. Nothing here changes it.
import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { NODE_VERSIONS } from "../../../version.ts";
import { isInRange } from "../../releases/node-version.ts";
import { readIfThere } from "../files.ts";
import { at, type Machine } from "../machine.ts";
import { CURRENT, RELEASES } from "../places.ts";

const GIB = 2 ** 30;
/** Two APIs, two workers and PostgreSQL take less than half of it without payments. */
const MEMORY_GIB_MIN = 1.5;
/** Room for PostgreSQL's log, and for a second version beside this one. */
const DISK_GIB_MIN = 3;

export interface Requirements {
  readonly machine: Machine;
  readonly release: string;
  readonly userId: number;
  readonly nodeVersion: string;
}

/** @returns what is wrong, with the remedy */
export async function requirementProblems({ machine, release, userId, nodeVersion }: Requirements): Promise<string[]> {
  const problems: string[] = [];
  if (userId !== 0) problems.push("run it as root: it makes users, files in /etc and services");
  const system = (await readIfThere(machine, "/etc/os-release")) ?? "";
  if (!/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(system)) {
    problems.push("this is not Debian or a derivative: follow docs/deploying.md");
  }
  const { code } = await machine.run("systemctl", ["show", "--property=Version"]);
  if (code !== 0) problems.push("systemd does not run here: follow docs/deploying.md for containers");
  if (!isInRange(nodeVersion, NODE_VERSIONS))
    problems.push(`Node ${nodeVersion} is too old: install 24.11 or later, or 22.19`);
  if (!release.startsWith(`${RELEASES}/`)) {
    problems.push(`this version is in ${release}: unpack it into its own folder in ${RELEASES}, and run it there`);
  }
  const { bavail, bsize } = await statfs(at(machine, "/"));
  if (bavail * bsize < DISK_GIB_MIN * GIB) problems.push(`the disk has less than ${DISK_GIB_MIN} GiB left: make room`);
  if (totalmem() < MEMORY_GIB_MIN * GIB) problems.push(`the machine has less than ${MEMORY_GIB_MIN} GiB of memory`);
  return problems;
}

/** @param current the folder that `current` leads to; null if there is none */
export const otherVersionProblem = (release: string, current: string | null): string | null =>
  current === null || current === release
    ? null
    : `${CURRENT} leads to ${current}: run init there, or upgrade to ${release} first`;
