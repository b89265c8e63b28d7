// Test nets in a chains file: their coins are worthless, so they must be marked and cannot stand beside real chains.
import type { ConfigIssue } from "../../../settings/config-issues.ts";
import { PRESETS } from "./presets/presets.ts";
import type { ChainEntry } from "./schema.ts";

type Marked = Pick<ChainEntry, "caip2" | "testNet">;

const KNOWN: ReadonlyMap<string, boolean> = new Map(
  Object.values(PRESETS).map(({ caip2, testNet = false }) => [caip2, testNet]),
);

/** Chains that presets describe differently, and test nets beside chains with real money. */
export function testNetIssues(entries: readonly Marked[]): ConfigIssue[] {
  const mistaken = entries.flatMap(mistakes);
  if (mistaken.length > 0) return mistaken;
  const real = entries.find(({ testNet }) => !testNet);
  if (!real) return [];
  return entries.flatMap(({ testNet }, index) => {
    const message = `must not be true beside ${real.caip2}, where money is real: a merchant would deliver for worthless coins. Run test nets in an installation of their own`;
    return testNet ? [{ field: `${index}.testNet`, message }] : [];
  });
}

function mistakes({ caip2, testNet = false }: Marked, index: number): ConfigIssue[] {
  const known = KNOWN.get(caip2);
  if (known === undefined || known === testNet) return [];
  const field = `${index}.testNet`;
  const message = known ? `must be true: ${caip2} is a test net` : `must be left out: on ${caip2}, money is real`;
  return [{ field, message }];
}
