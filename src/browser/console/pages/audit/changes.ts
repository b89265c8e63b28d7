// What the log has kept of a change, as lines: what it is about, what it was, what it is.
import type { AuditEntry } from "../../api/audit.ts";

export interface ChangeLine {
  /** A field by the interface's name. */
  readonly field: string;
  /** Null: there was none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Fields that are the same before and after are left out, but for those that say what it is about. */
const ALWAYS = ["asset", "role", "prefix"];

export function changesIn({ before, after }: AuditEntry["data"]): readonly ChangeLine[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) }))
    .filter(({ field, before: was, after: is }) => was !== is || ALWAYS.includes(field));
}

/** Null where there is nothing to read. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
