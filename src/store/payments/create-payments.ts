// Creates payments. Concurrent requests share one statement and one commit, and get their responses after it. A row
// that the database rejects does not affect the others.

import { Unavailable } from "../../operations/errors/unavailable.ts";
import { type IdempotentRequest, keyOwner, type StoredAnswer } from "../../operations/ports/idempotency.ts";
import type { CreateOutcome, NewPayment } from "../../operations/ports/new-payment.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { shareStatement } from "../database/shared-statement.ts";
import { findStoredResponse, isLockTimeout } from "../database/stored-responses.ts";

export interface Creation {
  readonly payment: NewPayment;
  readonly idempotent: (IdempotentRequest & { readonly answer: StoredAnswer }) | null;
}

// What creates payments. One that has ended since the request was checked, or is being ended with everything it made
// (store/end-made.ts), creates none. A payment link is locked by its creations (payment-links/uses.ts). A user of the
// live partner also makes test payments.
const MAKERS = [
  { table: "api_keys", endedAt: "revoked_at", partner: "m.partner" },
  { table: "users", endedAt: "removed_at", partner: "unnest(array[m.partner, live_partner(m.partner)])" },
  { table: "tills", endedAt: "revoked_at", partner: "m.partner" },
] as const;

const freeMakers = ({ table, endedAt, partner }: (typeof MAKERS)[number]): string => `free_${table} as materialized (
    select id, partner_id from ${table}
     where (id, partner_id) in (select m.id, ${partner} from unnest($21::text[], $2::text[]) as m(id, partner))
       and ${endedAt} is null
       for key share skip locked
  )`;

// The response is written first; if its key is taken, nothing else is written. An insert waits for an open transaction
// with the same key, so the second of two concurrent requests finds the first's response. All transactions take keys in
// one order, which rules out deadlocks. The payments of a locked merchant are left out, because their foreign key would
// make the whole batch wait.
const creation = (charge: { readonly type: string; readonly column: string; readonly insert: string }): string => `
  with free as materialized (
    select id, partner_id from merchants
     where (id, partner_id) in (select * from unnest($3::text[], $2::text[])) and deleted_at is null
       for key share skip locked
  ), ${MAKERS.map(freeMakers).join(", ")}, maker as materialized (
    ${MAKERS.map(({ table }) => `select id, partner_id from free_${table}`).join(" union all ")}
  ), given as materialized (
    select g.*, m.status as merchant_status,
           m.id is not null and ((m.id, m.partner_id) not in (select id, partner_id from free)
             or g.creator <> 'link' and g.creator_id is not null
                and (g.creator_id, g.partner_id) not in (select id, partner_id from maker)
                and (g.creator_id, live_partner(g.partner_id)) not in (select id, partner_id from maker)) as is_locked
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[],
                  $9::bigint[], $10::bytea[], $11::bigint[], $12::text[], $13::text[], $14::bytea[], $15::integer[],
                  $16::text[], $17::text[], $18::text[], $19::bigint[], $20::text[],
                  $21::text[], $22::boolean[], $23::text[]${charge.type})
             with ordinality as g(id, partner_id, merchant_id, reference_id, currency, amount, success_url, error_url,
                                  expires_at_s, payment_key, fee_policy_id, scope, key, fingerprint, response_status,
                                  response_body, description, line_items, created_at_ms, creator,
                                  creator_id, takes_deposits, key_owner${charge.column}, no)
      left join merchants m on m.id = g.merchant_id and m.partner_id = g.partner_id and m.deleted_at is null
  ), response as (
    insert into idempotent_answers (partner_id, scope, key, fingerprint, status, body)
    select key_owner, scope, key, fingerprint, response_status, response_body::jsonb from given
     where key is not null and merchant_status = 'active' and not is_locked order by key_owner, scope, key
    on conflict do nothing
    returning partner_id, scope, key
  ), payment as (
    insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, success_url, error_url,
                          expires_at, payment_key, fee_policy_id, description, line_items, created_at,
                          last_updated_at, creator, creator_id, takes_deposits)
    select id, partner_id, merchant_id, reference_id, currency, amount, success_url, error_url,
           to_timestamp(expires_at_s), payment_key, fee_policy_id, description, line_items::jsonb,
           to_timestamp(created_at_ms / 1000.0), to_timestamp(created_at_ms / 1000.0), creator, creator_id,
           takes_deposits
      from given
     where merchant_status = 'active' and not is_locked
       and (key is null or (key_owner, scope, key) in (select partner_id, scope, key from response))
     order by no
    returning id, partner_id, status
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status)
    select id, partner_id, 'created', status from payment
  )${charge.insert}
  select g.merchant_status, g.is_locked, exists (select from payment p where p.id = g.id) as is_created
    from given g order by g.no`;

const CREATE = creation({ type: "", column: "", insert: "" });

/** The statement for charges, which are few. Other payments are created without the cost of a further table. */
const CREATE_CHARGES = creation({
  type: ", $24::json[]",
  column: ", charge",
  insert: `, charge as (
    insert into charges (payment_id, partner_id, name, description, metadata, redirect_url, cancel_url)
    select p.id, p.partner_id, g.charge ->> 'name', g.charge ->> 'description', g.charge -> 'metadata',
           g.charge ->> 'redirectUrl', g.charge ->> 'cancelUrl'
      from payment p join given g on g.id = p.id where g.charge is not null
  )`,
});

