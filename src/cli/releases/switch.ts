// Restarts the services of this machine in another release, one after the other, and goes back if one does not start.
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../output/output.ts";
import { fileOf, installUnits } from "./deploy-files.ts";
import { leadTo, linkedRelease } from "./layout.ts";
import { isReady, lastLogLines, releaseOf, restart, type Unit } from "./units.ts";

const READY_WITHIN_MS = 60_000;
const READY_POLLED_MS = 250;

export interface Switch {
  readonly releases: string;
  /** The release to switch to. */
  readonly name: string;
  readonly units: readonly Unit[];
  /** Whether the release before can start again. */
  readonly mayReturn: boolean;
  readonly say: (line: string) => void;
}

/**
 * Leads `current` to the release, and restarts what does not run in it. An interrupted run is finished by another one.
 * @throws CommandError that names the unit that did not start, why, and what runs now
 */
export async function switchTo(plan: Switch): Promise<void> {
  const { releases, name, units, say } = plan;
  const [from, formerly] = [linkedRelease(releases, "current"), linkedRelease(releases, "previous")];
  if (from !== null && from !== name) leadTo(releases, "previous", from);
  leadTo(releases, "current", name);
  const changed = await installUnits(releases, name);
  const isOld = (unit: Unit) => changed.includes(fileOf(unit));
  for (const unit of units) {
    if ((await releaseOf(unit, releases)) === name && !isOld(unit) && (await isReady(unit)) !== false) {
      say(`${unit.name}: runs it already`);
      continue;
    }
    const problem = await movedTo(unit, plan);
    if (problem === null) continue;
    // A run that finishes another one no longer knows which release was before.
    const before = from === name ? null : formerly;
    throw new CommandError(`${problem}\n${await wentBack(unit, plan, before)}`);
  }
}

/** @returns why the unit does not serve in the release; null if it does */
async function movedTo(unit: Unit, { releases, name, say }: Switch): Promise<string | null> {
  // A unit that was not ready before is not held up by what kept it from being ready.
  const wasReady = await isReady(unit);
  const startedMs = performance.now();
  const failure = await restart(unit);
  if (failure !== null) return failure;
  const running = await releaseOf(unit, releases);
  if (running !== name) return `${unit.name} runs in ${running ?? "no release"}: its WorkingDirectory must be current`;
  if (wasReady && !(await becomesReady(unit))) {
    const within = READY_WITHIN_MS / 1_000;
    return `${unit.name} is not ready (/readyz) after ${within} s:\n${await lastLogLines(unit.name)}`;
  }
  say(`${unit.name}: ready after ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
  return null;
}

async function becomesReady(unit: Unit): Promise<boolean> {
  const untilMs = performance.now() + READY_WITHIN_MS;
  while ((await isReady(unit)) === false) {
    if (performance.now() > untilMs) return false;
    await sleep(READY_POLLED_MS);
  }
  return true;
}

/**
 * Restarts the unit that failed, and those that run in the release, in the one before.
 * @param before what `previous` led to before the switch
 * @returns what runs now
 */
async function wentBack(failed: Unit, plan: Switch, before: string | null): Promise<string> {
  const { releases, name, units, mayReturn } = plan;
  const back = linkedRelease(releases, "previous");
  if (!mayReturn || back === null || back === name) {
    return `There is no way back from ${name}: ${failed.name} is down, and the units after it run on. Repair it and rerun.`;
  }
  leadTo(releases, "current", back);
  leadTo(releases, "previous", before === back ? null : before);
  await installUnits(releases, back);
  const moved = await Promise.all(units.map((unit) => releaseOf(unit, releases)));
  const returning = [failed, ...units.filter((unit, index) => unit !== failed && moved[index] === name)];
  const problems: string[] = [];
  for (const unit of returning) {
    const problem = await movedTo(unit, { ...plan, name: back });
    if (problem !== null) problems.push(problem);
  }
  if (problems.length > 0) return [`Going back to ${back} failed too:`, ...problems].join("\n");
  return `Went back to ${back}: all units run in it.`;
}
