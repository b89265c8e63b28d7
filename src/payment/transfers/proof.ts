// How much proof money needs before it counts: a single node may be wrong, lie, or serve blocks that are not final.
import type { FiatAmount } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import { MICROS, referenceValue } from "../../money/reference.ts";
import type { Judgement, NamedPayment, QuotingChain } from "./credit.ts";
import { deepest, type Finality, requiredStep } from "./finality.ts";
import type { Transfer } from "./transfer.ts";

/** The evidence that independent nodes must show. */
export interface Proof {
  /** Nodes of different providers that must show the same event in the same block, this deep. */
  readonly sources: 1 | 2;
  /** The transfer's block and those on top of it. */
  readonly depth: number;
  /** The tag that the block must have reached at each of them; null: none. */
  readonly finality: Finality | null;
}

/** The proof that a decided transfer needs; null: none beyond the watcher's own reading. */
export function proofOf(
  judgement: Judgement,
  transfer: Transfer,
  payment: NamedPayment | null,
  chain: QuotingChain,
): Proof | null {
  if (!payment || judgement === "wait" || judgement === "park" || judgement === "foreign") return null;
  const asset = chain.assets.find(({ id }) => id === transfer.asset);
  const micros = referenceValue(asset, transfer.amount, payment.asked);
  const finality = requiredStep(chain.confirmations, micros).finality ?? null;
  const needsSecond = isFromSecondSource(chain, micros);
  if (!needsSecond && finality === null) return null;
  const credited = judgement === "credit" ? payment.confirmed : null;
  return { sources: needsSecond ? 2 : 1, depth: credited?.requiredDepth ?? deepest(chain.confirmations), finality };
}

/** Whether a payment of `amount` of the asset could be credited with the sources that the chain has. */
export function isCreditable(
  chain: Pick<QuotingChain, "secondSourceFrom"> & { readonly hasSecondSource: boolean },
  asset: Asset,
  amount: bigint,
  asked: FiatAmount,
): boolean {
  return chain.hasSecondSource || !isFromSecondSource(chain, referenceValue(asset, amount, asked));
}

const isFromSecondSource = ({ secondSourceFrom }: Pick<QuotingChain, "secondSourceFrom">, micros: bigint): boolean =>
  secondSourceFrom !== null && micros >= secondSourceFrom * MICROS;
