// Who did what.
import { request } from "./connection.ts";

type Facts = Readonly<Record<string, unknown>>;

export interface AuditEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly actor: { readonly type: "key" | "operator"; readonly keyId?: string; readonly keyPrefix?: string };
  readonly via: "api" | "console" | "cli";
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly data: {
    /** The merchant that it is about; null: none. */
    readonly merchantId: string | null;
    /** As it was, and as it is since; null: it was not there, or nothing is told of it. */
    readonly before: Facts | null;
    readonly after: Facts | null;
  };
}

interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly nextCursor: string | null;
}

interface AuditSearch {
  readonly cursor?: string;
  readonly limit?: number;
  readonly merchantId?: string;
}

export const readAudit = (query: AuditSearch, signal?: AbortSignal) =>
  request<AuditPage>({ method: "GET", path: "/audit", query: { ...query }, signal });
