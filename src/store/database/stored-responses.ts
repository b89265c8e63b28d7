// The responses stored under idempotency keys.
import type { EarlierAnswer, IdempotentRequest } from "../../operations/ports/idempotency.ts";
import type { Queryable } from "./database.ts";
import { sqlStateOf } from "./unavailable.ts";

/** The response stored under the request's key, if any. */
export async function findStoredResponse(
  db: Queryable,
  partnerId: string,
  request: IdempotentRequest,
): Promise<EarlierAnswer | null> {
  const { rows } = await db.query<{ fingerprint: Buffer; status: number; body: unknown }>({
    name: "find_stored_response",
    text: "select fingerprint, status, body from idempotent_answers where partner_id = $1 and scope = $2 and key = $3",
    values: [partnerId, request.scope, request.key],
  });
  const [row] = rows;
  if (!row) return null;
  if (!row.fingerprint.equals(request.fingerprint)) return { type: "key_conflict" };
  return { type: "replayed", answer: { status: row.status, body: row.body } };
}

const LOCK_NOT_AVAILABLE = "55P03";

/** Whether a statement gave up after LOCK_TIMEOUT_MS because another transaction holds its lock. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === LOCK_NOT_AVAILABLE;

/** Responses deleted per sweep; the next sweep takes the rest. */
const SWEEP_MAX = 1_000;

/** Deletes responses after 30 days (we promise 24 hours), at most a page. */
export async function deleteOldResponses(db: Queryable): Promise<{ readonly hasMore: boolean }> {
  const { rowCount } = await db.query({
    name: "delete_old_responses",
    // Rows locked by another process's sweep or by a repeated request are left for later.
    text: `delete from idempotent_answers where (partner_id, scope, key) in (
             select partner_id, scope, key from idempotent_answers where created_at < now() - interval '30 days'
              order by created_at limit ${SWEEP_MAX} for update skip locked)`,
  });
  return { hasMore: rowCount === SWEEP_MAX };
}
