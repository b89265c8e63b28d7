// A payment as one row: the payment, its merchant, what was confirmed and what credited it.
import { getAddress } from "viem";
import type { Option } from "../payment/option.ts";
import type {
  CancelledReason,
  Confirmation,
  Credit,
  FailureCode,
  PaymentForBuyer,
  PaymentStatus,
} from "../payment/payment.ts";
import type { PriceSource } from "../payment/quote.ts";
import { RULES_COLUMNS, type RulesColumns, toRules } from "./buyer-data-rules.ts";
import { toHex } from "./hex.ts";

/** To be followed by the conditions on `p`. */
export const SELECT_PAYMENT = `
  select p.id, p.partner_id, p.merchant_id, p.reference_id, p.status, p.currency, p.amount, p.success_url, p.error_url,
         p.created_at, extract(epoch from p.expires_at)::bigint as expires_at_s, p.last_updated_at, p.failure_code,
         p.cancelled_reason, p.chain_key, p.fee_policy_id, p.expires_at <= now() as is_past_expiry, m.name as merchant_name, m.logo,
         c.terms_hash, c.results_digest, c.provider_name, c.asset, c.method, c.pays_out, c.quote_expires_at_s, c.chain,
         c.router, c.token, c.payer, c.amount as token_amount, c.destination, c.fee, c.fee_receiver, c.deadline_s,
         c.fee_ppm, c.fee_fixed, c.quote_sources, c.confirmed_at, t.tx_hash, t.log_index, t.block_number,
         t.orphaned_at is not null and c.relay_state = 'closed' as is_lost, r.created_at as refunded_at,
         r.tx_hash as refund_tx_hash,
         ${RULES_COLUMNS}
    from payments p
    join merchants m on m.id = p.merchant_id and m.partner_id = p.partner_id
    left join confirmations c on c.payment_id = p.id and c.partner_id = p.partner_id
    left join transfers t on t.payment_id = p.id and t.state = 'credited'
    left join refunds r on r.payment_id = p.id and r.partner_id = p.partner_id
    left join buyer_data_rules d on d.partner_id = p.partner_id`;

/** The columns of a confirmation, as the relayer reads them too. */
export interface TermsColumns {
  chain_key: Buffer;
  asset: string;
  method: Option["method"];
  pays_out: Option["paysOut"];
  quote_expires_at_s: bigint | null;
  quote_sources: readonly PriceSource[];
  chain: string;
  router: string;
  token: string;
  payer: string;
  token_amount: bigint;
  destination: string;
  fee: bigint;
  fee_receiver: string;
  deadline_s: bigint;
  fee_ppm: bigint;
  fee_fixed: bigint;
}

export interface PaymentRow extends TermsColumns, RulesColumns {
  id: string;
  partner_id: string;
  merchant_id: string;
  reference_id: string;
  status: PaymentStatus;
  currency: string;
  amount: bigint;
  success_url: string | null;
  error_url: string | null;
  created_at: Date;
  expires_at_s: bigint;
  last_updated_at: Date;
  failure_code: FailureCode | null;
  cancelled_reason: CancelledReason | null;
  fee_policy_id: bigint | null;
  is_past_expiry: boolean;
  merchant_name: string;
  logo: Buffer | null;
  terms_hash: Buffer | null;
  results_digest: Buffer | null;
  provider_name: string;
  confirmed_at: Date;
  tx_hash: Buffer | null;
  log_index: number;
  block_number: bigint;
  is_lost: boolean;
  refunded_at: Date | null;
  refund_tx_hash: Buffer | null;
}

export function toPayment(row: PaymentRow): PaymentForBuyer {
  const confirmation = toConfirmation(row);
  return {
    id: row.id,
    partnerId: row.partner_id,
    merchantId: row.merchant_id,
    referenceId: row.reference_id,
    status: row.status,
    amount: { currency: row.currency, value: row.amount },
    checkout: row.success_url && row.error_url ? { successUrl: row.success_url, errorUrl: row.error_url } : null,
    expiresAtS: Number(row.expires_at_s),
    createdAt: row.created_at,
    lastUpdatedAt: row.last_updated_at,
    failureCode: row.failure_code,
    cancelledReason: row.cancelled_reason,
    feePolicyId: row.fee_policy_id,
    confirmation,
    credit: toCredit(row, confirmation),
    refund: row.refunded_at && {
      refundedAt: row.refunded_at,
      txHash: row.refund_tx_hash && toHex(row.refund_tx_hash),
    },
    merchant: { name: row.merchant_name, logo: row.logo?.toString("hex") ?? null },
    buyerDataRules: toRules(row),
    isPastExpiry: row.is_past_expiry,
  };
}

function toConfirmation(row: PaymentRow): Confirmation | null {
  if (!row.terms_hash) return null;
  return {
    option: toOption(row.id, row),
    termsHash: toHex(row.terms_hash),
    resultsDigest: row.results_digest && toHex(row.results_digest),
    providerName: row.provider_name,
    confirmedAt: row.confirmed_at,
  };
}

function toCredit(row: PaymentRow, confirmation: Confirmation | null): Credit | null {
  if (!row.tx_hash || !confirmation) return null;
  return {
    chain: confirmation.option.terms.chain,
    txHash: toHex(row.tx_hash),
    logIndex: row.log_index,
    blockNumber: row.block_number,
    settled: confirmation.option.paysOut === "merchant" && !row.is_lost,
    isLost: row.is_lost,
  };
}

export function toOption(paymentId: string, row: TermsColumns): Option {
  return {
    paymentId,
    asset: row.asset,
    method: row.method,
    paysOut: row.pays_out,
    quoteExpiresAtS: row.quote_expires_at_s === null ? null : Number(row.quote_expires_at_s),
    quoteSources: row.quote_sources,
    feePpm: row.fee_ppm,
    feeFixed: row.fee_fixed,
    terms: {
      chain: row.chain,
      router: getAddress(row.router),
      key: toHex(row.chain_key),
      token: getAddress(row.token),
      payer: getAddress(row.payer),
      amount: row.token_amount,
      destination: getAddress(row.destination),
      fee: row.fee,
      feeReceiver: getAddress(row.fee_receiver),
      deadlineS: Number(row.deadline_s),
    },
  };
}
