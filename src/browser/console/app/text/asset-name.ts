// Assets by their name, and the parts of CAIP ids that people read.
import type { AcceptedAsset } from "../../api/assets.ts";
import { filledText, messages } from "./language.ts";

/** For example "USDC on Base". */
export const assetName = (accepted: AcceptedAsset): string =>
  filledText(messages().merchant.assetName, { symbol: accepted.symbol, chain: accepted.chainName });

/** @param id CAIP-19; shown itself if the asset is not accepted any more */
export function assetNameIn(assets: readonly AcceptedAsset[], id: string): string {
  const accepted = assets.find(({ asset }) => asset === id);
  return accepted ? assetName(accepted) : id;
}

/** The address part of a CAIP-10 account. */
export const addressOf = (account: string): string => account.slice(account.lastIndexOf(":") + 1);
