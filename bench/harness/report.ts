// A benchmark's result: each figure beside its peer or limit of the same run, with their ratio and its target.
import { writeFileSync } from "node:fs";
import { median, rounded } from "./median.ts";

/** Bounds the ratio if something is beside the figure, unless the target says otherwise. */
export type Target = ({ readonly atLeast: number } | { readonly atMost: number }) & { readonly of?: "figure" };

export interface Measured {
  /** Stable, so that runs can be compared: `create.rate`. */
  readonly id: string;
  /** Includes the unit. */
  readonly what: string;
  readonly rounds: readonly number[];
  /** The peer or limit, measured in the same rounds. */
  readonly beside?: { readonly what: string; readonly rounds: readonly number[] };
  readonly target: Target;
}

/** Medians of all rounds; of the ratio as well, so that a slow moment of the machine affects both of its parts. */
export interface Figure extends Pick<Measured, "id" | "what" | "target"> {
  readonly figure: number;
  readonly beside: { readonly what: string; readonly figure: number } | null;
  readonly ratio: number | null;
}

/** Prints the figures, writes them to the file of `--summary`, and sets the exit code to 1 if one misses its target. */
export function report(measured: readonly Measured[], { summary }: { readonly summary?: string }): void {
  const figures = measured.map(figureOf);
  printTable(figures);
  if (summary !== undefined) writeFileSync(summary, JSON.stringify(figures));
  if (!figures.every(isMet)) process.exitCode = 1;
}

function figureOf({ id, what, rounds, beside, target }: Measured): Figure {
  const ratio = median(beside?.rounds.map((limit, i) => (rounds[i] ?? Number.NaN) / limit) ?? []);
  return {
    id,
    what,
    target,
    figure: rounded(median(rounds)),
    beside: beside ? { what: beside.what, figure: rounded(median(beside.rounds)) } : null,
    ratio: Number.isFinite(ratio) ? rounded(ratio, 3) : null, // none beside it, or 0
  };
}

/** The value that the target bounds: the ratio if something is beside the figure, unless the target says otherwise. */
export const judgedOf = ({ figure, ratio, target }: Figure): number =>
  target.of === "figure" ? figure : (ratio ?? figure);

export function isMet(of: Figure): boolean {
  const { target } = of;
  return "atLeast" in target ? judgedOf(of) >= target.atLeast : judgedOf(of) <= target.atMost;
}

export const shownTarget = ({ ratio, target }: Figure): string =>
  ("atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`) +
  (ratio === null || target.of === "figure" ? "" : " ×");

export const printTable = (figures: readonly Figure[]): void =>
  console.table(Object.fromEntries(figures.map((figure) => [figure.what, shownIn(figure)])));

const shownIn = (of: Figure) => ({
  figure: of.figure,
  beside: of.beside?.what ?? "",
  "its figure": of.beside?.figure ?? "",
  ratio: of.ratio ?? "",
  target: shownTarget(of),
  met: isMet(of) ? "yes" : "NO",
});
