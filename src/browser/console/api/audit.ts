// Who did what.
import { request } from "./connection.ts";

export interface AuditEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly actor: { readonly type: "key" | "operator"; readonly keyId?: string; readonly keyPrefix?: string };
  readonly via: "api" | "console" | "cli";
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly data: Readonly<Record<string, unknown>> | null;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly nextCursor: string | null;
}

export const readAudit = (query: { readonly cursor?: string; readonly limit?: number }, signal?: AbortSignal) =>
  request<AuditPage>({ method: "GET", path: "/audit", query, signal });
