// The option that a confirmation and an intent keep, by the same columns in both tables.
import type { Option } from "../payment/option.ts";

/** Each with its type: beside a row that is selected, a parameter is a text until it says otherwise. */
const TYPES = {
  asset: "text",
  method: "text",
  pays_out: "text",
  quote_expires_at_s: "bigint",
  chain: "text",
  router: "text",
  token: "text",
  payer: "text",
  amount: "numeric",
  destination: "text",
  fee: "numeric",
  fee_receiver: "text",
  deadline_s: "bigint",
  fee_ppm: "bigint",
  fee_fixed: "bigint",
  quote_sources: "jsonb",
} as const;

export const OPTION_COLUMNS = Object.keys(TYPES).join(", ");

/** The parameters from `$first` on that take `optionValues`. */
export const optionPlaces = (first: number): string =>
  Object.values(TYPES)
    .map((type, index) => `$${first + index}::${type}`)
    .join(", ");

/** In the order of OPTION_COLUMNS. */
export function optionValues(option: Option): readonly unknown[] {
  const { terms } = option;
  const values: Readonly<Record<keyof typeof TYPES, unknown>> = {
    asset: option.asset,
    method: option.method,
    pays_out: option.paysOut,
    quote_expires_at_s: option.quoteExpiresAtS,
    chain: terms.chain,
    router: terms.router,
    token: terms.token,
    payer: terms.payer,
    amount: terms.amount,
    destination: terms.destination,
    fee: terms.fee,
    fee_receiver: terms.feeReceiver,
    deadline_s: terms.deadlineS,
    fee_ppm: option.feePpm,
    fee_fixed: option.feeFixed,
    quote_sources: JSON.stringify(option.quoteSources),
  };
  const columns = Object.keys(TYPES) as (keyof typeof TYPES)[];
  return columns.map((column) => values[column]);
}
