// When a payment needs the buyer's data: an operator's rules for one partner. Any rule that matches asks.
import type { FiatAmount } from "../money/amount.ts";

export interface BuyerDataRules {
  /** From so many of the currency's smallest units on, by ISO 4217 code. */
  readonly from: ReadonlyMap<string, bigint>;
  /** CAIP-2. */
  readonly chains: readonly string[];
  /** CAIP-19, canonical. */
  readonly assets: readonly string[];
  /** The terms of service that the hosted form links to. */
  readonly termsUrl: string | null;
}

/** Whether paying this amount with this asset asks for the buyer's data; without rules nothing does. */
export function asksForData(
  rules: BuyerDataRules | null,
  amount: FiatAmount,
  { asset, chain }: { readonly asset: string; readonly chain: string },
): boolean {
  if (!rules) return false;
  const from = rules.from.get(amount.currency);
  return (from !== undefined && amount.value >= from) || rules.chains.includes(chain) || rules.assets.includes(asset);
}
