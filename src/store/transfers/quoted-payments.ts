// Reads the facts that determine the quoted terms of a transfer, to recognise terms whose quote or confirm is not
// stored.
import type { StoredQuotedPayment, WaitingTransfer } from "../../operations/ports/ledger.ts";
import { NO_FEE } from "../../payment/fee.ts";
import { refundName } from "../../payment/refund.ts";
import type { TimedEvent } from "../../payment/transfers/transfer.ts";
import { RULES_COLUMNS, type RulesColumns, rulesOf, toRules } from "../buyer-data/buyer-data-rules.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { isSweepOf } from "../deposits/booked.ts";
import { FEE_POLICY_COLUMNS, FEE_POLICY_OF_PAYMENT, type FeePolicyRow, toFeePolicy } from "../people/fee-policies.ts";
import { newestPayments, ownPayments, transferredTo } from "./own-payments.ts";

/** A buyer may still pay to a destination replaced this long before the block, because it was quoted earlier. */
const REPLACED_WITHIN_S = 120;

const UNCONFIRMED = `
  with ${ownPayments("$2::bytea[]", "$3::text")}
  select e.terms_hash
    from unnest((select $2::bytea[]), (select $4::bytea[]), (select $5::numeric[]), (select $6::text[]),
                (select $7::text[])) as e(payment_key, terms_hash, fee, token, payer)
    left join lateral (${transferredTo("$1", "e")}) x on true
    left join payments p on p.id = x.payment_id and p.partner_id = x.partner_id
    left join own on own.payment_key = e.payment_key
   where coalesce(p.status, own.status) = 'requires_action'
     and not exists (select from intents i where i.terms_hash = e.terms_hash)`;

export async function unconfirmed(
  db: Queryable,
  chain: string,
  events: readonly TimedEvent[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ terms_hash: Buffer }>({
    name: "unconfirmed_terms",
    text: UNCONFIRMED,
    values: [
      chain,
      events.map(({ paymentKey }) => toBytes(paymentKey)),
      newestPayments(),
      events.map(({ termsHash }) => toBytes(termsHash)),
      events.map(({ fee }) => fee),
      events.map(({ token }) => token),
      events.map(({ payer }) => payer),
    ],
  });
  return new Set(rows.map(({ terms_hash }) => toHex(terms_hash)));
}

// Deposits confirm their payment themselves, once their senders are screened. A sweep does not, on whichever chain.
// A replaced destination counts only if the replacement was shortly before the block or later: older quotes have ended.
const QUOTED = `
  select t.id, p.id as payment_id, p.partner_id, p.currency, p.amount, m.name as merchant_name,
         extract(epoch from p.expires_at)::bigint as expires_at_s,
         ${FEE_POLICY_COLUMNS}, ${RULES_COLUMNS},
         payout.asset as payout_asset, payout.amount as payout_amount,
         case when p.creator = 'x402' then p.payment_key end as nonce,
         case
           when payout.id is not null then
             case when payout.destination = t.destination and payout.asset = t.asset then 'merchant' end
           when exists (
             select from crypto_settlements s
              where s.merchant_id = p.merchant_id and s.partner_id = p.partner_id and s.asset = t.asset
                and s.destination = t.chain || ':' || t.destination
           ) or exists (
             select from audit_log a
              where a.merchant_id = p.merchant_id and a.partner_id = p.partner_id
                and a.subject_type = 'settlement' and a.before ->> 'asset' = t.asset
                and a.before ->> 'destination' = t.chain || ':' || t.destination
                and a.created_at >= to_timestamp(t.block_time_s - ${REPLACED_WITHIN_S})) then 'merchant'
           when t.destination = $2 and not exists (
             select from crypto_settlements s
              where s.merchant_id = p.merchant_id and s.partner_id = p.partner_id and s.asset = t.asset) then 'treasury'
         end as pays_out,
         exists (select from buyer_data b where b.payment_id = p.id and b.partner_id = p.partner_id
                    and b.account = t.chain || ':' || t.payer) as has_buyer_data
    from transfers t
    join payments p on p.id = t.payment_id and p.partner_id = t.partner_id
    join merchants m on m.id = p.merchant_id and m.partner_id = p.partner_id
    left join refunds payout on p.creator = 'refund' and payout.gateway_payment_id = p.id
    ${FEE_POLICY_OF_PAYMENT}
    ${rulesOf("p.partner_id")}
   where t.id = any($1) and not exists (select from deposit_addresses a where ${isSweepOf("t", "a.payer")})`;

interface QuotedRow extends FeePolicyRow, RulesColumns {
  readonly id: bigint;
  readonly payment_id: string;
  readonly partner_id: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly merchant_name: string;
  readonly expires_at_s: bigint;
  readonly pays_out: "merchant" | "treasury" | null;
  readonly has_buyer_data: boolean;
  readonly payout_asset: string | null;
  readonly payout_amount: bigint;
  readonly nonce: Buffer | null;
}

/** The payments by transfer id. @param treasury receives money for which a merchant has no destination */
export async function quotedPayments(
  tx: Queryable,
  transfers: readonly WaitingTransfer[],
  treasury: string | null,
): Promise<ReadonlyMap<bigint, StoredQuotedPayment>> {
  const { rows } = await tx.query<QuotedRow>({
    name: "quoted_payments",
    text: QUOTED,
    values: [transfers.map(({ id }) => id), treasury],
  });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.payment_id,
        partnerId: row.partner_id,
        merchantName: row.payout_asset === null ? row.merchant_name : refundName(row.merchant_name),
        payout: row.payout_asset === null ? null : { asset: row.payout_asset, amount: row.payout_amount },
        amount: { currency: row.currency, value: row.amount },
        expiresAtS: Number(row.expires_at_s),
        nonce: row.nonce && toHex(row.nonce),
        fees: row.payout_asset === null ? toFeePolicy(row) : NO_FEE,
        paysOut: row.pays_out,
        buyerDataRules: row.payout_asset === null ? toRules(row) : null,
        hasBuyerData: row.has_buyer_data,
      },
    ]),
  );
}
