// A chain's confirmation policy: how many confirmations a transfer needs before its payment succeeds.
import type { FiatAmount } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import { MICROS, referenceValue } from "../../money/reference.ts";

/** The chain's own statement about a block (Ethereum JSON-RPC block tags). */
export type Finality = "safe" | "finalized";

/** An amount, in whole US dollars, from which on this many blocks are required. */
export interface DepthStep {
  readonly fromStandardUnits: bigint;
  /** 1: inclusion in a block is enough. */
  readonly blocks: number;
  /** The block must have this tag as well, if the step has one. */
  readonly finality?: Finality;
}

/** Maximum blocks a policy may require: the chain's blocks are kept this far back and a little further. */
export const DEPTH_MAX = 10_000;

/** Steps in ascending order of amount; the first starts at 0. */
export type ConfirmationPolicy = readonly DepthStep[];

/** Inclusion in a block. */
const INCLUDED: DepthStep = { fromStandardUnits: 0n, blocks: 1 };

/** The step that applies to `micros`, in millionths of a US dollar. */
export const requiredStep = (policy: ConfirmationPolicy, micros: bigint): DepthStep =>
  policy.filter((step) => micros >= step.fromStandardUnits * MICROS).at(-1) ?? INCLUDED;

/** Blocks, its own included, that a transfer of `amount` of an asset (CAIP-19) needs on a chain. */
export const depthFor = (
  { confirmations, assets }: { readonly confirmations: ConfirmationPolicy; readonly assets: readonly Asset[] },
  payment: { readonly amount: FiatAmount },
  { asset, terms }: { readonly asset: string; readonly terms: { readonly amount: bigint } },
): number => {
  const known = assets.find(({ id }) => id === asset);
  return requiredStep(confirmations, referenceValue(known, terms.amount, payment.amount)).blocks;
};

/** Confirmations at `head`: the transfer's block and those on top of it. */
export const depthOf = (blockNumber: bigint, head: bigint): number => Number(head - blockNumber) + 1;

/** The fewest blocks the policy requires, which is for the smallest amounts. */
export const shallowest = (policy: ConfirmationPolicy): number => policy[0]?.blocks ?? INCLUDED.blocks;

/** Rollups finalise within half an hour, Ethereum itself within twenty minutes. */
const FINALITY_S = 1_800;
/** The longest that a transaction waits in the pool for a block, on a chain that works. */
export const INCLUSION_S = 300;

/** Seconds within which a payment that was sent settles, however large it is, on a chain that works. */
export const settleMaxS = (chain: {
  readonly confirmations: ConfirmationPolicy;
  readonly blockTimeS: number;
}): number =>
  INCLUSION_S +
  Math.max(
    ...chain.confirmations.map(({ blocks, finality }) => blocks * chain.blockTimeS + (finality ? FINALITY_S : 0)),
  );

/** The most blocks the policy requires. Used for unconfirmed money, to which the payment's amount does not apply. */
export const deepest = (policy: ConfirmationPolicy): number => Math.max(...policy.map(({ blocks }) => blocks));
