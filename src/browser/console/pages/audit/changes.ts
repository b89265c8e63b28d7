// A logged change as lines of field, old value and new value.
import type { AuditEntry } from "../../api/audit.ts";

export interface ChangeLine {
  /** Different for each line of an entry. */
  readonly key: string;
  /** The API's name. */
  readonly field: string;
  /** Null if there was no value. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Always shown because they identify the subject; other fields only if they changed. */
const ALWAYS = ["asset", "role", "prefix"];

/** The entry's subject links to it. */
const LINKED = "paymentId";

export const changesIn = (entry: AuditEntry): readonly ChangeLine[] =>
  linesOf(entry).map((line, place) => ({ ...line, key: `${place}` }));

type Line = Omit<ChangeLine, "key">;

function linesOf({ subject, data: { before, after } }: AuditEntry): readonly Line[] {
  if (subject.type === "change_request") return linesOfRequest(after ?? {});
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => field !== LINKED)
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((line) => !areEqual(line.before, line.after) || (ALWAYS.includes(line.field) && line.after !== null));
}

/** A request holds the change that it asks for: one destination before and after, or those to be added. */
function linesOfRequest({ type, asset, before, destination, settlements, askedBy }: Facts): readonly Line[] {
  const added = Array.isArray(settlements) ? settlements.filter(isPair) : [];
  const line = (field: string, after: unknown, before: unknown = null): Line => ({
    field,
    before: before ?? null,
    after: after ?? null,
  });
  return [
    line("type", type),
    line("asset", asset),
    line("destination", destination, before),
    ...added.flatMap((pair) => [line("asset", pair.asset), line("destination", pair.destination)]),
    line("askedBy", askedBy),
  ].filter((each) => each.before !== null || each.after !== null);
}

type Facts = NonNullable<AuditEntry["data"]["after"]>;

const isPair = (value: unknown): value is { readonly asset: unknown; readonly destination: unknown } =>
  typeof value === "object" && value !== null && "asset" in value && "destination" in value;

export const areEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
