// Payment lists on the wire: filters, items, and statistics over all matches.
import Type, { type Static } from "typebox";
import { logoUrl } from "../../merchant/logo.ts";
import { isLivemode } from "../../merchant/mode.ts";
import { formatStandardUnits } from "../../money/amount.ts";
import { evmChainNumber } from "../../money/caip.ts";
import { decimalsOf } from "../../money/fiat.ts";
import { feePercentage, fixedFeeOf } from "../../payment/fee.ts";
import type { ListedPayment, PaymentStatistics } from "../../payment/lists/list.ts";
import { buyerAccount } from "../../payment/options/buyer-account.ts";
import { isTerminal } from "../../payment/transition.ts";
import { type FindShownAsset, fiatToWire, tokenToWire } from "../amounts.ts";
import { moment } from "../moment.ts";
import * as wire from "../primitives.ts";
import {
  createdBy,
  createdByToWire,
  deposits,
  depositsOf,
  described,
  descriptionOf,
  livemode,
  paymentStatus,
} from "./payments.ts";
import { refundFields, refundOf } from "./refunds.ts";

/** The API's page limits. */
const LIMIT_MAX = 200;
export const PAYMENTS_LIMIT_DEFAULT = 50;

export const pageLimit = Type.Integer({
  minimum: 1,
  maximum: LIMIT_MAX,
  default: PAYMENTS_LIMIT_DEFAULT,
  description: `an integer from 1 to ${LIMIT_MAX}`,
});
export const sortBy = Type.Unsafe<"date" | "amount">({ ...wire.oneOf(["date", "amount"]), default: "date" });
export const sortDir = Type.Unsafe<"asc" | "desc">({ ...wire.oneOf(["asc", "desc"]), default: "desc" });
export const cursor = Type.String({ description: "the nextCursor of the previous page" });

export const networks = Type.String({
  minLength: 1,
  description: "CAIP-2 chain ids separated by commas, for example eip155:8453,eip155:1",
});
export const assetFilter = Type.String({
  minLength: 1,
  deprecated: true,
  description: "a token symbol or a CAIP-19 asset",
});

/** The API's limits for a search. */
const referenceSearch = Type.String({
  minLength: 3,
  maxLength: 35,
  pattern: "^[A-Za-z0-9 /:.,+-]*$",
  description: "a part of a reference: 3 to 35 letters, digits, spaces and / : . , + -",
});

const filters = {
  startTs: Type.Optional(moment),
  endTs: Type.Optional(moment),
  token_symbol: Type.Optional(Type.Array(Type.String({ minLength: 1, description: "a token symbol" }))),
  asset: Type.Optional(assetFilter),
  network: Type.Optional(networks),
  currency: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$", description: "an ISO 4217 code, for example EUR" })),
  tillId: Type.Optional(Type.String({ minLength: 1, description: "the id of the till that created the payments" })),
  sortBy: Type.Optional(sortBy),
  sortDir: Type.Optional(sortDir),
  cursor: Type.Optional(cursor),
  limit: Type.Optional(pageLimit),
  status: Type.Optional(Type.Array(paymentStatus)),
  referenceId: Type.Optional(referenceSearch),
};

export const MerchantPaymentsQuery = wire.closed(filters);

export const PaymentsQuery = wire.closed({
  ...filters,
  merchantId: Type.Optional(Type.Array(Type.String({ minLength: 1, description: "a merchant's id" }))),
});

/** An item of a list. */
export const payment = Type.Object({
  paymentId: Type.String(),
  merchant: Type.Object({ id: Type.String(), name: Type.String(), iconUrl: Type.Optional(wire.url) }),
  referenceId: Type.String(),
  livemode,
  status: paymentStatus,
  isTerminal: Type.Boolean(),
  fiatAmount: wire.amount,
  tokenAmount: Type.Optional(wire.amount),
  buyer: Type.Optional(
    Type.Object({
      accountCaip10: wire.account,
      accountProviderName: Type.String(),
      accountProviderIcon: Type.Optional(Type.String()),
    }),
  ),
  transaction: Type.Optional(
    Type.Object({ networkId: Type.String(), hash: wire.transactionId, nonce: Type.Optional(Type.Integer()) }),
  ),
  settlement: Type.Optional(
    Type.Object({
      settled: Type.Boolean(),
      amount: Type.Optional(wire.amount),
      txHash: Type.Optional(wire.transactionId),
    }),
  ),
  fees: Type.Optional(Type.Object({ total: wire.amount, fixed: wire.amount, percentage: Type.String() })),
  createdBy,
  createdAt: wire.timestamp,
  lastUpdatedAt: wire.timestamp,
  settledAt: Type.Optional(wire.timestamp),
  ...refundFields,
  ...described,
  deposits: Type.Optional(deposits),
});

