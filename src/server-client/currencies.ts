// The decimals of currencies, from the table of ISO 4217 that the gateway uses.
import { knownCurrency } from "../money/fiat.ts";

/**
 * The digits after the decimal point of a currency: the gateway's amounts are integers of its smallest unit. Known are
 * also currencies that have been withdrawn, in which no payment can be created any more.
 * @param code ISO 4217 in capitals
 * @returns null if there is no such currency
 */
export const decimals = (code: string): number | null => knownCurrency(code)?.decimals ?? null;
