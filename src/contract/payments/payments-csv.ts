// Payments as CSV (RFC 4180).
import type { Static } from "typebox";
import { formatStandardUnits } from "../../money/amount.ts";
import type { WireAmount } from "../amounts.ts";
import * as wire from "../primitives.ts";
import { type Payments, PaymentsQuery } from "./payment-list.ts";

type Payment = Static<typeof Payments>["data"][number];

const { cursor: _cursor, limit: _limit, ...filters } = PaymentsQuery.properties;
/** The filters of a list, without paging. */
export const PaymentsCsvQuery = wire.closed(filters);

/** Standard units, for example 10.5; smallest units if the decimals are no longer known. */
const units = (amount: WireAmount | undefined): string =>
  amount === undefined ? "" : formatStandardUnits(BigInt(amount.value), amount.display?.decimals ?? 0);

const COLUMNS: Readonly<Record<string, (payment: Payment) => string | undefined>> = {
  payment_id: ({ paymentId }) => paymentId,
  reference_id: ({ referenceId }) => referenceId,
  merchant_id: ({ merchant }) => merchant.id,
  merchant_name: ({ merchant }) => merchant.name,
  status: ({ status }) => status,
  created_at: ({ createdAt }) => createdAt,
  last_updated_at: ({ lastUpdatedAt }) => lastUpdatedAt,
  settled_at: ({ settledAt }) => settledAt,
  refunded_at: ({ refundedAt }) => refundedAt,
  currency: ({ fiatAmount }) => fiatAmount.unit.split("/")[1],
  amount: ({ fiatAmount }) => units(fiatAmount),
  token_symbol: ({ tokenAmount }) => tokenAmount?.display?.assetSymbol,
  token_asset: ({ tokenAmount }) => tokenAmount?.unit.slice("caip19/".length),
  token_amount: ({ tokenAmount }) => units(tokenAmount),
  token_fee: ({ fees }) => units(fees?.total),
  token_settled: ({ settlement }) => units(settlement?.amount),
  buyer: ({ buyer }) => buyer?.accountCaip10,
  wallet: ({ buyer }) => buyer?.accountProviderName,
  transaction: ({ transaction }) => transaction?.hash,
  refund_transaction: ({ refundTxHash }) => refundTxHash,
};

const LINE_END = "\r\n";

export const CSV_HEAD = Object.keys(COLUMNS).join(",") + LINE_END;

export const csvLine = (payment: Payment): string =>
  Object.values(COLUMNS)
    .map((read) => csvCell(read(payment) ?? ""))
    .join(",") + LINE_END;

/**
 * Text that spreadsheets would run as a formula (https://owasp.org/www-community/attacks/CSV_Injection), including the
 * full-width forms of the characters. Names and references are untrusted.
 */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** The same for spreadsheets that split cells at semicolons, as in much of Europe, and ignore quotes within a cell. */
const FORMULA_WITHIN = /(;[\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** Such spreadsheets end a row at any line break. Names stored before line breaks were refused may contain some. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const QUOTED = /[",]/;

export function csvCell(text: string): string {
  const within = text.replace(CONTROLS, " ").replace(FORMULA_WITHIN, "$1'");
  const harmless = FORMULA.test(within) ? `'${within}` : within;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
