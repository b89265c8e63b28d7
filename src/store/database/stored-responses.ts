// The responses stored under idempotency keys.
import type { EarlierAnswer, IdempotentRequest } from "../../operations/ports/idempotency.ts";
import type { Queryable } from "./database.ts";
import { shareStatement } from "./shared-statement.ts";
import { sqlStateOf } from "./unavailable.ts";

interface Question {
  /** A partner's id, or ALL_PARTNERS. */
  readonly owner: string;
  readonly request: IdempotentRequest;
}

interface ResponseRow {
  readonly fingerprint: Buffer | null;
  readonly status: number;
  readonly body: unknown;
}

const RESPONSES = `
  select a.fingerprint, a.status, a.body
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as g(partner_id, scope, key, no)
    left join lateral (select * from idempotent_answers
                        where partner_id = g.partner_id and scope = g.scope and key = g.key offset 0) a on true
   order by g.no`;

async function findAll(db: Queryable, questions: readonly Question[]) {
  const { rows } = await db.query<ResponseRow>({
    name: "find_stored_responses",
    text: RESPONSES,
    values: [
      questions.map(({ owner }) => owner),
      questions.map(({ request }) => request.scope),
      questions.map(({ request }) => request.key),
    ],
  });
  return rows.map(({ fingerprint, status, body }, index): { readonly found: EarlierAnswer | null } => {
    if (fingerprint === null) return { found: null };
    const isSame = questions[index]?.request.fingerprint.equals(fingerprint);
    return { found: isSame ? { type: "replayed", answer: { status, body } } : { type: "key_conflict" } };
  });
}

/** Finds the responses of concurrent requests by one statement. */
export function createStoredResponses(
  db: Queryable,
): (owner: string, request: IdempotentRequest) => Promise<EarlierAnswer | null> {
  const find = shareStatement<Question, { readonly found: EarlierAnswer | null }>({
    together: (questions) => findAll(db, questions),
  });
  return async (owner, request) => (await find({ owner, request })).found;
}

/** The response stored under the request's key, if any. */
export const findStoredResponse = async (
  db: Queryable,
  owner: string,
  request: IdempotentRequest,
): Promise<EarlierAnswer | null> => (await findAll(db, [{ owner, request }]))[0]?.found ?? null;

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
