// A merchant's destinations beside what this installation takes: for each asset, where its money goes or that it goes nowhere.
import type { AcceptedAsset } from "../../api/assets.ts";
import type { CryptoSettlement } from "../../api/merchants.ts";

export interface AssetRow {
  readonly accepted: AcceptedAsset;
  /** Null: the merchant has none for it. */
  readonly settlement: CryptoSettlement | null;
}

export interface ChainRows {
  readonly chain: string;
  readonly chainName: string;
  readonly rows: readonly AssetRow[];
}

/** By chain, in the order in which the installation names them. */
export function byChain(
  assets: readonly AcceptedAsset[],
  settlements: readonly CryptoSettlement[],
): readonly ChainRows[] {
  const bySettled = new Map(settlements.map((settlement) => [settlement.asset, settlement]));
  const chains = new Map(assets.map(({ chain, chainName }) => [chain, chainName]));
  return [...chains].map(([chain, chainName]) => ({
    chain,
    chainName,
    rows: assets
      .filter((accepted) => accepted.chain === chain)
      .map((accepted) => ({ accepted, settlement: bySettled.get(accepted.asset) ?? null })),
  }));
}

/** Destinations for what is not taken here, now: they rest until it is. */
export const atRest = (
  assets: readonly AcceptedAsset[],
  settlements: readonly CryptoSettlement[],
): readonly CryptoSettlement[] =>
  settlements.filter(({ asset }) => !assets.some((accepted) => accepted.asset === asset));

/** The address in a CAIP-10 account. */
export const addressOf = (account: string): string => account.slice(account.lastIndexOf(":") + 1);
