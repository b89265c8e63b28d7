import { formatUnits } from "viem";
import { decimalsOf } from "../../../money/fiat.ts";
import type { Answers } from "../answers.ts";

/** One cent, or what the chain asks for at least: in the currency's smallest unit, and in the token's. */
export function amountOf({ chain, asset }: NonNullable<Answers["firstPayment"]>) {
  const { decimals, peggedTo = "", minimum = 0n } = asset;
  const unit = 10n ** BigInt(decimals - decimalsOf(peggedTo));
  const units = minimum > unit ? (minimum + unit - 1n) / unit : 1n;
  const token = units * unit;
  return {
    fiat: { unit: `iso4217/${peggedTo}`, value: units.toString() },
    token,
    shown: `${formatUnits(token, decimals)} ${asset.symbol} on ${chain.name}`,
  };
}
