// The records of changes to a merchant's destinations, oldest first.
import type { RouteServer } from "./setup.ts";

export interface AuditLine {
  readonly actor: string;
  readonly action: string;
  readonly subject_id: string;
  readonly before: { readonly asset: string; readonly destination: string } | null;
  readonly after: { readonly asset: string; readonly destination: string } | null;
}

export async function recordsOf({ sql, merchantId }: RouteServer) {
  const audit = await sql<AuditLine & Record<string, unknown>>(
    "select actor, action, subject_id, before, after from audit_log where merchant_id = $1 order by id",
    [merchantId],
  );
  const events = await sql<{ type: string; data: unknown }>(
    "select type, data from merchant_events where merchant_id = $1 order by id",
    [merchantId],
  );
  return { audit, events };
}

/** The id of the partner's own key, as in the log. */
export async function keyIdOf({ store, partnerId }: RouteServer): Promise<string> {
  const key = (await store.keys.list(partnerId)).find(({ role }) => role === "partner");
  return key?.id ?? "";
}
