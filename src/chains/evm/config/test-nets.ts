// Test nets in a chains file: their coins are worthless, so they must be marked. Live payments cannot be paid there
// beside real chains (operations/gateway/payable-chains.ts).
import type { ConfigIssue } from "../../../settings/config-issues.ts";
import { PRESETS } from "./presets/presets.ts";
import type { ChainEntry } from "./schema.ts";

type Marked = Pick<ChainEntry, "caip2" | "testNet">;

const KNOWN: ReadonlyMap<string, boolean> = new Map(
  Object.values(PRESETS).map(({ caip2, testNet = false }) => [caip2, testNet]),
);

/** Chains that presets describe differently. */
export const testNetIssues = (entries: readonly Marked[]): ConfigIssue[] => entries.flatMap(mistakes);

function mistakes({ caip2, testNet = false }: Marked, index: number): ConfigIssue[] {
  const known = KNOWN.get(caip2);
  if (known === undefined || known === testNet) return [];
  const field = `${index}.testNet`;
  const message = known ? `must be true: ${caip2} is a test net` : `must be left out: on ${caip2}, money is real`;
  return [{ field, message }];
}
