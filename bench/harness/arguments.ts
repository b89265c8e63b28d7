// A benchmark's command line: `--name N` for numbers, `--name TEXT` for texts, and `--summary FILE` (report.ts).
import { parseArgs } from "node:util";

/** @param defaults of its numbers. @param texts names of its optional texts. @throws TypeError for anything else */
export function argumentsOf<Numbers extends Readonly<Record<string, number>>, Text extends string = never>(
  defaults: Numbers,
  texts: readonly Text[] = [],
): Record<keyof Numbers, number> & Partial<Record<Text | "summary", string>> {
  const names = [...Object.keys(defaults), ...texts, "summary"];
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
  });
  const numbers = Object.entries(defaults).map(([name, fallback]) => [name, Number(values[name] ?? fallback)]);
  return { ...values, ...Object.fromEntries(numbers) };
}
