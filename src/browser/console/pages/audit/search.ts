// The log's filters in the URL. Sign-ins are hidden unless they are chosen.
import type { AuditSearch } from "../../api/audit.ts";
import { momentOf, oneOf, textOf } from "../../app/list/url-search.ts";

type Kind = NonNullable<AuditSearch["kind"]>[number];

const CHANGES = ["people", "tills", "merchants", "destinations", "payments", "settings"] as const satisfies Kind[];
export const WHATS = ["all", "sign_ins", ...CHANGES] as const;

export interface AuditFilters {
  /** Default: every change. */
  readonly what?: (typeof WHATS)[number] | undefined;
  /** The id of a key, a user or a till, or `operator`. */
  readonly actor?: string | undefined;
  /** RFC 3339. */
  readonly startTs?: string | undefined;
  readonly endTs?: string | undefined;
  readonly text?: string | undefined;
}

export const readAuditFilters = (given: Record<string, unknown>): AuditFilters => ({
  what: oneOf(WHATS, given.what),
  actor: textOf(given.actor),
  startTs: momentOf(given.startTs),
  endTs: momentOf(given.endTs),
  text: textOf(given.text),
});

export const isFiltered = (filters: AuditFilters): boolean =>
  Object.values(filters).some((filter) => filter !== undefined);

/** The API's parameters. */
export const queryOf = ({ what, actor, startTs, endTs, text }: AuditFilters): AuditSearch => ({
  ...(what !== "all" && { kind: what === undefined ? [...CHANGES] : [what] }),
  ...(actor !== undefined && { actor }),
  ...(startTs !== undefined && { startTs }),
  ...(endTs !== undefined && { endTs }),
  ...(text !== undefined && { text }),
});
