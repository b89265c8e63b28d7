// turnpike distribute: payments that ended long ago move to the workers of Citus.
import { Command, InvalidArgumentError } from "commander";
import { type DistributionState, MOVED_AFTER_DAYS_MIN } from "../operations/ports/moves.ts";
import { readConfig } from "../settings/config.ts";
import { withStore } from "./installation.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";

const SHARDS = 32;
const SHARDS_MAX = 1_024;
const AFTER_DAYS = 93;
const AFTER_DAYS_MAX = 3_650;

interface Options extends OutputOptions {
  readonly shards: number;
  readonly afterDays?: number;
  readonly yes?: boolean;
}

export const distributeCommand = (): Command =>
  new Command("distribute")
    .description(
      "let payments that ended long ago move to the workers of Citus, with their confirmations and events. Needs a " +
        "database with Citus. Shows what it would do; repeat it with --yes, and again after each upgrade of Turnpike",
    )
    .option("--shards <n>", "shards per table, spread over the workers", wholeNumber(1, SHARDS_MAX), SHARDS)
    .option(
      "--after-days <n>",
      `days without an event after which an ended payment moves (default: as before, or ${AFTER_DAYS})`,
      wholeNumber(MOVED_AFTER_DAYS_MIN, AFTER_DAYS_MAX),
    )
    .option("--yes", "do it")
    .option("--json", "print JSON")
    .action(distribute);

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

async function distribute({ shards, afterDays, yes = false, ...options }: Options): Promise<void> {
  await withStore(readConfig(), async ({ distribution }) => {
    const state = await distribution.read();
    const problem = problemOf(state);
    if (problem) throw new CommandError(problem);
    const days = afterDays ?? state.moves?.afterDays ?? AFTER_DAYS;
    if (yes) await distribution.distribute(shards, days);
    print(
      options,
      { before: state, isDone: yes, shards, afterDays: days },
      yes ? doneLines(await distribution.read()) : planLines(state, shards, days),
    );
  });
}

function problemOf({ citus, isCoordinator, workers, distributed, moves }: DistributionState): string | null {
  if (citus === null) {
    if (moves !== null) return null; // Citus is gone, and its tables lie on this server
    return (
      "this database has no Citus: install it on the coordinator and the workers, run create extension citus in the " +
      "database on each, and add the workers with citus_add_node"
    );
  }
  if (!isCoordinator) return "this server is a worker of Citus: set DATABASE_URL to the coordinator";
  if (distributed.length > 0) {
    return `${distributed.join(", ")} must not be distributed: run select undistribute_table on each`;
  }
  return workers === 0 ? "Citus has no workers: add them with citus_add_node on the coordinator" : null;
}

const planLines = ({ citus, workers, moves }: DistributionState, shards: number, days: number): readonly string[] => [
  citus === null ? "Without Citus: the tables lie on this server" : `${citus.split(" on ")[0]}, workers: ${workers}`,
  ...(moves === null
    ? [`Three tables would be made on the workers, each of ${shards} shards`]
    : moves.missingColumns.map((column) => `${column} would be added`)),
  `Payments would move once they have ended and had no event for ${days} days`,
  "Repeat the command with --yes",
];

const doneLines = ({ moves }: DistributionState): readonly string[] =>
  moves === null
    ? []
    : [
        `Payments move once they have ended and had no event for ${moves.afterDays} days, ` +
          `from ${new Date(moves.startsAtS * 1_000).toISOString()} on`,
      ];
