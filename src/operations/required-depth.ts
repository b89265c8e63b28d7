// How deep a payment's transfer must lie on a chain, by the payment's own amount.
import { findCurrency } from "../money/fiat.ts";
import { requiredDepth } from "../payment/finality.ts";
import type { Payment } from "../payment/payment.ts";
import type { PaymentChain } from "./ports.ts";

/** In blocks, the transfer's own included. */
export function depthFor(chain: Pick<PaymentChain, "confirmations">, { amount }: Pick<Payment, "amount">): number {
  const decimals = findCurrency(amount.currency)?.decimals ?? 0;
  return requiredDepth(chain.confirmations, amount.value, decimals);
}
