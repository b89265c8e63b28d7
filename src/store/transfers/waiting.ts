// Undecided transfers, each with the payment it names.
import { getAddress, type Hex } from "viem";
import type { WaitingTransfer } from "../../operations/ports/ledger.ts";
import { ANY_CHAIN, feeReceiverOn, NO_FEE } from "../../payment/fee.ts";
import type { PaymentStatus } from "../../payment/payment.ts";
import type { ConfirmedTerms, NamedPayment } from "../../payment/transfers/credit.ts";
import type { Queryable } from "../database/database.ts";
import { toHex } from "../database/hex.ts";
import { LAY_BEFORE } from "../deposits/behind.ts";
import { FEE_POLICY_OF_PAYMENT } from "../people/fee-policies.ts";
import { INTENT_OF_TRANSFER } from "./intents.ts";
import { HAS_ENDED, IS_CONFIRMED_SINCE } from "./reopen.ts";
import { type TransferRow, toTransfer } from "./row.ts";

interface WaitingRow extends Omit<TransferRow, "is_orphaned"> {
  readonly id: bigint;
  readonly partner_id: string | null;
  /** Null if the payment was deleted with its month. */
  readonly status: PaymentStatus | null;
  readonly currency: string;
  readonly asked: bigint;
  readonly expires_at_s: bigint;
  readonly confirmed_terms: Buffer | null;
  readonly required_depth: number;
  readonly confirmed_asset: string;
  readonly confirmed_amount: bigint;
  readonly confirmed_fee: bigint;
  readonly our_fee_receiver: string | null;
  readonly block_time_s: bigint;
  readonly is_handed_out: boolean;
  readonly is_confirmable: boolean;
  readonly deposited: bigint | null;
  readonly reaches_ours: boolean;
  readonly payout_asset: string | null;
  readonly payout_amount: bigint;
}

// A quote may predate a change of destination, so the merchant's replaced destinations count as well. A destination
// that was only requested does not.
const selectWhere = (condition: string): string => `
  select t.id, t.state, t.tx_hash, t.log_index, t.block_number, t.terms_hash, t.asset, t.token, t.payer, t.amount,
         t.destination, t.fee, t.fee_receiver, t.deadline_s, t.method, t.payment_id, t.partner_id, t.block_time_s,
         p.status, p.currency, p.amount as asked,
         extract(epoch from p.expires_at)::bigint as expires_at_s, c.terms_hash as confirmed_terms, c.required_depth,
         c.asset as confirmed_asset, c.amount as confirmed_amount, c.fee as confirmed_fee,
         coalesce(f.receivers ->> t.chain, f.receivers ->> '${ANY_CHAIN}') as our_fee_receiver,
         exists (select from intents i
                  where i.terms_hash = t.terms_hash and i.payment_id = t.payment_id) as is_handed_out,
         exists (${INTENT_OF_TRANSFER}) as is_confirmable,
         case when t.method = 'deposit' then ${LAY_BEFORE} end as deposited,
         payout.asset as payout_asset, payout.amount as payout_amount,
         coalesce(t.destination = $2 or payout.destination = t.destination or exists (
           select from crypto_settlements s where s.merchant_id = p.merchant_id and s.partner_id = p.partner_id
              and s.destination = t.chain || ':' || t.destination
         ) or exists (
           select from audit_log a where a.merchant_id = p.merchant_id and a.partner_id = p.partner_id
              and a.subject_type = 'settlement'
              and a.after ->> 'destination' = t.chain || ':' || t.destination), false) as reaches_ours
    from transfers t
    left join payments p on p.id = t.payment_id and p.partner_id = t.partner_id
    left join confirmations c on c.payment_id = t.payment_id and c.partner_id = t.partner_id
    left join refunds payout on p.creator = 'refund' and payout.gateway_payment_id = p.id
    ${FEE_POLICY_OF_PAYMENT}
   where t.chain = $1 and t.orphaned_at is null and ${condition}
   order by t.block_number, t.log_index`;

const WAITING = selectWhere("t.state = 'seen' and t.due_block <= $3");
const ENDED_SINCE = selectWhere(`t.state = 'parked' and ${HAS_ENDED}`);
const CONFIRMED_SINCE = selectWhere(`p.status = 'processing' and c.relay_state <> 'closed' and ${IS_CONFIRMED_SINCE}`);

/**
 * Transfers that are due, in chain order.
 * @param head number of the newest ingested block
 * @param treasury receives money for which a merchant has no destination
 */
export async function waitingTransfers(
  db: Queryable,
  chain: string,
  head: bigint,
  treasury: string | null,
): Promise<readonly WaitingTransfer[]> {
  const values = [chain, treasury, head];
  const { rows } = await db.query<WaitingRow>({ name: "waiting_transfers", text: WAITING, values });
  return rows.map(toWaiting);
}

/** Parked and decided transfers that the next block will reopen. */
export async function transfersDue(
  db: Queryable,
  chain: string,
  treasury: string | null,
): Promise<readonly WaitingTransfer[]> {
  const values = [chain, treasury];
  const ended = await db.query<WaitingRow>({ name: "transfers_ended_since", text: ENDED_SINCE, values });
  const confirmed = await db.query<WaitingRow>({ name: "transfers_confirmed_since", text: CONFIRMED_SINCE, values });
  return [...ended.rows, ...confirmed.rows].map(toWaiting);
}

const toWaiting = (row: WaitingRow): WaitingTransfer => ({
  ...toTransfer(row),
  id: row.id,
  state: row.state,
  paymentId: row.payment_id,
  partnerId: row.partner_id,
  payment: row.status === null || row.partner_id === null ? null : toNamed(row, row.status, row.partner_id),
  blockTimeS: Number(row.block_time_s),
  isConfirmable: row.is_confirmable,
  deposited: row.deposited,
});

const toNamed = (row: WaitingRow, status: PaymentStatus, partnerId: string): NamedPayment => ({
  partnerId,
  status,
  asked: { currency: row.currency, value: row.asked },
  payout: row.payout_asset === null ? null : { asset: row.payout_asset, amount: row.payout_amount },
  expiresAtS: Number(row.expires_at_s),
  feeReceiver: feeReceiverOf(row),
  confirmed: row.confirmed_terms && toConfirmed(row, toHex(row.confirmed_terms)),
  wasHandedOut: row.is_handed_out,
  reachesOurs: row.reaches_ours,
});

function feeReceiverOf({ payout_asset, our_fee_receiver }: WaitingRow) {
  const receiver = payout_asset === null ? our_fee_receiver : feeReceiverOn(NO_FEE, ANY_CHAIN);
  return receiver === null ? null : getAddress(receiver);
}

const toConfirmed = (row: WaitingRow, termsHash: Hex): ConfirmedTerms => ({
  termsHash,
  requiredDepth: row.required_depth,
  asset: row.confirmed_asset,
  amount: row.confirmed_amount,
  fee: row.confirmed_fee,
});
