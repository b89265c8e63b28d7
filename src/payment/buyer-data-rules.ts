// An operator's rules for one partner on when a payment requires buyer data. One matching rule suffices.
import type { FiatAmount } from "../money/amount.ts";

export interface BuyerDataRules {
  /** Minimum amounts in smallest units, by ISO 4217 code. */
  readonly from: ReadonlyMap<string, bigint>;
  /** CAIP-2. */
  readonly chains: readonly string[];
  /** CAIP-19, canonical. */
  readonly assets: readonly string[];
  /** The terms of service that the hosted form links to. */
  readonly termsUrl: string | null;
}

/** Whether paying this amount with this asset requires buyer data; without rules, never. */
export function asksForData(
  rules: BuyerDataRules | null,
  amount: FiatAmount,
  { asset, chain }: { readonly asset: string; readonly chain: string },
): boolean {
  if (!rules) return false;
  const from = rules.from.get(amount.currency);
  return (from !== undefined && amount.value >= from) || rules.chains.includes(chain) || rules.assets.includes(asset);
}
