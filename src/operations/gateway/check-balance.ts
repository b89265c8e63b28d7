// Whether an account can pay with an asset now, and what it lacks.
import type { Address } from "viem";
import type { Asset } from "../../money/asset.ts";
import type { Holding, PaymentChain } from "../ports/chain/payment-chain.ts";
import type { WithheldReason } from "./offer-assets.ts";

/** Amounts of a chain's coin, in wei. */
export interface GasShortage {
  /** Includes the amount itself if the payment is in the coin. */
  readonly required: bigint;
  readonly balance: bigint;
}

/** Why an account, or every account, cannot pay with an asset. */
export type Unavailable = {
  readonly asset: Asset;
  readonly chain: PaymentChain;
  /** Null: the reason holds for every account. */
  readonly payer: Address | null;
  /** Price in smallest units; null if it is not known. */
  readonly amount: bigint | null;
} & Lack;

export type Lack =
  | { readonly reason: WithheldReason | "account_refused" | "pays_itself" }
  | { readonly reason: "insufficient_balance"; readonly balance: bigint }
  | { readonly reason: "insufficient_gas"; readonly balance: bigint; readonly gas: GasShortage };

/** Null: the account can pay. */
export function lackOf({ method }: Asset, amount: bigint, { balance, gas }: Holding): Lack | null {
  if (balance < amount) return { reason: "insufficient_balance", balance };
  if (gas === null) return null;
  const required = gas.cost + (method === "native" ? amount : 0n);
  return gas.coin >= required ? null : { reason: "insufficient_gas", balance, gas: { required, balance: gas.coin } };
}

/** Nearest to paying first: the problem of a funded account tells more than an empty account. */
const ORDER: readonly Unavailable["reason"][] = [
  "account_refused",
  "insufficient_gas",
  "insufficient_balance",
  "chain_unavailable",
  "amount_too_high",
  "below_minimum",
  "no_price",
  "pays_itself",
];

export const byNearness = (one: Unavailable, other: Unavailable): number =>
  rankOf(one) - rankOf(other) || ORDER.indexOf(one.reason) - ORDER.indexOf(other.reason);

/** Accounts that hold some of the asset come before those that hold none; what the buyer can't change comes last. */
function rankOf(each: Unavailable): number {
  if (each.reason === "insufficient_balance") return each.balance === 0n ? 1 : 0;
  return each.reason === "insufficient_gas" || each.reason === "account_refused" ? 0 : 2;
}
