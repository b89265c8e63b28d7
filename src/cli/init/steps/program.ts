// The program: its user, its folders, `current`, a Node for it, and the command `turnpike`.
import { chmod, copyFile, lstat, mkdir, readFile, readlink, rename, rm, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { OWN_NODE } from "../../releases/layout.ts";
import { areKept, hasRights, keepFiles, type OwnFile, setRights } from "../files.ts";
import { at, type Machine, mustRun } from "../machine.ts";
import { ANSWERS_FILE, CURRENT, ETC, forRoot, USER, WRAPPER } from "../places.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";

const FOLDER = { path: ETC, owner: `root:${USER}`, mode: 0o750 };
const PROGRAM = { owner: "root:root", mode: 0o755 };

export const programStep = ({ machine, answersText, release, node }: Setup): Step => {
  const ownFiles = async (): Promise<OwnFile[]> => [
    { ...PROGRAM, path: WRAPPER, text: await readFile(at(machine, join(release, "deploy/turnpike")), "utf8") },
    forRoot(ANSWERS_FILE, answersText),
  ];
  const hasNode = async () =>
    node === null || ((await hasRights(machine, { ...PROGRAM, path: OWN_NODE })) && (await isThisVersion(machine)));
  const hasUser = async () => (await machine.run("id", ["--user", USER])).code === 0;
  return {
    name: "program",
    does: [
      `makes the system user ${USER}, who owns no file`,
      `leads ${CURRENT} to ${release}`,
      ...(node === null ? [] : [`copies ${node} to ${OWN_NODE}, because /usr/bin/node is missing or another version`]),
      `installs ${WRAPPER}, which runs a command with the services' settings`,
      "keeps the answers for the next run",
    ],
    files: [
      FOLDER,
      ...(node === null ? [] : [{ ...PROGRAM, path: OWN_NODE }]),
      { ...PROGRAM, path: WRAPPER },
      forRoot(ANSWERS_FILE, ""),
    ],
    isDone: async () =>
      (await hasUser()) &&
      (await hasNode()) &&
      (await hasRights(machine, FOLDER)) &&
      (await readCurrent(machine)) === release &&
      (await areKept(machine, await ownFiles())),
    async apply() {
      if (!(await hasUser())) {
        const shell = "/usr/sbin/nologin";
        await mustRun(machine, "useradd", ["--system", "--no-create-home", "--shell", shell, USER]);
      }
      await mkdir(at(machine, ETC), { recursive: true });
      await setRights(machine, FOLDER);
      if (node !== null && !(await hasNode())) await copyNode(machine, node);
      if ((await readCurrent(machine)) !== release) await symlink(release, at(machine, CURRENT));
      const link = await lstat(at(machine, WRAPPER)).catch(() => null);
      if (link?.isSymbolicLink()) await rm(at(machine, WRAPPER));
      await keepFiles(machine, await ownFiles());
    },
  };
};

/** The folder that `current` leads to; an upgrade makes the link relative. Null if there is none. */
export const readCurrent = (machine: Machine): Promise<string | null> =>
  readlink(at(machine, CURRENT)).then(
    (to) => resolve(dirname(CURRENT), to),
    () => null,
  );

/** Whether the Node of the services is of the version that runs this command. */
async function isThisVersion(machine: Machine): Promise<boolean> {
  const ran = await machine.run(at(machine, OWN_NODE), ["--version"]).catch(() => null);
  return ran?.stdout.trim() === process.version;
}

async function copyNode(machine: Machine, node: string): Promise<void> {
  const place = at(machine, OWN_NODE);
  await mkdir(dirname(place), { recursive: true });
  await copyFile(node, `${place}.new`);
  await chmod(`${place}.new`, PROGRAM.mode);
  await machine.setOwner(`${place}.new`, PROGRAM.owner);
  await rename(`${place}.new`, place);
}
