// Deposit addresses of payments, and what was sent to them.
import { type Address, getAddress } from "viem";
import type { DepositStore } from "../../operations/deposits/ask-for-address.ts";
import type { Deposit, DepositAddress, DepositsOfAddress } from "../../payment/deposit.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { Database, Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import {
  OPTION_COLUMNS,
  OPTION_SELECT,
  type OptionRow,
  optionPlaces,
  optionValues,
  toOption,
} from "../payments/option-columns.ts";

/** Seconds for which an address is watched after its payment's deadline. */
const WATCHED_AFTER_S = 30 * 86_400;

const SELECT_ADDRESSES = `
  select c.terms_hash, c.required_depth, c.asked, c.minimum, ${OPTION_SELECT},
         coalesce((select jsonb_agg(jsonb_build_object(
                     'txHash', '0x' || encode(d.tx_hash, 'hex'), 'from', d.sender, 'amount', d.amount::text,
                     'isOrphaned', d.orphaned_at is not null,
                     'depth', (select max(number) from chain_blocks b where b.chain = c.chain) - d.block_number + 1)
                     order by d.block_number, d.log_index)
                     from deposits d where d.terms_hash = c.terms_hash and d.token = c.token), '[]') as deposits
    from deposit_addresses c join payments p on p.id = c.payment_id and p.partner_id = c.partner_id`;

interface AddressRow extends OptionRow {
  readonly terms_hash: Buffer;
  readonly required_depth: number;
  readonly asked: bigint;
  readonly minimum: bigint;
  readonly deposits: readonly StoredDeposit[];
}

interface StoredDeposit {
  readonly txHash: `0x${string}`;
  readonly from: Address;
  readonly amount: string;
  readonly isOrphaned: boolean;
  readonly depth: number;
}

const EXTEND = `
  with payment as materialized (
    select id, partner_id, status, expires_at from payments
     where id = $1 and status = 'requires_action' and expires_at > now() for no key update
  ), moved as (
    update payments p set expires_at = to_timestamp($2), last_updated_at = now()
      from payment o
     where p.id = o.id and p.partner_id = o.partner_id and o.expires_at < to_timestamp($2)
       and not exists (select from deposit_addresses a where a.payment_id = o.id)
    returning p.id, p.partner_id, p.status, p.expires_at
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status, data)
    select id, partner_id, 'updated', status, jsonb_build_object('expiresAt', extract(epoch from expires_at)::bigint)
      from moved
  )
  select extract(epoch from coalesce((select expires_at from moved), expires_at))::bigint as expires_at_s from payment`;

const KEEP = `
  insert into deposit_addresses (terms_hash, payment_id, partner_id, required_depth, asked, minimum, watched_until,
                                 ${OPTION_COLUMNS})
  select $1, $2, $3, $4, $5, $6, to_timestamp($7), ${optionPlaces(9)}
   where (select count(*) from deposit_addresses where partner_id = $3 and watched_until > now()) < $8
  on conflict (payment_id, asset) do nothing`;

/** @param watchedMax addresses of a partner that are watched at the same time */
export function createDepositStore(db: Database, watchedMax: number): DepositStore {
  return {
    find: (paymentId, asset) => find(db, paymentId, asset),

    async extend(paymentId, untilS) {
      const { rows } = await db.query<{ expires_at_s: bigint }>({
        name: "extend_payment",
        text: EXTEND,
        values: [paymentId, untilS],
      });
      return rows[0] ? Number(rows[0].expires_at_s) : null;
    },

    async keep({ id, partnerId }: Pick<PaymentForBuyer, "id" | "partnerId">, address: DepositAddress) {
      const { option, termsHash, requiredDepth, asked, minimum } = address;
      const untilS = option.terms.deadlineS + WATCHED_AFTER_S;
      const own = [toBytes(termsHash), id, partnerId, requiredDepth, asked, minimum, untilS, watchedMax];
      await db.query({ name: "keep_deposit_address", text: KEEP, values: [...own, ...optionValues(option)] });
      return (await find(db, id, option.asset)) ?? "too_many";
    },
  };
}

async function find(db: Queryable, paymentId: string, asset: string): Promise<DepositsOfAddress | null> {
  const { rows } = await db.query<AddressRow>({
    name: "deposit_address",
    text: `${SELECT_ADDRESSES} where c.payment_id = $1 and c.asset = $2`,
    values: [paymentId, asset],
  });
  return rows[0] ? toAddress(rows[0]) : null;
}

function toAddress(row: AddressRow): DepositsOfAddress {
  const { terms_hash, required_depth: requiredDepth, asked, minimum, deposits } = row;
  const shown = deposits.map(({ txHash, from, amount, isOrphaned, depth }): Deposit => {
    const status = depth >= requiredDepth ? "confirmed" : "pending";
    return { txHash, from: getAddress(from), amount: BigInt(amount), status: isOrphaned ? "orphaned" : status };
  });
  return { option: toOption(row), termsHash: toHex(terms_hash), requiredDepth, asked, minimum, deposits: shown };
}
