// Deposit addresses that were given out before the database was restored.
import type { BooksStore } from "../../operations/ports/books.ts";
import type { Database } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { NEW_ADDRESS, WATCHED_AFTER_S } from "../deposits/deposits.ts";
import { EXTEND, PAYMENT_CHANNEL } from "../payments/apply.ts";
import { OPTION_COLUMNS, optionPlaces, optionValues } from "../payments/option-columns.ts";

// A payment may have expired since the restore, or been paid.
const ASKABLE = `
  select id from payments
   where id >= lowest_payment_id(to_timestamp($1::bigint - $2::bigint)) and takes_deposits
     and expires_at > to_timestamp($1) and (status = 'requires_action' or last_updated_at > to_timestamp($1))
   order by id`;

const RESTORE = `
  with payment as materialized (
    select id, partner_id, status from payments where id = $2 and partner_id = $3 for no key update
  ), known as materialized (
    select from deposit_addresses where terms_hash = $1
  ), address as (
    insert into deposit_addresses (terms_hash, payment_id, partner_id, required_depth, asked, minimum, watched_until,
                                   created_at, ${OPTION_COLUMNS})
    select $1, id, partner_id, $4, $5, $6, to_timestamp($7), to_timestamp($8), ${optionPlaces(10)} from payment
    on conflict do nothing
    returning payment_id, asset, payer, asked
  ), extended as (
    select o.id, o.partner_id, to_timestamp($9) as until, ${NEW_ADDRESS} as deposits
      from payment o join address a on a.payment_id = o.id where o.status = 'requires_action'
  ), ${EXTEND}
  select exists (select from address) as is_stored, exists (select from known) as is_known,
         (select pg_notify('${PAYMENT_CHANNEL}', id) from moved)`;

export const createAddressBooks = (db: Database): Pick<BooksStore, "askableSince" | "restoreAddress"> => ({
  async askableSince(sinceS, lifetimeMaxS) {
    const { rows } = await db.query<{ id: string }>({ text: ASKABLE, values: [sinceS, lifetimeMaxS] });
    return rows.map(({ id }) => id);
  },

  async restoreAddress({ id, partnerId, expiresAtS }, { option, termsHash, requiredDepth, asked, minimum }, sinceS) {
    const untilS = option.terms.deadlineS + WATCHED_AFTER_S;
    const own = [toBytes(termsHash), id, partnerId, requiredDepth, asked, minimum, untilS, sinceS, expiresAtS];
    const { rows } = await db.query<{ is_stored: boolean; is_known: boolean }>({
      name: "restore_deposit_address",
      text: RESTORE,
      values: [...own, ...optionValues(option)],
    });
    if (rows[0]?.is_stored) return "stored";
    return rows[0]?.is_known ? "known" : "replaced";
  },
});
