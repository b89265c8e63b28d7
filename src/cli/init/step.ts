// A step of `turnpike init`, and the order in which steps are shown and done. A step that is done changes nothing, so a
// second run goes on where the first one ended.
import { CommandError, messageOf } from "../output/output.ts";
import { type OwnFile, rightsText } from "./files.ts";

export interface Step {
  readonly name: string;
  /** What it does, as shown in the plan: each a line that begins with a verb. */
  readonly does: readonly string[];
  /** The files that it writes; in one that is there, it changes what `does` says, and keeps the rest. */
  readonly files?: readonly (Pick<OwnFile, "path" | "owner" | "mode"> & { readonly isThere?: boolean })[];
  /** It changes nothing, and runs each time. */
  readonly isCheck?: true;
  /** Whether nothing is left to do; it changes nothing, and may rely on no earlier step. */
  isDone(): Promise<boolean>;
  apply(): Promise<void>;
}

export type Say = (line: string) => void;

/** Shows each step, and whether it is done. @returns how many are left */
export async function showPlan(steps: readonly Step[], say: Say): Promise<number> {
  let left = 0;
  for (const [index, step] of steps.entries()) {
    const isDone = await step.isDone();
    if (!isDone && !step.isCheck) left += 1;
    say(`${numberOf(index)} ${step.name}${isDone ? ": done" : ""}`);
    if (isDone) continue;
    for (const line of step.does) say(`${INDENT}${line}`);
    for (const file of step.files ?? []) if (!file.isThere) say(`${INDENT}writes ${rightsText(file)}`);
  }
  return left;
}

/** @throws CommandError that names the step which failed; a later run begins there */
export async function runSteps(steps: readonly Step[], say: Say): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const place = `${numberOf(index)} ${step.name}`;
    try {
      if (await step.isDone()) {
        say(`${place}: already done`);
        continue;
      }
      say(place);
      const startedMs = performance.now();
      await step.apply();
      say(`${INDENT}done in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
    } catch (error) {
      const why = messageOf(error);
      throw new CommandError(`${step.name}: ${why}\nThen run turnpike init again: it goes on with this step.`);
    }
  }
}

/** All files that the steps keep, with owner and mode. */
export const filesOf = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ files = [] }) => files.map((file) => `  ${rightsText(file)}`));

const NUMBER_WIDTH = 2;
const INDENT = " ".repeat(NUMBER_WIDTH + 1);
const numberOf = (index: number): string => String(index + 1).padStart(NUMBER_WIDTH);
