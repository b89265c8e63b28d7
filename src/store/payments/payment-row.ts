// A payment as one row, with its merchant, confirmation, credit and refund.
import { getAddress } from "viem";
import type { Branding } from "../../payment/branding/branding.ts";
import type { CreatorType } from "../../payment/created-by.ts";
import type { LineItem } from "../../payment/line-item.ts";
import type {
  CancelledReason,
  Confirmation,
  Credit,
  FailureCode,
  PaymentForBuyer,
  PaymentStatus,
} from "../../payment/payment.ts";
import { refundName } from "../../payment/refund.ts";
import { RULES_COLUMNS, type RulesColumns, rulesOf, toRules } from "../buyer-data/buyer-data-rules.ts";
import { toHex } from "../database/hex.ts";
import { creatorName } from "../people/creator-name.ts";
import { OPTION_SELECT, type OptionRow, toOption } from "./option-columns.ts";
import { type StoredDeposits, SWEPT, shownDeposits, toShownDeposits } from "./shown-deposits.ts";
import { REFUND_COLUMNS, REFUND_JOINS, type RefundColumns, toRefundFacts } from "./shown-refunds.ts";

/** @param facts joins the confirmation `c` and the transfer `t`. Add the conditions on `p`. */
const selectFrom = (payments: string, facts: string): string => `
  select p.id, p.partner_id, p.merchant_id, p.reference_id, p.status, p.currency, p.amount, p.success_url, p.error_url,
         p.description, p.line_items, p.takes_deposits, p.creator, p.creator_id,
         ${creatorName({ type: "p.creator", id: "p.creator_id", partnerId: "p.partner_id" })} as creator_name,
         p.created_at, extract(epoch from p.expires_at)::bigint as expires_at_s, p.last_updated_at, p.failure_code,
         p.cancelled_reason, p.fee_policy_id, p.expires_at <= now() as is_past_expiry, m.name as merchant_name, m.logo,
         coalesce(m.branding, (select branding from partners where id = p.partner_id)) as branding,
         c.terms_hash, c.results_digest, c.provider_name, c.confirmed_at, c.authorizer, ${OPTION_SELECT},
         t.tx_hash, t.log_index, t.block_number,
         t.orphaned_at is not null and c.relay_state = 'closed' as is_lost, ${REFUND_COLUMNS}, ${SWEPT} as swept,
         ${shownDeposits("p.id")} as deposits,
         ${RULES_COLUMNS}
    from ${payments}
    join merchants m on m.id = p.merchant_id and m.partner_id = p.partner_id
    ${facts}
    ${REFUND_JOINS}
    ${rulesOf("p.partner_id")}`;

/** One payment: add a condition on its id, which leads to its partitions. */
export const SELECT_PAYMENT = selectFrom(
  "payments p",
  `left join confirmations c on c.payment_id = p.id and c.partner_id = p.partner_id
   left join transfers t on t.payment_id = p.id and t.state = 'credited'`,
);

/**
 * Selects the payments $1. PostgreSQL has no statistics of partitioned tables, so it expects too many payments, and
 * would read all confirmations to join them: `offset 0` makes it look up each payment and its confirmation, in one
 * partition. The planner does not know the length of a subquery's array, so it keeps one plan; a plan for few ids costs
 * more than it saves. Confirmations and transfers are looked up only for statuses that have them, because each lookup
 * may read a page from the disk.
 */
export const SELECT_PAYMENTS = selectFrom(
  `unnest((select $1::text[])) as asked(id)
   cross join lateral (select * from payments where id = asked.id offset 0) p`,
  `left join lateral (
     select * from confirmations where payment_id = p.id and partner_id = p.partner_id
        and p.status in ('processing', 'succeeded', 'failed') offset 0) c on true
   left join lateral (
     select * from transfers where payment_id = p.id and state = 'credited'
        and p.status = 'succeeded' offset 0) t on true`,
);

/** The value is stored as text, because JSON numbers lose precision. */
type StoredLineItem = Omit<LineItem, "value"> & { readonly value: string };

export interface PaymentRow extends OptionRow, RulesColumns, RefundColumns {
  readonly id: string;
  readonly partner_id: string;
  readonly merchant_id: string;
  readonly reference_id: string;
  readonly status: PaymentStatus;
  readonly currency: string;
  readonly amount: bigint;
  readonly description: string | null;
  readonly line_items: readonly StoredLineItem[] | null;
  readonly success_url: string | null;
  readonly error_url: string | null;
  readonly takes_deposits: boolean;
  readonly creator: CreatorType;
  readonly creator_id: string | null;
  readonly creator_name: string | null;
  readonly created_at: Date;
  readonly expires_at_s: bigint;
  readonly last_updated_at: Date;
  readonly failure_code: FailureCode | null;
  readonly cancelled_reason: CancelledReason | null;
  readonly fee_policy_id: bigint | null;
  readonly is_past_expiry: boolean;
  readonly merchant_name: string;
  readonly logo: Buffer | null;
  readonly branding: Branding | null;
  readonly terms_hash: Buffer | null;
  readonly results_digest: Buffer | null;
  readonly provider_name: string;
  readonly confirmed_at: Date;
  readonly authorizer: string | null;
  readonly deposits: readonly StoredDeposits[] | null;
  readonly tx_hash: Buffer | null;
  readonly swept: bigint | null;
  readonly log_index: number;
  readonly block_number: bigint;
  readonly is_lost: boolean;
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
    description: row.description,
    lineItems: (row.line_items ?? []).map((item) => ({ ...item, value: BigInt(item.value) })),
    checkout: row.success_url && row.error_url ? { successUrl: row.success_url, errorUrl: row.error_url } : null,
    expiresAtS: Number(row.expires_at_s),
    takesDeposits: row.takes_deposits,
    createdBy: { type: row.creator, id: row.creator_id, name: row.creator_name },
    createdAt: row.created_at,
    lastUpdatedAt: row.last_updated_at,
    failureCode: row.failure_code,
    cancelledReason: row.cancelled_reason,
    feePolicyId: row.fee_policy_id,
    deposits: toShownDeposits(row.deposits),
    confirmation,
    credit: toCredit(row, confirmation),
    ...toRefundFacts(row),
    merchant: {
      name: row.payout_refund_id === null ? row.merchant_name : refundName(row.merchant_name),
      logo: row.logo?.toString("hex") ?? null,
      branding: row.branding,
    },
    buyerDataRules: row.payout_refund_id === null ? toRules(row) : null,
    isPastExpiry: row.is_past_expiry,
  };
}

function toConfirmation(row: PaymentRow): Confirmation | null {
  if (!row.terms_hash) return null;
  return {
    option: toOption(row),
    termsHash: toHex(row.terms_hash),
    resultsDigest: row.results_digest && toHex(row.results_digest),
    providerName: row.provider_name,
    confirmedAt: row.confirmed_at,
    authorizer: row.authorizer === null ? null : getAddress(row.authorizer),
  };
}

function toCredit(row: PaymentRow, confirmation: Confirmation | null): Credit | null {
  if (!row.tx_hash || !confirmation) return null;
  return {
    chain: confirmation.option.terms.chain,
    txHash: toHex(row.tx_hash),
    logIndex: row.log_index,
    blockNumber: row.block_number,
    amount: row.swept ?? confirmation.option.terms.amount,
    settled: confirmation.option.paysOut === "merchant" && !row.is_lost,
    isLost: row.is_lost,
  };
}
