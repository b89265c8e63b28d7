// How deep a payment's transfer must lie before the payment has succeeded: the confirmation policy of a chain.

/** From this amount on, this many blocks; amounts in standard units of the payment's own currency. */
export interface DepthStep {
  readonly fromStandardUnits: bigint;
  /** 1 means: included in a block is enough. */
  readonly blocks: number;
}

/** Most blocks that a policy may ask for: so far back, and a little further, the chain's blocks are kept. */
export const DEPTH_MAX = 10_000;

/** Steps in ascending order of amount; the first starts at 0. */
export type ConfirmationPolicy = readonly DepthStep[];

/** Blocks that a transfer for `value` (smallest units of a currency with `decimals`) must have, its own included. */
export function requiredDepth(policy: ConfirmationPolicy, value: bigint, decimals: number): number {
  const unit = 10n ** BigInt(decimals);
  const reached = policy.filter((step) => value >= step.fromStandardUnits * unit);
  return reached.at(-1)?.blocks ?? 1;
}

/** Blocks on top of and including the transfer's own, seen from `head`. */
export const depthOf = (blockNumber: bigint, head: bigint): number => Number(head - blockNumber) + 1;

/** The most blocks that the policy asks for: for money that nobody confirmed, and so of no known amount. */
export const deepest = (policy: ConfirmationPolicy): number => Math.max(...policy.map(({ blocks }) => blocks));
