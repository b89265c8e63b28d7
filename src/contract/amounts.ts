// Amounts on the wire: a unit, the value as text, and how to display it.
import type { Static } from "typebox";
import { type FiatAmount, fiatUnit, type TokenAmount, tokenUnit } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { knownCurrency } from "../money/fiat.ts";
import type { amount } from "./primitives.ts";

export type WireAmount = Static<typeof amount>;

/** The display data of an asset and its chain. */
export interface ShownAsset {
  readonly asset: Pick<Asset, "symbol" | "name" | "decimals" | "iconUrl" | "peggedTo">;
  readonly chain: { readonly name: string; readonly iconUrl?: string };
}

/** Finds the display data of an asset by its CAIP-19 id; null if it is no longer configured. */
export type FindShownAsset = (assetId: string) => ShownAsset | null;

export function fiatToWire({ currency, value }: FiatAmount): WireAmount {
  const plain = { unit: fiatUnit(currency), value: value.toString() };
  const known = knownCurrency(currency);
  if (!known) return plain;
  return { ...plain, display: { assetSymbol: known.code, assetName: known.name, decimals: known.decimals } };
}

export function tokenToWire({ asset, value }: TokenAmount, shown: ShownAsset | null): WireAmount {
  const plain = { unit: tokenUnit(asset), value: value.toString() };
  if (!shown) return plain;
  const { symbol, name, decimals, iconUrl } = shown.asset;
  return {
    ...plain,
    display: {
      assetSymbol: symbol,
      assetName: name,
      decimals,
      ...(iconUrl !== undefined && { iconUrl }),
      networkName: shown.chain.name,
      ...(shown.chain.iconUrl !== undefined && { networkIconUrl: shown.chain.iconUrl }),
    },
  };
}
