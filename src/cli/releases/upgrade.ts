// turnpike upgrade: moves the services of this machine to another release, and stops at the first failure.
import { Command } from "commander";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { checkedArtefact, unpack } from "./artefact.ts";
import { fileChanges } from "./deploy-files.ts";
import { linkedRelease, lockReleases, releasesFolder } from "./layout.ts";
import { migrateFor, type Preparation, requireMachine, requireSettings, withoutReturn } from "./prepare.ts";
import { switchTo } from "./switch.ts";
import { requiredUnits } from "./units.ts";

interface MoveOptions extends OutputOptions {
  /** False, as Commander reads --no-way-back: the release that runs now need not start again. */
  readonly wayBack: boolean;
}

interface UpgradeOptions extends MoveOptions {
  readonly sha256?: string;
}

export const upgradeCommand = (): Command =>
  new Command("upgrade")
    .description(
      "install a release beside the others and move the services of this machine to it, one after the other; stops at " +
        "the first failure, and goes back. To finish an interrupted run, run it again",
    )
    .argument("<file>", "turnpike-<version>-<commit>.tar.gz, with SHA256SUMS beside it")
    .option("--sha256 <hex>", "the file's checksum, in place of SHA256SUMS")
    .option("--no-way-back", "also if this release cannot run on the new schema: have a backup")
    .option("--json", "print JSON")
    .action(upgrade);

async function upgrade(file: string, options: UpgradeOptions): Promise<void> {
  await underLock(async (releases) => {
    const units = await requiredUnits();
    const artefact = await checkedArtefact(file, options.sha256);
    await unpack(artefact, releases);
    await moveTo({ releases, name: artefact.name, units }, options);
  });
}

/** Runs `work` on the folder of releases while no other upgrade or rollback runs. */
export async function underLock(work: (releases: string) => Promise<void>): Promise<void> {
  const releases = releasesFolder();
  const lock = lockReleases(releases);
  try {
    await work(releases);
  } finally {
    lock.release();
  }
}

/** Checks an installed release, brings the schema up to date, and switches to it. */
export async function moveTo(target: Omit<Preparation, "say">, options: MoveOptions): Promise<void> {
  const { releases, name, units } = target;
  const say = (line: string): void => {
    if (!options.json) process.stdout.write(`${line}\n`);
  };
  const plan: Preparation = { ...target, say };
  await requireMachine(plan);
  await requireSettings(plan);
  const oneWay = await withoutReturn(plan);
  if (oneWay.length > 0 && options.wayBack) throw new CommandError(noReturn(oneWay));
  const files = await fileChanges(plan);
  for (const path of files.installs) say(`file: ${path} gets the text of ${name}`);
  for (const { file, command } of files.byHand) say(`file: ${file} is left to you. Afterwards, run: ${command}`);
  const migrations = await migrateFor(plan);
  await switchTo({ ...plan, mayReturn: oneWay.length === 0 });
  const previous = linkedRelease(releases, "previous");
  print(options, { release: name, previous, migrations, files, units: units.map((unit) => unit.name) }, [
    `All services of this machine run in ${name}.`,
  ]);
}

const noReturn = (migrations: readonly string[]): string =>
  `after ${migrations.join(", ")} this release cannot start again, so the way back would be a backup. Make one, try the ` +
  "upgrade on a restored copy, then add --no-way-back";
