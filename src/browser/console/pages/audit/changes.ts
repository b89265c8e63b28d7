// A logged change as lines of field, old value and new value.
import type { AuditEntry } from "../../api/audit.ts";

export interface ChangeLine {
  /** As the API names it. */
  readonly field: string;
  /** Null if there was no value. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Always shown because they identify the subject; other fields only if they changed. */
const ALWAYS = ["asset", "role", "prefix"];

export function changesIn({ before, after }: AuditEntry["data"]): readonly ChangeLine[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) }))
    .filter(({ field, before: was, after: is }) => was !== is || ALWAYS.includes(field));
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
