// turnpike rollback: moves the services of this machine back to a release that is installed.
import { Command } from "commander";
import { CommandError, type OutputOptions } from "../output/output.ts";
import { linkedRelease } from "./layout.ts";
import { requiredUnits } from "./units.ts";
import { moveTo, underLock } from "./upgrade.ts";

export const rollbackCommand = (): Command =>
  new Command("rollback")
    .description("move the services of this machine back to the release before, one after the other, as upgrade does")
    .argument("[release]", "another installed release (turnpike releases)")
    .option("--json", "print JSON")
    .action(rollback);

async function rollback(release: string | undefined, options: OutputOptions): Promise<void> {
  await underLock(async (releases) => {
    const name = release ?? linkedRelease(releases, "previous");
    if (name === null) throw new CommandError("no release was current before: name one that turnpike releases lists");
    await moveTo({ releases, name, units: await requiredUnits() }, { ...options, wayBack: true });
  });
}
