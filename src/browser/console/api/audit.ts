import type { Static } from "typebox";
import type { AuditLog, AuditQuery } from "../../../contract/console/audit.ts";
import { request } from "./connection.ts";

export type AuditEntry = AuditLog["entries"][number];

export type AuditSearch = Static<typeof AuditQuery>;

/** The next page that has entries: where matches are rare, pages in between have none. */
export async function readAudit(query: AuditSearch, signal?: AbortSignal): Promise<AuditLog> {
  const page = await request<AuditLog>({ method: "GET", path: "/audit", query, signal });
  if (page.entries.length > 0 || page.nextCursor === null) return page;
  return readAudit({ ...query, cursor: page.nextCursor }, signal);
}
