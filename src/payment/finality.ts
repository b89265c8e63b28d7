// A chain's confirmation policy: how many confirmations a transfer needs before its payment succeeds.
import type { FiatAmount } from "../money/amount.ts";
import { findCurrency } from "../money/fiat.ts";

/** From this amount on, this many blocks; the amount is in standard units of the payment's currency. */
export interface DepthStep {
  readonly fromStandardUnits: bigint;
  /** 1: inclusion in a block is enough. */
  readonly blocks: number;
}

/** Maximum blocks a policy may require: the chain's blocks are kept this far back and a little further. */
export const DEPTH_MAX = 10_000;

/** Steps in ascending order of amount; the first starts at 0. */
export type ConfirmationPolicy = readonly DepthStep[];

/** Blocks that a transfer for `value` (smallest units of a currency with `decimals`) needs, its own included. */
export function requiredDepth(policy: ConfirmationPolicy, value: bigint, decimals: number): number {
  const unit = 10n ** BigInt(decimals);
  const reached = policy.filter((step) => value >= step.fromStandardUnits * unit);
  return reached.at(-1)?.blocks ?? 1;
}

/** Blocks, its own included, that the transfer for a payment of `amount` needs on a chain. */
export const depthFor = (
  { confirmations }: { readonly confirmations: ConfirmationPolicy },
  { amount }: { readonly amount: FiatAmount },
): number => requiredDepth(confirmations, amount.value, findCurrency(amount.currency)?.decimals ?? 0);

/** Confirmations at `head`: the transfer's block and those on top of it. */
export const depthOf = (blockNumber: bigint, head: bigint): number => Number(head - blockNumber) + 1;

/** The most blocks the policy requires. Used for unconfirmed money, to which the payment's amount does not apply. */
export const deepest = (policy: ConfirmationPolicy): number => Math.max(...policy.map(({ blocks }) => blocks));
