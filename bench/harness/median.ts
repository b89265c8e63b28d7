/** NaN for an empty list. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** @param part 0 to 1. NaN for an empty list. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
}

/** Rounds to this many significant digits. */
export const rounded = (value: number, digits = 4): number => Number(value.toPrecision(digits));

/** Prints each figure's median and its value in each round. */
export function printRounds(figures: Readonly<Record<string, readonly number[]>>): void {
  const rows = Object.entries(figures).map(([name, values]) => {
    const rounds = values.map((value, i) => [`round ${i + 1}`, rounded(value)]);
    return [name, { median: rounded(median(values)), ...Object.fromEntries(rounds) }];
  });
  console.table(Object.fromEntries(rows));
}
