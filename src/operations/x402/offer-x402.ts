// The ways in which a program can pay a payment by x402: a transfer to its deposit address, so that the client's own
// nonce is safe, the fee is split and the payment is known.
import type { AuthorizedToken } from "../../money/asset.ts";
import type { DepositsOfAddress } from "../../payment/deposit.ts";
import { quoteEndOf } from "../../payment/option.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { type AskForAddressPorts, askForAddress } from "../deposits/ask-for-address.ts";
import { depositOffersOf } from "../deposits/offer-deposits.ts";
import { Refusal } from "../errors/refusal.ts";

export interface X402Offer {
  readonly asset: AuthorizedToken;
  readonly deposits: DepositsOfAddress;
  /** Seconds for which the client's authorisation can be used. */
  readonly validForS: number;
}

/**
 * One for each token with EIP-3009 that the merchant takes, in the configured order.
 * @param admitNew called before a new address is made; refuses a caller who has asked for too many
 * @throws Refusal as `askForAddress`; invalid_state if there is no way now
 */
export async function offerX402(
  ports: AskForAddressPorts,
  payment: PaymentForBuyer,
  admitNew: () => void,
): Promise<readonly X402Offer[]> {
  if (!payment.takesDeposits) {
    throw new Refusal("invalid_state", "The payment was created with deposit: false, so no x402 client can pay it");
  }
  const { offers } = await depositOffersOf(ports, payment);
  const found: X402Offer[] = [];
  // One after the other: the first address moves the payment's expiry, which is in the others' terms.
  for (const { asset } of offers) {
    if (asset.method !== "eip3009") continue;
    const given = await askForAddress(ports, payment.id, asset.id, admitNew).catch(unlessEnded);
    if (given) found.push({ asset, deposits: given.deposits, validForS: endOf(given.deposits) - ports.nowS() });
  }
  if (found.length === 0) throw new Refusal("invalid_state", "No asset can be paid by x402 now: try again later");
  return found;
}

/** Unix seconds. After its rate's end, a signature for the address is refused. */
const endOf = ({ option }: DepositsOfAddress): number => Math.min(option.terms.deadlineS, quoteEndOf(option));

/** The rate of one asset may have ended; the others can still be paid. */
function unlessEnded(error: unknown): null {
  if (error instanceof Refusal && error.code === "params_validation") return null;
  throw error;
}
