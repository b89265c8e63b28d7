// A line of the audit journal: an entry of the audit log, kept in a file outside the database. A restored database
// forgets changes, such as a revoked key; the journal does not.
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, type AuditSubject } from "./audit.ts";

export interface JournalEntry {
  readonly id: bigint;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  readonly partnerId: string;
  readonly merchantId: string | null;
  /** The id of an API key, or `operator`. */
  readonly actor: string;
  readonly via: string;
  readonly action: AuditAction;
  readonly subjectType: AuditSubject;
  readonly subjectId: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** One JSON object and a newline. */
export const journalLine = (entry: JournalEntry): string =>
  `${JSON.stringify({ ...entry, id: entry.id.toString() })}\n`;

const TEXTS = ["at", "partnerId", "actor", "via", "subjectId"] as const;

/** Null for a line that is cut short, for example by a crash, or that another program wrote. */
export function parseJournalLine(line: string): JournalEntry | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof parsed !== "object" || parsed === null) return null;
  const fields = parsed as Record<string, unknown>;
  const { id, action, subjectType, merchantId } = fields;
  if (typeof id !== "string" || !/^[1-9][0-9]{0,18}$/.test(id)) return null;
  if (!TEXTS.every((name) => typeof fields[name] === "string")) return null;
  if (merchantId !== null && typeof merchantId !== "string") return null;
  if (!AUDIT_ACTIONS.some((known) => known === action)) return null;
  if (!AUDIT_SUBJECTS.some((known) => known === subjectType)) return null;
  return { ...(fields as unknown as JournalEntry), id: BigInt(id) };
}
