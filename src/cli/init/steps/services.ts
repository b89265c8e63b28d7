// The services, started by systemd one by one, and the timers that this version ships.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unitText } from "../../releases/deploy-files.ts";
import { OWN_NODE } from "../../releases/layout.ts";
import { areKept, keepFiles, type OwnFile } from "../files.ts";
import { at, type Machine, mustRun } from "../machine.ts";
import {
  API_ENV,
  BUYER_DATA_FILE,
  CHAINS_FILE,
  COMMON_ENV,
  DATABASE_FILE,
  forAll,
  RECEIPTS_FILE,
  RELAYERS_FILE,
  SECRET_FILE,
  SERVICES,
  WORKER_ENV,
} from "../places.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";
import { hasRead } from "./units.ts";

const UNITS = "/etc/systemd/system";
/** Files that a service reads only when it starts. */
const READ_AT_START = [
  COMMON_ENV,
  API_ENV,
  WORKER_ENV,
  CHAINS_FILE,
  DATABASE_FILE,
  SECRET_FILE,
  BUYER_DATA_FILE,
  RECEIPTS_FILE,
  RELAYERS_FILE,
];

export async function servicesStep(setup: Setup): Promise<Step> {
  const { machine } = setup;
  const files = await unitFiles(setup, (name) => /^turnpike-(api|worker)@\.service$/.test(name));
  const program = setup.node === null ? [] : [OWN_NODE];
  const read = [...READ_AT_START, ...program, ...files.map(({ path }) => path)];
  return {
    name: "services",
    does: [`starts ${SERVICES.join(", ")}, one after the other and at every boot`],
    files,
    async isDone() {
      if (!(await areKept(machine, files))) return false;
      const current = await Promise.all(SERVICES.map((unit) => hasRead(machine, unit, read)));
      return current.every(Boolean);
    },
    async apply() {
      await keepFiles(machine, files);
      await mustRun(machine, "systemctl", ["daemon-reload"]);
      for (const unit of SERVICES) {
        if (await hasRead(machine, unit, read)) continue;
        await mustRun(machine, "systemctl", ["enable", "--quiet", unit]);
        await startOne(machine, unit);
      }
    },
  };
}

/** Waits until the service is ready (Type=notify). */
async function startOne(machine: Machine, unit: string): Promise<void> {
  await machine.run("systemctl", ["reset-failed", unit]);
  const { code } = await machine.run("systemctl", ["restart", unit]);
  if (code === 0) return;
  const lines = ["--unit", unit, "--lines=20", "--output=cat", "--no-pager"];
  throw new Error(`${unit} does not start. Its last lines:\n${await mustRun(machine, "journalctl", lines)}`);
}

export async function timersStep(setup: Setup): Promise<Step> {
  const { machine } = setup;
  const isTask = (name: string) => /\.timer$|^turnpike-(?!api@|worker@).*\.service$/.test(name);
  const files = await unitFiles(setup, isTask);
  const timers = files.map(({ path }) => path.slice(UNITS.length + 1)).filter((name) => isStarted(setup, name));
  const areActive = async () =>
    (await Promise.all(timers.map((name) => machine.run("systemctl", ["is-active", "--quiet", name])))).every(
      ({ code }) => code === 0,
    );
  return {
    name: "timers",
    does: timers.length === 0 ? ["this version ships none"] : [`starts ${timers.join(", ")}`],
    files,
    isDone: async () => (await areKept(machine, files)) && (await areActive()),
    async apply() {
      await keepFiles(machine, files);
      await mustRun(machine, "systemctl", ["daemon-reload"]);
      await mustRun(machine, "systemctl", ["enable", "--quiet", "--now", ...timers]);
    },
  };
}

/** A backup needs a repository, which only the operator can choose (docs/point-in-time.md). */
const isStarted = ({ answers }: Setup, name: string): boolean =>
  name.endsWith(".timer") && !name.includes("backup") && (answers.proxy !== "none" || !name.includes("certificate"));

/** The version's units. Those of a machine without a system-wide Node name Turnpike's own. */
async function unitFiles({ machine, release, node }: Setup, isWanted: (name: string) => boolean): Promise<OwnFile[]> {
  const folder = at(machine, join(release, "deploy"));
  const names = (await readdir(folder)).filter(isWanted).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      return forAll(`${UNITS}/${name}`, unitText(text, node !== null));
    }),
  );
}
