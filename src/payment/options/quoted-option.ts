// Recomputes the option that a transfer paid, for a payment whose quote or confirm was lost. A transfer at a market
// rate is not recognised: its price at the time is unknown.
import { type Hex, isAddressEqual } from "viem";
import type { FiatAmount } from "../../money/amount.ts";
import type { FeePolicy } from "../fee.ts";
import type { Option } from "../option.ts";
import { fixedAmount, type Payout } from "../refund.ts";
import { termsHash } from "../terms.ts";
import type { QuotingChain } from "../transfers/credit.ts";
import type { Transfer } from "../transfers/transfer.ts";
import { expectedOption } from "./expected-terms.ts";
import { transferOption } from "./transfer-option.ts";

/** The parts of a payment that its quoted terms depend on. */
export interface QuotedPayment {
  readonly id: string;
  readonly merchantName: string;
  readonly amount: FiatAmount;
  /** What it pays out, if it is the gateway payment of a refund. */
  readonly payout: Pick<Payout, "asset" | "amount"> | null;
  readonly expiresAtS: number;
  /** The nonce of its payer's own authorisation, if its method is `transfer`; else null. */
  readonly nonce: Hex | null;
  /** The policy at its creation. */
  readonly fees: FeePolicy;
  /** The owner of the transfer's destination when its block was made; null: neither the merchant nor the treasury. */
  readonly paysOut: Option["paysOut"] | null;
}

/** The option with exactly the transfer's terms, if it is one that would have been offered for the payment. */
export function quotedOption(
  transfer: Transfer,
  { paysOut, fees, merchantName, nonce, ...payment }: QuotedPayment,
  chain: QuotingChain,
): Option | null {
  const asset = chain.assets.find(({ id }) => id === transfer.asset);
  if (asset && nonce !== null) {
    const { payer: from, amount: value, deadlineS: validBefore, destination } = transfer;
    const basis = { paymentId: payment.id, merchantName, asset, chain, destination };
    return ifPaidBy(transfer, transferOption(basis, { from, value, validBefore, nonce }));
  }
  const amount = asset ? fixedAmount(payment, asset) : null;
  if (!asset || !paysOut || amount === null || amount !== transfer.amount) return null;
  const { payer, destination } = transfer;
  if (isAddressEqual(payer, destination)) return null; // a payer can't be the destination
  // An option may end before its payment.
  const endsAtS = transfer.deadlineS - BigInt(chain.inclusionGraceS);
  if (endsAtS > BigInt(payment.expiresAtS)) return null;
  const quoteExpiresAtS = endsAtS === BigInt(payment.expiresAtS) ? null : Number(endsAtS);
  const choice = { paysOut, merchantName, quoteExpiresAtS, quoteSources: [], payer, destination, amount };
  return ifPaidBy(transfer, expectedOption({ payment, fees, chain, asset }, choice));
}

const ifPaidBy = (transfer: Transfer, option: Option): Option | null =>
  termsHash(option.terms) === transfer.termsHash ? option : null;
