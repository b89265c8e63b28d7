// turnpike releases: those installed on this machine, and what runs in them.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { releasesIn } from "../../releases.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { secondText, table } from "../output/text.ts";
import { installedAt, linkedRelease, readRelease, releasesFolder } from "./layout.ts";
import { releaseOf, startedUnits } from "./units.ts";
import { underLock } from "./upgrade.ts";

const KEPT = "3";

interface ReleasesOptions extends OutputOptions {
  readonly prune?: boolean;
  readonly keep: string;
}

interface Listed {
  readonly release: string;
  readonly version: string;
  readonly installedAt: Date;
  readonly isCurrent: boolean;
  readonly isPrevious: boolean;
  readonly units: readonly string[];
}

export const releasesCommand = (): Command =>
  new Command("releases")
    .description("list the releases installed on this machine, and the services that run in each")
    .option("--prune", "remove old ones; what runs, the current one and the one before stay")
    .option("--keep <count>", "with --prune: how many of the newest stay", KEPT)
    .option("--json", "print JSON")
    .action(run);

async function run(options: ReleasesOptions): Promise<void> {
  if (!options.prune) return show(options, await list(releasesFolder()), []);
  await underLock(async (releases) => {
    const all = await list(releases);
    show(options, all, prune(releases, all, Number(options.keep)));
  });
}

function show(options: ReleasesOptions, all: readonly Listed[], removed: readonly string[]): void {
  const listed = all.filter(({ release }) => !removed.includes(release));
  print(options, { releases: listed, removed }, [
    ...table(["release", "installed", "", "services"], listed.map(row), "No release is installed."),
    ...removed.map((name) => `removed ${name}`),
  ]);
}

/** The newest first. */
async function list(releases: string): Promise<readonly Listed[]> {
  const running = new Map<string, string | null>();
  for (const unit of await startedUnits()) running.set(unit.name, await releaseOf(unit, releases));
  const [current, previous] = [linkedRelease(releases, "current"), linkedRelease(releases, "previous")];
  return releasesIn(releases)
    .map((release) => ({
      release,
      version: readRelease(releases, release).version,
      installedAt: installedAt(releases, release),
      isCurrent: release === current,
      isPrevious: release === previous,
      units: [...running].filter(([, name]) => name === release).map(([unit]) => unit),
    }))
    .sort((one, other) => other.installedAt.getTime() - one.installedAt.getTime());
}

const row = ({ release, installedAt: at, isCurrent, isPrevious, units }: Listed): readonly string[] => [
  release,
  secondText(at),
  isCurrent ? "current" : isPrevious ? "previous" : "",
  units.join(", "),
];

/** @returns the names of those it removed */
function prune(releases: string, all: readonly Listed[], keep: number): readonly string[] {
  if (!Number.isInteger(keep) || keep < 1) throw new CommandError("--keep must be a whole number from 1");
  const old = all
    .slice(keep)
    .filter(({ isCurrent, isPrevious, units }) => !isCurrent && !isPrevious && units.length === 0)
    .map(({ release }) => release);
  for (const name of old) rmSync(join(releases, name), { recursive: true });
  return old;
}
