// A merchant's destinations, matched with the assets that this installation accepts.
import type { AcceptedAsset } from "../../../api/assets.ts";
import type { CryptoSettlement } from "../../../api/merchants.ts";
import { filledText, messages } from "../../../app/text/language.ts";

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

/** For example "USDC on Base". */
export const assetName = ({ accepted }: Pick<AssetRow, "accepted">): string =>
  filledText(messages().merchant.assetName, { symbol: accepted.symbol, chain: accepted.chainName });

/** @param id CAIP-19; shown itself if the asset is not accepted any more */
export function assetNameIn(assets: readonly AcceptedAsset[], id: string): string {
  const accepted = assets.find(({ asset }) => asset === id);
  return accepted ? assetName({ accepted }) : id;
}

/** The address part of a CAIP-10 account. */
export const addressOf = (account: string): string => account.slice(account.lastIndexOf(":") + 1);
