// Payments as CSV.
import type { Static } from "typebox";
import type { WireAmount } from "../amounts.ts";
import * as wire from "../primitives.ts";
import { type CsvColumns, csvLocale, fixedUnits, tokenPrice, units } from "./csv.ts";
import { type Payments, PaymentsQuery } from "./payment-list.ts";

type Payment = Static<typeof Payments>["data"][number];

const { cursor: _cursor, limit: _limit, ...filters } = PaymentsQuery.properties;
/** The filters of a list, without paging. */
export const PaymentsCsvQuery = wire.closed({ ...filters, locale: csvLocale });

export const PAYMENT_COLUMNS: CsvColumns<Payment> = {
  payment_id: ["plain", ({ paymentId }) => paymentId],
  reference_id: ["free", ({ referenceId }) => referenceId],
  merchant_id: ["plain", ({ merchant }) => merchant.id],
  merchant_name: ["free", ({ merchant }) => merchant.name],
  status: ["plain", ({ status }) => status],
  created_at_utc: ["time", ({ createdAt }) => createdAt],
  last_updated_at_utc: ["time", ({ lastUpdatedAt }) => lastUpdatedAt],
  settled_at_utc: ["time", ({ settledAt }) => settledAt],
  refunded_at_utc: ["time", ({ refundedAt }) => refundedAt],
  currency: ["plain", ({ fiatAmount }) => fiatAmount.unit.split("/")[1]],
  amount: ["amount", ({ fiatAmount }) => fixedUnits(fiatAmount)],
  token_symbol: ["plain", ({ tokenAmount }) => tokenAmount?.display?.assetSymbol],
  token_asset: ["plain", ({ tokenAmount }) => tokenAmount?.unit.slice("caip19/".length)],
  token_amount: ["amount", ({ tokenAmount }) => units(tokenAmount)],
  token_fee: ["amount", ({ fees }) => units(fees?.total)],
  token_settled: ["amount", ({ settlement }) => units(settlement?.amount)],
  buyer: ["plain", ({ buyer }) => buyer?.accountCaip10],
  wallet: ["free", ({ buyer }) => buyer?.accountProviderName],
  transaction: ["plain", ({ transaction }) => transaction?.hash],
  refund_transaction: ["plain", ({ refundTxHash }) => refundTxHash],
  refunded: ["amount", (payment) => fixedUnits(refundedOf(payment)?.fiat)],
  token_refunded: ["amount", (payment) => units(refundedOf(payment)?.token)],
  network: ["plain", ({ tokenAmount }) => tokenAmount?.display?.networkName],
  rate: ["amount", rateOf],
};

function rateOf({ fiatAmount, tokenAmount }: Payment): string | undefined {
  const [fiat, token] = [fiatAmount.display?.decimals, tokenAmount?.display?.decimals];
  if (tokenAmount === undefined || fiat === undefined || token === undefined) return undefined;
  return tokenPrice(
    { value: BigInt(fiatAmount.value), decimals: fiat },
    { value: BigInt(tokenAmount.value), decimals: token },
  );
}

/** What went back to the buyer. A mark stands for the whole payment, unless refunds led to it. */
function refundedOf(payment: Payment): { readonly fiat: WireAmount; readonly token: WireAmount | undefined } | null {
  const done = payment.refunds?.filter(({ status }) => status === "succeeded") ?? [];
  const { fiatAmount: fiat, tokenAmount: token, refundedAmount, isRefunded } = payment;
  if (done.length === 0) return isRefunded ? { fiat, token } : null;
  const value = done.reduce((sum, { fiatAmount }) => sum + BigInt(fiatAmount.value), 0n);
  return { fiat: { ...fiat, value: value.toString() }, token: refundedAmount };
}
