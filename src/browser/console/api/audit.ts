import type { AuditLog } from "../../../contract/console/audit.ts";
import { request } from "./connection.ts";

export type AuditEntry = AuditLog["entries"][number];

interface AuditSearch {
  readonly cursor?: string;
  readonly limit?: number;
  readonly merchantId?: string;
}

export const readAudit = (query: AuditSearch, signal?: AbortSignal): Promise<AuditLog> =>
  request<AuditLog>({ method: "GET", path: "/audit", query: { ...query }, signal });
