// A merchant's destinations, matched with the assets that this installation accepts.
import type { AcceptedAsset } from "../../../api/assets.ts";
import type { CryptoSettlement } from "../../../api/merchants.ts";

export interface AssetRow {
  readonly accepted: AcceptedAsset;
  /** Null if the merchant has none for this asset. */
  readonly settlement: CryptoSettlement | null;
}

export interface ChainRows {
  readonly chain: string;
  readonly chainName: string;
  readonly rows: readonly AssetRow[];
}

/** Grouped by chain, in the installation's order. */
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

/** Destinations for assets that are not accepted here at the moment. */
export const atRest = (
  assets: readonly AcceptedAsset[],
  settlements: readonly CryptoSettlement[],
): readonly CryptoSettlement[] =>
  settlements.filter(({ asset }) => !assets.some((accepted) => accepted.asset === asset));
