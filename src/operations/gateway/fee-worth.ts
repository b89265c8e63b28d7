// What a network fee is worth in the payment's currency, by the price of the chain's coin.
import { scaleUp } from "../../money/amount.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";
import type { PriceQuotes } from "../ports/prices.ts";

/**
 * @returns the worth of some wei in the currency's smallest unit, rounded up; null: the coin has no current price, or
 *   the payment is a refund, whose currency is not its signer's concern
 */
export async function feeWorth(
  rates: PriceQuotes,
  { amount, payout }: PaymentForBuyer,
  { assets }: PaymentChain,
): Promise<(wei: bigint) => bigint | null> {
  const coin = assets.find(({ method }) => method === "native");
  const quote = coin && !payout ? await rates.quote(amount, coin) : null;
  return (wei) => (quote && quote.value > 0n ? scaleUp(wei, amount.value, quote.value) : null);
}