export const Payments = Type.Object({
  data: Type.Array(payment),
  nextCursor: wire.nullable(Type.String()),
  stats: Type.Object({
    totalRevenue: Type.Array(Type.Object({ amount: Type.Number(), currency: Type.String() })),
    totalTransactions: Type.Integer(),
    totalCustomers: Type.Integer({
      description: "distinct buyer accounts (CAIP-10): an address on two chains counts twice",
    }),
  }),
});

export function listedPayment(
  payment: ListedPayment,
  find: FindShownAsset,
  publicUrl: string,
): Static<typeof Payments>["data"][number] {
  const { merchant, settledAt } = payment;
  return {
    paymentId: payment.id,
    merchant: {
      id: payment.merchantId,
      name: merchant.name,
      ...(merchant.logo !== null && { iconUrl: logoUrl(publicUrl, merchant.logo) }),
    },
    referenceId: payment.referenceId,
    livemode: isLivemode(payment.partnerId),
    status: payment.status,
    isTerminal: isTerminal(payment.status),
    fiatAmount: fiatToWire(payment.amount),
    ...confirmed(payment, find),
    ...paid(payment),
    createdBy: createdByToWire(payment),
    createdAt: payment.createdAt.toISOString(),
    lastUpdatedAt: payment.lastUpdatedAt.toISOString(),
    ...(settledAt && { settledAt: settledAt.toISOString() }),
    ...refundOf(payment, find),
    ...descriptionOf(payment),
    ...depositsOf(payment, find),
  };
}

/** Fields present once the payment is confirmed. */
function confirmed({ status, amount, confirmation, credit }: ListedPayment, find: FindShownAsset) {
  if (!confirmation) return {};
  const { asset, terms, feePpm, feeFixed } = confirmation.option;
  const account = buyerAccount(confirmation);
  const token = (value: bigint) => tokenToWire({ asset, value }, find(asset));
  const amountPaid = credit?.amount ?? terms.amount;
  const isSettled = status === "succeeded" && credit?.settled;
  return {
    tokenAmount: token(amountPaid),
    ...(account !== null && { buyer: { accountCaip10: account, accountProviderName: confirmation.providerName } }),
    settlement: isSettled
      ? { settled: true, amount: token(amountPaid - terms.fee), txHash: credit.txHash }
      : { settled: false },
    fees: {
      total: token(terms.fee),
      fixed: token(fixedFeeOf(terms.amount, amount.value, feeFixed)),
      percentage: feePercentage(feePpm),
    },
  };
}

/** Fields present once the chain has paid it. */
function paid({ status, credit, nonce }: ListedPayment) {
  if (status !== "succeeded" || !credit) return {};
  const { chain, txHash: hash } = credit;
  const networkId = String(evmChainNumber(chain));
  return { transaction: nonce === null ? { networkId, hash } : { networkId, hash, nonce: Number(nonce) } };
}

/** Standard units as a number: 10.5 for 1050 cents. Beyond 15 digits it loses precision. */
export const standardNumber = (value: bigint, currency: string): number =>
  Number(formatStandardUnits(value, decimalsOf(currency)));

export const statisticsToWire = ({
  payments,
  customers,
  revenue,
}: PaymentStatistics): Static<typeof Payments>["stats"] => ({
  totalRevenue: [...revenue].map(([currency, value]) => ({ amount: standardNumber(value, currency), currency })),
  totalTransactions: Number(payments),
  totalCustomers: Number(customers),
});
