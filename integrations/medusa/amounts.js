// Medusa has amounts in standard units of any precision, Turnpike in integers of the currency's smallest unit.
import framework from "@medusajs/framework/utils";
import { currencies } from "@turnpike/server";

const ROUND_HALF_UP = 4;

/**
 * Digits after the decimal point, from the table of ISO 4217 that Turnpike uses. Intl.NumberFormat has others, for
 * example 0 instead of 2 for HUF.
 */
function decimalsOf(currency) {
  const decimals = currencies.decimals(currency);
  if (decimals !== null) return decimals;
  throw new framework.MedusaError(framework.MedusaError.Types.INVALID_DATA, `unknown currency ${currency}`);
}

/**
 * @param amount what Medusa takes as an amount: a number, decimal text, or an object with `value`
 * @returns `{unit, value}` of the API
 */
export function toTurnpike(amount, currencyCode) {
  const currency = currencyCode.toUpperCase();
  const value = new framework.BigNumber(amount).bigNumber.shiftedBy(decimalsOf(currency));
  return { unit: `iso4217/${currency}`, value: value.integerValue(ROUND_HALF_UP).toFixed(0) };
}

/** The reverse, as decimal text. */
export function fromTurnpike({ unit, value }) {
  const decimals = decimalsOf(unit.slice("iso4217/".length));
  return new framework.BigNumber(value).bigNumber.shiftedBy(-decimals).toFixed(decimals);
}
