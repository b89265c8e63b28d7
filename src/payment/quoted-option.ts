// Recomputes the option that a transfer paid, for a payment whose quote or confirm was lost. A transfer at a market
// rate is not recognised: its price at the time is unknown.
import type { Address } from "viem";
import type { FiatAmount } from "../money/amount.ts";
import { amountAtPar } from "../money/par.ts";
import type { QuotingChain } from "./credit.ts";
import { expectedOption } from "./expected-terms.ts";
import type { FeePolicy } from "./fee.ts";
import type { Option } from "./option.ts";
import { termsHash } from "./terms.ts";
import type { Transfer } from "./transfer.ts";

/** The parts of a payment that its quoted terms depend on. */
export interface QuotedPayment {
  readonly id: string;
  readonly amount: FiatAmount;
  readonly expiresAtS: number;
  /** The policy at its creation. */
  readonly fees: FeePolicy;
  /** Who the transfer's destination was when its block was made; null: neither the merchant's nor the treasury. */
  readonly paysOut: Option["paysOut"] | null;
}

/** An option that ends before its payment ends at a multiple of this. */
const END_STEP_S = 3_600;
/** The longest life of such an option. */
const LIFETIME_S = 86_400;

/**
 * The option with exactly the transfer's terms, if it is one that would have been offered for the payment.
 * @param blockTimeS Unix seconds of the transfer's block
 */
export function quotedOption(
  transfer: Transfer,
  { paysOut, fees, ...payment }: QuotedPayment,
  chain: QuotingChain,
  blockTimeS: number,
): Option | null {
  const asset = chain.assets.find(({ id }) => id === transfer.asset);
  const amount = asset ? amountAtPar(payment.amount, asset) : null;
  if (!asset || !paysOut || amount === null || amount !== transfer.amount) return null;
  if (isSame(transfer.payer, transfer.destination)) return null; // nobody pays himself
  const { payer, destination } = transfer;
  for (const quoteExpiresAtS of possibleEnds(payment.expiresAtS, blockTimeS - chain.inclusionGraceS)) {
    const choice = { paysOut, quoteExpiresAtS, quoteSources: [], payer, destination, amount };
    const option = expectedOption({ payment, fees, chain, asset }, choice);
    if (termsHash(option.terms) === transfer.termsHash) return option;
  }
  return null;
}

const isSame = (one: Address, other: Address): boolean => one.toLowerCase() === other.toLowerCase();

/** Null: with the payment. Otherwise at `fromS` or later, Unix seconds. */
function possibleEnds(expiresAtS: number, fromS: number): readonly (number | null)[] {
  const ends: (number | null)[] = [null];
  const lastS = Math.min(expiresAtS, fromS + LIFETIME_S + END_STEP_S);
  for (let endS = Math.ceil(fromS / END_STEP_S) * END_STEP_S; endS <= lastS; endS += END_STEP_S) ends.push(endS);
  return ends;
}
