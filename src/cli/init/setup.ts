// What every step of `turnpike init` works with.
import { resolve } from "node:path";
import { readGiven } from "../service/given.ts";
import type { Answers } from "./answers.ts";
import { at, type Machine } from "./machine.ts";
import { API_ENV, COMMON_ENV, WORKER_ENV } from "./places.ts";
import type { Say } from "./step.ts";

export interface Setup {
  readonly machine: Machine;
  readonly answers: Answers;
  /** The same as JSON, to be kept for the next run. */
  readonly answersText: string;
  /** The folder of the version that runs this command, on the machine: /opt/turnpike/releases/… */
  readonly release: string;
  /** The Node to copy for the services, which start /usr/bin/node; null if that is the one that runs this command. */
  readonly node: string | null;
  readonly say: Say;
  /** How long a step waits for money to arrive. */
  readonly waitMinutes: number;
}

/**
 * The settings of all services together, from their files: of the APIs and the workers.
 * @param drafts of files that are read in place of them, by the places of those files
 */
export function settingsOf(machine: Machine, drafts: ReadonlyMap<string, string> = new Map()) {
  const draftOf = (place: string): string => drafts.get(place) ?? place;
  const given = readGiven({ envFile: [COMMON_ENV, API_ENV, WORKER_ENV].map((file) => draftOf(at(machine, file))) });
  const { chainsFile } = given.config;
  return { ...given, config: { ...given.config, chainsFile: chainsFile && draftOf(resolve(chainsFile)) } };
}

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 3_000;

/** Thrown when the time is over. */
export class StillWaitingError extends Error {}

/**
 * Looks until nothing is missing, and says when what is missing changes.
 * @param missing what is not there yet, each a line
 * @throws StillWaitingError after `waitMinutes`
 */
export async function awaitNothingMissing(
  { say, waitMinutes }: Pick<Setup, "say" | "waitMinutes">,
  missing: () => Promise<readonly string[]>,
): Promise<void> {
  const endMs = performance.now() + waitMinutes * MINUTE_MS;
  let said = "";
  for (;;) {
    const lines = await missing();
    if (lines.length === 0) return;
    if (performance.now() >= endMs)
      throw new StillWaitingError(`not there after ${waitMinutes} min: ${lines.join("; ")}`);
    if (withoutAmounts(lines) !== said) {
      for (const line of lines) say(`   ${line}`);
      say(`   Waiting up to ${waitMinutes} min. Ctrl-C is harmless: the next turnpike init goes on here.`);
      said = withoutAmounts(lines);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Fees change with each block. */
const withoutAmounts = (lines: readonly string[]): string => lines.join("\n").replaceAll(/\b\d+\.\d+\b/g, "");
