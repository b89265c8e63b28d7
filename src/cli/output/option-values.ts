// Options that several commands share.
import { Option } from "commander";
import { FIAT_DIGITS_MAX, parseStandardUnits } from "../../money/amount.ts";
import { findCurrency } from "../../money/fiat.ts";
import { CommandError } from "./output.ts";

/** An option that can be repeated or take several values. */
export const several = (flags: string, description: string): Option => new Option(`${flags} <entries...>`, description);

/**
 * @param entry for example "USD=10.00"
 * @returns the currency's code and the amount in its smallest units
 * @throws CommandError
 */
export function currencyAmount(option: string, entry: string): readonly [currency: string, value: bigint] {
  const [code = "", text = ""] = entry.split("=");
  const currency = findCurrency(code);
  const value = currency && parseStandardUnits(text, currency.decimals, FIAT_DIGITS_MAX);
  if (!currency || value === null) {
    throw new CommandError(`${option} must be a currency and an amount, for example USD=10.00, not ${entry}`);
  }
  return [currency.code, value];
}
