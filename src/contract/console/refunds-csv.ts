// Refunds as CSV.

import { type CsvColumns, csvLocale, fixedUnits, units } from "../payments/csv.ts";
import { RefundsQuery } from "../payments/refund-list.ts";
import * as wire from "../primitives.ts";
import type { ConsoleRefund } from "./refunds.ts";

const { cursor: _cursor, limit: _limit, ...filters } = RefundsQuery.properties;
/** The filters of a list, without paging. */
export const RefundsCsvQuery = wire.closed({ ...filters, locale: csvLocale });

export const REFUND_COLUMNS: CsvColumns<ConsoleRefund> = {
  refund_id: ["plain", ({ refundId }) => refundId],
  payment_id: ["plain", ({ paymentId }) => paymentId],
  reference_id: ["free", ({ referenceId }) => referenceId],
  merchant_id: ["plain", ({ merchantId }) => merchantId],
  status: ["plain", ({ status }) => status],
  failure: ["plain", ({ failure }) => failure],
  created_at_utc: ["time", ({ createdAt }) => createdAt],
  last_updated_at_utc: ["time", ({ lastUpdatedAt }) => lastUpdatedAt],
  currency: ["plain", ({ fiatAmount }) => fiatAmount.unit.split("/")[1]],
  amount: ["amount", ({ fiatAmount }) => fixedUnits(fiatAmount)],
  token_symbol: ["plain", ({ amount }) => amount.display?.assetSymbol],
  token_asset: ["plain", ({ amount }) => amount.unit.slice("caip19/".length)],
  token_amount: ["amount", ({ amount }) => units(amount)],
  to: ["plain", ({ to }) => to],
  reason: ["free", ({ reason }) => reason],
  requested_by: ["plain", ({ requestedBy }) => requestedBy.type],
  requester_name: ["free", ({ requesterName }) => requesterName],
  transaction: ["plain", ({ txId }) => txId],
  network: ["plain", ({ amount }) => amount.display?.networkName],
  rate: ["amount", ({ rate }) => rate],
};
