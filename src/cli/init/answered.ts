// What answers change in files of settings that are there. The rest of such a file is the operator's.
import { isDeepStrictEqual } from "node:util";
import { expandPresets } from "../../chains/evm/config/presets.ts";
import { withEnvSetting } from "../../settings/env-file.ts";

/** An entry of the chains file, as JSON has it. */
export type Entry = Readonly<Record<string, unknown>>;

/** The values that answers gave to settings, kept from the run that wrote them. */
export interface Answered {
  readonly settings: Readonly<Record<string, string>>;
  /** Entries of the chains file. */
  readonly chains: readonly Entry[];
}

export interface Changed {
  readonly text: string;
  /** Shown in the plan; none if the text stays. */
  readonly changes: readonly string[];
}

/** @param before null: every answer counts as changed */
export function changedEnv(text: string, before: Answered["settings"] | null, after: Answered["settings"]): Changed {
  const changed = Object.entries(after).filter(([name, value]) => before?.[name] !== value);
  return changed.reduce<Changed>(
    (file, [name, value]) => {
      const next = withEnvSetting(file.text, name, value);
      return next === file.text ? file : { text: next, changes: [...file.changes, `${name}=${value}`] };
    },
    { text, changes: [] },
  );
}

/**
 * @param before null: every answer counts as changed
 * @throws Error if the text is no chains file
 */
export function changedChains(text: string, before: Answered["chains"] | null, after: Answered["chains"]): Changed {
  const entries = parsedEntries(text);
  const changes: string[] = [];
  const isGone = (entry: Entry) => isIn(before ?? [], entry) && !isIn(after, entry);
  for (const entry of entries.filter(isGone)) changes.push(`without ${chainOf(entry)}`);
  const kept = entries
    .filter((entry) => !isGone(entry))
    .map((entry) => {
      const [answer, earlier] = [find(after, entry), before && find(before, entry)];
      if (!answer) return entry;
      const fields = changedFields(earlier ?? {}, answer).filter(
        (name) => !isDeepStrictEqual(entry[name], answer[name]),
      );
      if (fields.length === 0) return entry;
      changes.push(`${fields.join(", ")} of ${chainOf(entry)}`);
      // One that the answer no longer has becomes undefined, which JSON leaves out.
      return { ...entry, ...Object.fromEntries(fields.map((name) => [name, answer[name]])) };
    });
  // One whose answer is as it was is missing because the operator removed it.
  const added = after.filter(
    (answer) => !isIn(entries, answer) && !isDeepStrictEqual(find(before ?? [], answer), answer),
  );
  for (const entry of added) changes.push(`with ${chainOf(entry)}`);
  return changes.length === 0 ? { text, changes } : { text: chainsText([...kept, ...added]), changes };
}

export const chainsText = (entries: readonly Entry[]): string => `${JSON.stringify(entries, null, 2)}\n`;

const changedFields = (before: Entry, after: Entry): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );

/** Entries of chains that an installation has: those of the chains file, then as the answers gave them before. */
export const installedEntries = (chainsFile: string | null, written: string | null): readonly Entry[] => [
  ...(chainsFile === null ? [] : parsedEntries(chainsFile)),
  ...(written === null ? [] : (JSON.parse(written) as Answered).chains),
];

/** @throws Error */
function parsedEntries(text: string): readonly Entry[] {
  const entries: unknown = JSON.parse(text);
  const isEntry = (entry: unknown) => typeof entry === "object" && entry !== null && !Array.isArray(entry);
  if (Array.isArray(entries) && entries.every(isEntry)) return entries as Entry[];
  throw new Error("it must be a JSON list with an entry for each chain");
}

/** CAIP-2, of the entry or its preset. */
export function chainOf(entry: Entry): string {
  const [expanded] = expandPresets([entry]).json as Entry[];
  return String(expanded?.caip2 ?? entry.preset);
}

const find = (entries: readonly Entry[], entry: Entry): Entry | undefined =>
  entries.find((each) => chainOf(each) === chainOf(entry));

const isIn = (entries: readonly Entry[], entry: Entry): boolean => find(entries, entry) !== undefined;
