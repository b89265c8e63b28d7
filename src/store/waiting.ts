// Transfers that nothing was decided about, each with the payment it names, as payment/credit.ts judges them.
import { getAddress, type Hex } from "viem";
import type { NamedPayment } from "../payment/credit.ts";
import { ANY_CHAIN } from "../payment/fee.ts";
import type { PaymentStatus } from "../payment/payment.ts";
import type { Queryable } from "./database.ts";
import { toHex } from "./hex.ts";
import { INTENT_OF_TRANSFER, type IntendedTransfer } from "./intents.ts";
import { HAS_ENDED, IS_CONFIRMED_SINCE } from "./judge-again.ts";
import type { TransferRow } from "./transfer-row.ts";

export interface WaitingRow extends Omit<TransferRow, "is_orphaned"> {
  id: bigint;
  chain: string;
  partner_id: string;
  status: PaymentStatus;
  chain_key: Buffer;
  currency: string;
  asked: bigint;
  expires_at_s: bigint;
  confirmed_terms: Buffer | null;
  required_depth: number;
  confirmed_asset: string;
  confirmed_amount: bigint;
  confirmed_fee: bigint;
  fee_receiver: string | null;
  /** Its terms were handed out as a transaction. */
  is_handed_out: boolean;
  /** The same, and all is there that a confirm would need. */
  is_intended: boolean;
  reaches_ours: boolean;
}

// A quote may be older than the change of a destination: the merchant's former ones are theirs, too.
const selectWhere = (condition: string): string => `
  select t.id, t.state, t.chain, t.tx_hash, t.log_index, t.block_number, t.terms_hash, t.asset, t.token, t.payer, t.amount,
         t.destination, t.fee, t.payment_id, t.partner_id, p.status, t.chain_key, p.currency, p.amount as asked,
         extract(epoch from p.expires_at)::bigint as expires_at_s, c.terms_hash as confirmed_terms, c.required_depth,
         c.asset as confirmed_asset, c.amount as confirmed_amount, c.fee as confirmed_fee,
         coalesce(f.receivers ->> t.chain, f.receivers ->> '${ANY_CHAIN}') as fee_receiver,
         exists (select from intents i where i.terms_hash = t.terms_hash and i.payment_id = t.payment_id) as is_handed_out,
         exists (${INTENT_OF_TRANSFER}) as is_intended,
         coalesce(t.destination = $2 or exists (
           select from crypto_settlements s where s.merchant_id = p.merchant_id and s.partner_id = p.partner_id
              and s.destination = t.chain || ':' || t.destination
         ) or exists (
           select from audit_log a where a.merchant_id = p.merchant_id and a.partner_id = p.partner_id
              and a.after ->> 'destination' = t.chain || ':' || t.destination), false) as reaches_ours
    from transfers t
    left join payments p on p.id = t.payment_id and p.partner_id = t.partner_id
    left join confirmations c on c.payment_id = t.payment_id and c.partner_id = t.partner_id
    left join fee_policies f on f.id = p.fee_policy_id and f.partner_id = p.partner_id
   where t.chain = $1 and t.orphaned_at is null and ${condition}
   order by t.block_number, t.log_index`;

const WAITING = selectWhere("t.state = 'seen'");
const ENDED_SINCE = selectWhere(`t.state = 'parked' and ${HAS_ENDED}`);
const CONFIRMED_SINCE = selectWhere(`p.status = 'processing' and c.relay_state <> 'closed' and ${IS_CONFIRMED_SINCE}`);

/**
 * In chain order. A payment may move while we judge: then `apply` changes nothing, and the next look judges again.
 * @param treasury address to which the money goes for which a merchant has no destination
 */
export async function waitingTransfers(db: Queryable, chain: string, treasury: string | null): Promise<WaitingRow[]> {
  const { rows } = await db.query<WaitingRow>({ name: "waiting_transfers", text: WAITING, values: [chain, treasury] });
  return rows;
}

/** Transfers that the next block brings up again: of what was put aside or decided, what is to be decided now. */
export async function transfersDue(db: Queryable, chain: string, treasury: string | null): Promise<WaitingRow[]> {
  const values = [chain, treasury];
  const ended = await db.query<WaitingRow>({ name: "transfers_ended_since", text: ENDED_SINCE, values });
  const confirmed = await db.query<WaitingRow>({ name: "transfers_confirmed_since", text: CONFIRMED_SINCE, values });
  return [...ended.rows, ...confirmed.rows];
}

/** Those whose payment is confirmed by them, where its wallet never came back. */
export const isIntended = (row: WaitingRow): row is WaitingRow & IntendedTransfer =>
  row.payment_id !== null && row.status === "requires_action" && row.is_intended;

export function toNamed(row: WaitingRow): NamedPayment | null {
  if (row.payment_id === null) return null;
  return {
    status: row.status,
    key: toHex(row.chain_key),
    asked: { currency: row.currency, value: row.asked },
    expiresAtS: Number(row.expires_at_s),
    feeReceiver: row.fee_receiver === null ? null : getAddress(row.fee_receiver),
    confirmed: row.confirmed_terms && confirmedOf(row, toHex(row.confirmed_terms)),
    wasHandedOut: row.is_handed_out,
    reachesOurs: row.reaches_ours,
  };
}

const confirmedOf = (row: WaitingRow, termsHash: Hex): NonNullable<NamedPayment["confirmed"]> => ({
  termsHash,
  requiredDepth: row.required_depth,
  asset: row.confirmed_asset,
  amount: row.confirmed_amount,
  fee: row.confirmed_fee,
});