/** The idempotency key, if there is one. */
export const keysOf = ({ payment, idempotent }: Creation): readonly string[] =>
  idempotent ? [JSON.stringify([keyOwner(idempotent, payment.partnerId), idempotent.scope, idempotent.key])] : [];

export function createPaymentCreator(
  db: Queryable,
): (payment: NewPayment, idempotent: Creation["idempotent"]) => Promise<CreateOutcome> {
  const create = shareStatement<Creation, CreateOutcome>({
    async together(creations) {
      const [only, ...others] = creations;
      if (only && others.length === 0) return [await createOne(db, only)];
      const written = await write(db, creations);
      return creations.map((creation, index) => outcomeOf(db, creation, written[index]));
    },
    alone: (creation) => createOne(db, creation),
    // The second request with a key finds the first one's response only in a separate statement.
    keysOf,
  });
  return (payment, idempotent) => create({ payment, idempotent });
}

/** Creates a payment without an idempotency key, inside the caller's transaction. */
export async function createOnePayment(
  tx: Queryable,
  payment: NewPayment,
): Promise<Extract<CreateOutcome, { type: "created" | "merchant_not_found" | "merchant_not_active" }>> {
  const outcome = await createOne(tx, { payment, idempotent: null });
  if (outcome.type === "replayed" || outcome.type === "key_conflict" || outcome.type === "key_in_use") {
    throw new TypeError(`a payment without an idempotency key met ${outcome.type}`);
  }
  return outcome;
}

async function createOne(db: Queryable, creation: Creation): Promise<CreateOutcome> {
  try {
    const [written] = await write(db, [creation]);
    return await outcomeOf(db, creation, written);
  } catch (error) {
    if (creation.idempotent && isLockTimeout(error)) return { type: "key_in_use" };
    throw error;
  }
}

interface Written {
  readonly merchant_status: string | null;
  readonly is_locked: boolean;
  readonly is_created: boolean;
}

export async function write(db: Queryable, creations: readonly Creation[]): Promise<readonly Written[]> {
  const column = <Value>(of: (creation: Creation) => Value): Value[] => creations.map(of);
  const values = [
    column(({ payment }) => payment.id),
    column(({ payment }) => payment.partnerId),
    column(({ payment }) => payment.merchantId),
    column(({ payment }) => payment.referenceId),
    column(({ payment }) => payment.amount.currency),
    column(({ payment }) => payment.amount.value),
    column(({ payment }) => payment.checkout?.successUrl),
    column(({ payment }) => payment.checkout?.errorUrl),
    column(({ payment }) => payment.expiresAtS),
    column(({ payment }) => toBytes(payment.paymentKey)),
    column(({ payment }) => payment.feePolicyId),
    column(({ idempotent }) => idempotent?.scope),
    column(({ idempotent }) => idempotent?.key),
    column(({ idempotent }) => idempotent?.fingerprint),
    column(({ idempotent }) => idempotent?.answer.status),
    column(({ idempotent }) => idempotent && JSON.stringify(idempotent.answer.body)),
    column(({ payment }) => payment.description),
    column(({ payment }) => storedItems(payment.lineItems)),
    column(({ payment }) => payment.createdAtMs),
    column(({ payment }) => payment.createdBy.type),
    column(({ payment }) => payment.createdBy.id),
    column(({ payment }) => payment.takesDeposits ?? true),
    column(({ payment, idempotent }) => idempotent && keyOwner(idempotent, payment.partnerId)),
  ];
  const charges = column(({ payment: { charge } }) => charge && JSON.stringify(charge));
  const hasCharge = charges.some((charge) => charge !== undefined);
  const { rows } = await db.query<Written>(
    hasCharge
      ? { name: "create_charges", text: CREATE_CHARGES, values: [...values, charges] }
      : { name: "create_payments", text: CREATE, values },
  );
  return rows;
}

/** The line items as JSON; null if there are none. */
const storedItems = (items: NewPayment["lineItems"] = []): string | null =>
  items.length === 0 ? null : JSON.stringify(items.map((item) => ({ ...item, value: item.value.toString() })));

export async function outcomeOf(
  db: Queryable,
  { payment, idempotent }: Creation,
  written: Written | undefined,
): Promise<CreateOutcome> {
  if (written?.is_created) return { type: "created" };
  const earlier = idempotent && (await findStoredResponse(db, keyOwner(idempotent, payment.partnerId), idempotent));
  if (earlier) return earlier;
  if (written?.is_locked) {
    const { merchantId, createdBy } = payment;
    throw new Unavailable("The merchant or the caller is being changed: repeat the request", {
      cause: new Error(`${merchantId} is locked by another transaction, or ${createdBy.id} is, or it has ended`),
      retryAfterS: 1,
    });
  }
  // The key's response reached its 30 days and was just deleted.
  if (written?.merchant_status === "active") return { type: "key_in_use" };
  return { type: written?.merchant_status ? "merchant_not_active" : "merchant_not_found" };
}
