// Findings about an installation: lines for a person, or JSON for a script.
import { type OutputOptions, print } from "./output.ts";
import { toned } from "./tones.ts";

export interface Finding {
  readonly part: string;
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

const STATE_WIDTH = 8;

/** @returns whether there is no problem */
export function printFindings(
  options: OutputOptions,
  findings: readonly Finding[],
  verdicts: { readonly warned: string; readonly sound: string },
): boolean {
  const has = (wanted: Finding["state"]): boolean => findings.some(({ state }) => state === wanted);
  const verdict = has("warning") ? verdicts.warned : verdicts.sound;
  print(options, { healthy: !has("problem"), findings }, [
    ...findings.map(({ part, state, message }) => `${toned(state, STATE_WIDTH)} ${part}: ${message}`),
    has("problem") ? "Fix the problems above and rerun." : verdict,
  ]);
  return !has("problem");
}
