// Payment links as their partner manages them. A deleted one is hidden; its row stays because its payments do.

import type { Actor } from "../../merchant/audit.ts";
import type { LinkRecords } from "../../operations/ports/payment-links.ts";
import { type CountedLink, isOpenAmount, LINKS_MAX } from "../../payment/payment-link.ts";
import type { SealedText } from "../../payment/sealed-text.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { LINK_COLUMNS, LINK_FIGURES, type LinkRow, toLink } from "./row.ts";

/** The end of a page: the last link's time (ISO 8601) and id. */
export interface LinkPosition {
  readonly createdAt: string;
  readonly id: string;
}

/** The link that a payment was created on. */
export interface LinkOfPayment {
  readonly id: string;
  /** The buyer's entries; null: there were none, or they were erased. */
  readonly fields: SealedText | null;
}

export interface LinkStore extends LinkRecords {
  /** The partner's links, newest first. @param merchantIds null: all merchants */
  list(
    partnerId: string,
    merchantIds: readonly string[] | null,
    after: LinkPosition | null,
    limit: number,
  ): Promise<readonly CountedLink[]>;
  /** Null if the link is unknown, deleted or another partner's. */
  find(partnerId: string, id: string): Promise<CountedLink | null>;
  /** False if the link is unknown, deleted or another partner's. */
  remove(partnerId: string, id: string, by: Actor): Promise<boolean>;
  /** Null if the payment was not created on a link. */
  ofPayment(partnerId: string, paymentId: string): Promise<LinkOfPayment | null>;
}

const FACTS = `jsonb_build_object('description', description, 'maxUses', max_uses, 'expiresAt', expires_at,
  'enabled', is_enabled)`;
const BY = { actor: "actor", via: "via" } as const;

const INSERT = `
  with added as (
    insert into payment_links (id, partner_id, merchant_id, currency, amount, amount_min, amount_max, amount_suggested,
                               description, reference_pattern, max_uses, expires_at, fields, success_url, error_url,
                               is_enabled, takes_deposits)
    select $1, m.partner_id, m.id, $4, $5, $6, $7, $8, $9, $10, $11, to_timestamp($12::bigint), $13, $14, $15, $16, $19
      from merchants m
     where m.partner_id = $2 and m.id = $3 and m.deleted_at is null and count_payment_links($2) < ${LINKS_MAX}
    returning *
  ), line as (
    select *, $17::text as actor, $18::text as via from added
  ), audit as (${auditLine("payment_link_created", "payment_link", "line", BY, { after: FACTS })})
  select ${LINK_COLUMNS} from added l ${LINK_FIGURES}`;

const UPDATE = `
  with old as (
    select * from payment_links where id = $2 and partner_id = $1 and deleted_at is null for no key update
  ), changed as (
    update payment_links l
       set description = case when $3::boolean then $4::text else old.description end,
           max_uses = case when $5::boolean then $6::integer else old.max_uses end,
           expires_at = case when $7::boolean then to_timestamp($8::bigint) else old.expires_at end,
           is_enabled = coalesce($9::boolean, old.is_enabled)
      from old where l.id = old.id and l.partner_id = old.partner_id
    returning l.*
  ), former as (
    select id, ${FACTS} as before from old
  ), line as (
    select c.*, former.before, ${FACTS} as after, $10::text as actor, $11::text as via
      from changed c join former using (id)
  ), audit as (${auditLine("payment_link_changed", "payment_link", "line where before <> after", BY, {
    before: "before",
    after: "after",
  })})
  select from changed`;

const FIND = `
  select ${LINK_COLUMNS} from payment_links l ${LINK_FIGURES}
   where l.partner_id = $1 and l.id = $2 and l.deleted_at is null`;

const REMOVE = `
  with deleted as (
    update payment_links set deleted_at = now(), is_enabled = false
     where id = $2 and partner_id = $1 and deleted_at is null
    returning *, $3::text as actor, $4::text as via
  ), audit as (${auditLine("payment_link_deleted", "payment_link", "deleted", BY, { before: FACTS })})
  select 1 from deleted`;

const LIST = `
  select ${LINK_COLUMNS} from (
    select * from payment_links
     where partner_id = $1 and deleted_at is null and (created_at, id) < ($2::timestamptz, $3)
       and ($5::text[] is null or merchant_id = any($5))
     order by created_at desc, id desc limit $4
  ) l ${LINK_FIGURES} order by l.created_at desc, l.id desc`;

export const createLinkStore = (db: Queryable): LinkStore => ({ ...reads(db), ...writes(db) });

const reads = (db: Queryable): Pick<LinkStore, "list" | "find" | "ofPayment"> => ({
  async list(partnerId, merchantIds, after, limit) {
    const { rows } = await db.query<LinkRow>({
      name: "payment_links",
      text: LIST,
      values: [partnerId, after?.createdAt ?? "infinity", after?.id ?? "", limit, merchantIds],
    });
    return rows.map(toLink);
  },

  find: (partnerId, id) => find(db, partnerId, id),

  async ofPayment(partnerId, paymentId) {
    const { rows } = await db.query<{ link_id: string; key_id: string | null; content: Buffer | null }>({
      name: "payment_link_of_payment",
      text: `select u.link_id, d.key_id, d.content
               from payment_link_uses u
               left join buyer_data d on d.payment_id = u.payment_id and d.partner_id = u.partner_id
                                     and d.field = 'paymentLink'
              where u.payment_id = $2 and u.partner_id = $1`,
      values: [partnerId, paymentId],
    });
    const [row] = rows;
    if (!row) return null;
    const { link_id: id, key_id: keyId, content } = row;
    return { id, fields: keyId !== null && content !== null ? { keyId, content } : null };
  },
});

async function find(db: Queryable, partnerId: string, id: string): Promise<CountedLink | null> {
  const { rows } = await db.query<LinkRow>({ name: "payment_link", text: FIND, values: [partnerId, id] });
  return rows[0] ? toLink(rows[0]) : null;
}

const writes = (db: Queryable): Pick<LinkStore, "insert" | "update" | "remove"> => ({
  async insert({ id, partnerId, merchantId }, choice, { actor, via }) {
    const { amount, checkout } = choice;
    const amounts = isOpenAmount(amount)
      ? [null, amount.min, amount.max, amount.suggested]
      : [amount.value, null, null, null];
    const { rows } = await db.query<LinkRow>({
      name: "insert_payment_link",
      text: INSERT,
      values: [
        ...[id, partnerId, merchantId, amount.currency, ...amounts],
        ...[choice.description, choice.referencePattern, choice.usesMax, choice.expiresAtS],
        ...[JSON.stringify(choice.fields), checkout?.successUrl, checkout?.errorUrl, choice.isEnabled, actor, via],
        choice.takesDeposits,
      ],
    });
    return rows[0] ? toLink(rows[0]) : null;
  },

  async update(partnerId, id, { description, usesMax, expiresAtS, isEnabled }, { actor, via }) {
    const { rowCount } = await db.query({
      name: "update_payment_link",
      text: UPDATE,
      values: [
        ...[partnerId, id, description !== undefined, description, usesMax !== undefined, usesMax],
        ...[expiresAtS !== undefined, expiresAtS, isEnabled, actor, via],
      ],
    });
    // If the change waited for the row, its snapshot is older than the row's totals, so another statement reads them.
    return rowCount === 1 ? find(db, partnerId, id) : null;
  },

  async remove(partnerId, id, { actor, via }) {
    const values = [partnerId, id, actor, via];
    return (await db.query({ name: "delete_payment_link", text: REMOVE, values })).rowCount === 1;
  },
});
