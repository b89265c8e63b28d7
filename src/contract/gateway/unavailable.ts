// The assets that a payment cannot be paid with, and why, on the wire.
import Type, { type Static } from "typebox";
import type { Asset } from "../../money/asset.ts";
import * as wire from "../primitives.ts";

/** An amount of a chain's native coin. */
export const CoinAmount = Type.Object({
  value: Type.String({ description: "an integer in the coin's smallest unit" }),
  symbol: wire.nullable(Type.String()),
  decimals: Type.Integer(),
});

export const UNAVAILABLE_REASONS = [
  "insufficient_balance",
  "insufficient_gas",
  "chain_unavailable",
  "below_minimum",
  "amount_too_high",
  "no_price",
  "pays_itself",
  "account_refused",
] as const;

/** Amounts are integers in the asset's smallest unit. `account` is missing if the reason applies to every account. */
export const UnavailableAsset = Type.Object({
  asset: wire.asset,
  reason: wire.oneOf(UNAVAILABLE_REASONS),
  account: Type.Optional(wire.account),
  display: Type.Object({
    assetSymbol: Type.String(),
    assetName: Type.String(),
    decimals: Type.Integer(),
    networkName: Type.String(),
  }),
  amount: Type.Optional(Type.String()),
  minimum: Type.Optional(Type.String()),
  balance: Type.Optional(Type.String()),
  shortfall: Type.Optional(Type.String()),
  gas: Type.Optional(Type.Object({ required: CoinAmount, balance: CoinAmount, shortfall: CoinAmount })),
});

/** EVM chains count their coin in wei. */
const WEI_DECIMALS = 18;

interface CoinChain {
  readonly id: string;
  readonly name: string;
  readonly assets: readonly Asset[];
}

/** The symbol is null if the chain's coin is not configured as an asset. */
export const coinToWire = (wei: bigint, { assets }: CoinChain): Static<typeof CoinAmount> => ({
  value: wei.toString(),
  symbol: assets.find(({ method }) => method === "native")?.symbol ?? null,
  decimals: WEI_DECIMALS,
});

interface UnavailableFacts {
  readonly asset: Asset;
  readonly chain: CoinChain;
  readonly payer: string | null;
  readonly amount: bigint | null;
  readonly reason: (typeof UNAVAILABLE_REASONS)[number];
  readonly balance?: bigint;
  readonly gas?: { readonly required: bigint; readonly balance: bigint };
}

export function unavailableToWire(facts: UnavailableFacts): Static<typeof UnavailableAsset> {
  const { asset, chain, payer, amount, reason, balance, gas } = facts;
  const { symbol, name, decimals, minimum } = asset;
  return {
    asset: asset.id,
    reason,
    ...(payer !== null && { account: `${chain.id}:${payer}` }),
    display: { assetSymbol: symbol, assetName: name, decimals, networkName: chain.name },
    ...(amount !== null && { amount: amount.toString() }),
    ...(reason === "below_minimum" && minimum !== undefined && { minimum: minimum.toString() }),
    ...(balance !== undefined && { balance: balance.toString() }),
    ...(balance !== undefined && amount !== null && balance < amount && { shortfall: (amount - balance).toString() }),
    ...(gas && {
      gas: {
        required: coinToWire(gas.required, chain),
        balance: coinToWire(gas.balance, chain),
        shortfall: coinToWire(gas.required - gas.balance, chain),
      },
    }),
  };
}
