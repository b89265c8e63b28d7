// Records views of a payment link's page, and payments created on it. Creations on one link take turns.
import type { Semaphore } from "../../concurrency/semaphore.ts";
import type { CountedUses, LinkUse, LinkUses, UseOutcome } from "../../operations/ports/payment-links.ts";
import { LINK_FIELDS } from "../../payment/buyer-data/buyer-data.ts";
import { referenceOf } from "../../payment/payment-links/reference-pattern.ts";
import type { Database, Queryable } from "../database/database.ts";
import { shareStatement } from "../database/shared-statement.ts";
import { createOnePayment } from "../payments/create-payments.ts";
import { fullReasonFor, fullReasonOf, newTurns, takenUses } from "../payments/taken-uses.ts";
import { FEE_POLICY_COLUMNS, type FeePolicyRow, newestFeePolicy, toFeePolicy } from "../people/fee-policies.ts";
import { type DefinitionRow, LINK_DEFINITION, toDefinition } from "./row.ts";

type PublicRow = DefinitionRow &
  CountedUses &
  FeePolicyRow & { merchant_name: string; logo: Buffer | null; is_active: boolean };

// The row lock makes the next creation wait until this one has been counted.
const LOCK = `
  select reference_pattern, is_enabled, coalesce(expires_at <= now(), false) as is_past_expiry, created,
         now() as at
    from payment_links where id = $1 and partner_id = $2 and deleted_at is null for no key update`;

/** A creation adds one use and counts up to this many ended ones, so it keeps up. */
const FOLD_MAX = 100;

// A terminal status never changes, so an ended payment is counted only once. The oldest uses end first. Their number is
// bounded, so that strangers' open payments do not slow a creation down.
const FOLD = `
  with oldest as materialized (
    select payment_id from payment_link_uses where link_id = $1 and partner_id = $2 and not is_over
     order by payment_id limit ${FOLD_MAX}
  ), ended as (
    update payment_link_uses u set is_over = true from oldest o, payments p
     where u.payment_id = o.payment_id and u.partner_id = $2 and p.id = u.payment_id
       and p.partner_id = u.partner_id and p.status in ('succeeded', 'failed', 'expired', 'cancelled')
    returning p.status, p.amount
  )
  update payment_links
     set succeeded = succeeded + (select count(*) from ended where status = 'succeeded'),
         paid = paid + (select coalesce(sum(amount), 0) from ended where status = 'succeeded')
   where id = $1 and partner_id = $2`;

/** The browser's newest open payment. @param condition on its use */
const openOfVisitor = (condition: string): string => `
  select u.payment_id from payment_link_uses u join payments p on p.id = u.payment_id and p.partner_id = u.partner_id
   where u.link_id = $1 and u.partner_id = $2 and not u.is_over and u.visitor = $3 and ${condition}
     and (p.status = 'processing' or p.status = 'requires_action' and p.expires_at > now())
   order by u.payment_id desc limit 1`;

const OPEN_OF_VISITOR = openOfVisitor("true");
const OPEN_OF_ENTRY = openOfVisitor("u.entry = $4");

const RECORD = `
  with used as (
    insert into payment_link_uses (payment_id, partner_id, link_id, entry, visitor) values ($3, $2, $1, $4, $7)
  ), entered as (
    insert into buyer_data (payment_id, partner_id, account, field, key_id, content)
    select $3, $2, '${LINK_FIELDS}', '${LINK_FIELDS}', $5, $6 where $5::text is not null
  )
  update payment_links set created = created + 1 where id = $1 and partner_id = $2`;

const COUNT_VIEWS = `
  insert into payment_link_views as v (link_id, partner_id, views)
  select id, partner_id, count(*) from unnest($1::text[], $2::text[]) as g(id, partner_id) group by id, partner_id
   order by id
  on conflict (link_id, partner_id) do update set views = v.views + excluded.views`;

interface LockedRow {
  readonly reference_pattern: string;
  readonly is_enabled: boolean;
  readonly is_past_expiry: boolean;
  readonly created: bigint;
  readonly at: Date;
}

export const createLinkUses = (
  db: Database,
  inTurn: Semaphore = newTurns(4, "Too many buyers open this link"),
): LinkUses => ({
  async findPublic(id) {
    const { rows } = await db.query<PublicRow>({
      name: "public_payment_link",
      text: `select ${LINK_DEFINITION}, u.succeeded, u.held, m.name as merchant_name, m.logo,
                    m.status = 'active' as is_active, ${FEE_POLICY_COLUMNS}
               from payment_links l
               join merchants m on m.id = l.merchant_id and m.partner_id = l.partner_id and m.deleted_at is null
               ${takenUses("''")} ${newestFeePolicy("l.partner_id")}
              where l.id = $1 and l.deleted_at is null`,
      values: [id],
    });
    const [row] = rows;
    if (!row) return null;
    const merchant = { name: row.merchant_name, logo: row.logo?.toString("hex") ?? null, isActive: row.is_active };
    return {
      ...toDefinition(row),
      uses: { succeeded: row.succeeded, held: row.held },
      merchant,
      fees: toFeePolicy(row),
    };
  },

  async findOpen({ id, partnerId }, visitor) {
    const { rows } = await db.query<{ payment_id: string }>({
      name: "open_payment_of_visitor",
      text: OPEN_OF_VISITOR,
      values: [id, partnerId, visitor],
    });
    return rows[0]?.payment_id ?? null;
  },

  fullReason: (paymentId) => fullReasonFor(db, paymentId),

  countView: shareStatement<Parameters<LinkUses["countView"]>[0], true>({
    async together(links) {
      const values = [links.map(({ id }) => id), links.map(({ partnerId }) => partnerId)];
      await db.query({ name: "count_payment_link_views", text: COUNT_VIEWS, values });
      return links.map(() => true);
    },
  }),

  use: (use) => inTurn.run(use.link.id, () => db.transaction((tx) => createInTurn(tx, use))),
});

async function createInTurn(tx: Queryable, { link, payment, visitor, entry, fields }: LinkUse): Promise<UseOutcome> {
  const place = [link.id, link.partnerId];
  const { rows } = await tx.query<LockedRow>({ name: "lock_payment_link", text: LOCK, values: place });
  const [locked] = rows;
  if (!locked) return { type: "closed", reason: "unavailable" };
  if (!locked.is_enabled) return { type: "closed", reason: "disabled" };
  await tx.query({ name: "fold_payment_link", text: FOLD, values: place });
  const [same] = (
    await tx.query<{ payment_id: string }>({
      name: "open_payment_of_entry",
      text: OPEN_OF_ENTRY,
      values: [...place, visitor, entry],
    })
  ).rows;
  if (same) return { type: "reused", paymentId: same.payment_id };
  if (locked.is_past_expiry) return { type: "closed", reason: "expired" };
  const full = await fullReasonOf(tx, link.id, link.partnerId, "");
  if (full) return { type: "closed", reason: full };
  const referenceId = referenceOf(locked.reference_pattern, locked.created + 1n, locked.at);
  const outcome = await createOnePayment(tx, { ...payment, referenceId });
  if (outcome.type !== "created") return outcome;
  await tx.query({
    name: "record_payment_link_use",
    text: RECORD,
    values: [...place, payment.id, entry, fields?.keyId, fields?.content, visitor],
  });
  return outcome;
}
