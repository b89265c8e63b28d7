// Finds how to display an asset in the chains' configuration; null once it is no longer configured.
import type { FindShownAsset } from "../../contract/amounts.ts";
import type { ExceptionDisplay } from "../../contract/payments/exceptions.ts";
import { parseAssetId } from "../../money/caip.ts";
import type { PaymentChains } from "../../operations/ports/chain/payment-chain.ts";

export const shownAssets =
  (chains: PaymentChains): FindShownAsset =>
  (assetId) => {
    const chain = chains.get(parseAssetId(assetId)?.chain ?? "");
    const asset = chain?.assets.find(({ id }) => id === assetId);
    return chain && asset ? { asset, chain } : null;
  };

export const exceptionDisplay = (chains: PaymentChains): ExceptionDisplay => ({
  find: shownAssets(chains),
  chainName: (caip2) => chains.get(caip2)?.name,
});
