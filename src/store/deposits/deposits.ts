// Deposit addresses of payments, with what came to them.
import { getAddress } from "viem";
import type { DepositStore, OtherDeposits } from "../../operations/deposits/ask-for-address.ts";
import type { DepositsOfAddress } from "../../payment/deposit.ts";
import type { Database } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { EXTEND, PAYMENT_CHANNEL } from "../payments/apply.ts";
import { IS_OWN } from "../payments/deposits-in-time.ts";
import {
  OPTION_COLUMNS,
  OPTION_SELECT,
  type OptionRow,
  optionPlaces,
  optionValues,
  toOption,
} from "../payments/option-columns.ts";
import { counts } from "../payments/shown-deposits.ts";

/** Seconds for which an address is watched after its payment's deadline. */
export const WATCHED_AFTER_S = 30 * 86_400;

const SELECT_ADDRESSES = `
  select c.terms_hash, c.required_depth, c.asked, c.minimum, ${OPTION_SELECT},
         coalesce((select sum(d.amount) from deposits d where ${counts("c")} and d.orphaned_at is null), 0) as received
    from deposit_addresses c join payments p on p.id = c.payment_id and p.partner_id = c.partner_id`;

const OTHERS = `
  select d.chain, d.token, sum(d.amount) as amount, coalesce(d.is_refused, false) as "isRefused"
    from deposits d join deposit_addresses a on a.terms_hash = d.terms_hash
   where d.payment_id = $1 and d.orphaned_at is null and not ${IS_OWN}
   group by d.chain, d.token, "isRefused" order by min(d.block_time_s), d.chain, d.token`;

interface AddressRow extends OptionRow {
  readonly terms_hash: Buffer;
  readonly required_depth: number;
  readonly asked: bigint;
  readonly minimum: bigint;
  readonly received: bigint;
}

const IS_OPEN = "partner_id = $3 and deadline_s > extract(epoch from now())";

// A partner with few addresses by their deadlines is not asked for the status of each payment.
const HAS_ROOM = `
  (select count(*) from deposit_addresses where ${IS_OPEN}) < $8 or (
    select count(*)
      from (select payment_id, partner_id from deposit_addresses where ${IS_OPEN}) a
      join payments p on p.id = a.payment_id and p.partner_id = a.partner_id
     where p.status in ('requires_action', 'processing')) < $8`;

/** SQL of the deposits that a payment shows with its new address `a`. */
export const NEW_ADDRESS = `
  jsonb_build_array(jsonb_build_object(
    'asset', a.asset, 'address', a.payer, 'asked', a.asked::text, 'received', '0', 'transactions', '[]'::jsonb))`;

const KEEP = `
  with payment as materialized (
    select id, partner_id, status, expires_at from payments
     where id = $2 and partner_id = $3 and status = 'requires_action' and expires_at > now()
       and expires_at = to_timestamp($9) for no key update
  ), known as materialized (
    select a.payment_id from deposit_addresses a join payment p on p.id = a.payment_id where a.asset = $11
  ), address as (
    insert into deposit_addresses (terms_hash, payment_id, partner_id, required_depth, asked, minimum, watched_until,
                                   ${OPTION_COLUMNS})
    select $1, id, partner_id, $4, $5, $6, to_timestamp($7), ${optionPlaces(12)}
      from payment where not exists (select from known) and (${HAS_ROOM})
    on conflict (payment_id, asset) do nothing
    returning payment_id, asset, payer, asked
  ), extended as (
    select o.id, o.partner_id, to_timestamp($10) as until, ${NEW_ADDRESS} as deposits
      from payment o join address a on a.payment_id = o.id
  ), ${EXTEND}
  select exists (select from payment) as is_current,
         exists (select from known) or exists (select from address) as is_kept,
         (select pg_notify('${PAYMENT_CHANNEL}', id) from moved)`;

export function createDepositStore(db: Database): DepositStore {
  return {
    async ofPayment(paymentId) {
      const { rows } = await db.query<AddressRow>({
        name: "deposit_addresses_of_payment",
        text: `${SELECT_ADDRESSES} where c.payment_id = $1 order by c.created_at, c.asset`,
        values: [paymentId],
      });
      return rows.map(toAddress);
    },

    async othersOf(paymentId) {
      const { rows } = await db.query<OtherDeposits & Record<string, unknown>>({
        name: "other_deposits_of_payment",
        text: OTHERS,
        values: [paymentId],
      });
      return rows.map(({ token, ...row }) => ({ ...row, token: getAddress(token) }));
    },

    async keep({ id, partnerId, expiresAtS, formerExpiresAtS }, address, openMax) {
      const { option, termsHash, requiredDepth, asked, minimum } = address;
      const untilS = option.terms.deadlineS + WATCHED_AFTER_S;
      const own = [toBytes(termsHash), id, partnerId, requiredDepth, asked, minimum, untilS, openMax];
      const { rows } = await db.query<{ is_current: boolean; is_kept: boolean }>({
        name: "keep_deposit_address",
        text: KEEP,
        values: [...own, formerExpiresAtS, expiresAtS, option.asset, ...optionValues(option)],
      });
      if (!rows[0]?.is_current) return "changed";
      return rows[0].is_kept ? "kept" : "too_many";
    },
  };
}

const toAddress = (row: AddressRow): DepositsOfAddress => ({
  option: toOption(row),
  termsHash: toHex(row.terms_hash),
  requiredDepth: row.required_depth,
  asked: row.asked,
  minimum: row.minimum,
  received: row.received,
});
