// Packs payments into one transaction. A payment that cannot be encoded is refused alone; payments that don't fit wait.
import type { BatchCall, ChainWriter } from "../ports/chain/chain-writer.ts";
import type { Authorization } from "../ports/chain/payment-chain.ts";

export interface PackedBatch {
  /** Null if no payment can be encoded. */
  readonly call: BatchCall | null;
  /** Indices of the payments in the call. Payments neither here nor in `refused` did not fit. */
  readonly packed: readonly number[];
  readonly refused: readonly RefusedPayment[];
}

export interface RefusedPayment {
  readonly index: number;
  readonly reason: string;
}

type Encoder = Pick<ChainWriter, "encodeBatch" | "shareOfLimits">;

/** @param authorizations of one token, in order of preference */
export function packBatch(chain: Encoder, authorizations: readonly Authorization[], wereLeftOut: boolean): PackedBatch {
  const encode = (indices: readonly number[]): BatchCall =>
    chain.encodeBatch(
      indices.flatMap((index) => authorizations[index] ?? []),
      wereLeftOut,
    );
  const all = [...authorizations.keys()];
  try {
    return { ...fitting(chain, all, encode), refused: [] };
  } catch {
    const refused = all.flatMap((index) => refusalOf(index, encode));
    const encodable = all.filter((index) => refused.every((each) => each.index !== index));
    if (encodable.length === 0) return { call: null, packed: [], refused };
    return { ...fitting(chain, encodable, encode), refused };
  }
}

function refusalOf(index: number, encode: (indices: readonly number[]) => BatchCall): RefusedPayment[] {
  try {
    encode([index]);
    return [];
  } catch (error) {
    return [{ index, reason: error instanceof Error ? error.message : String(error) }];
  }
}

/** The longest prefix found to fit, at least one payment. */
function fitting(chain: Encoder, indices: readonly number[], encode: (indices: readonly number[]) => BatchCall) {
  let packed = indices;
  for (;;) {
    const call = encode(packed);
    const share = chain.shareOfLimits(call);
    if (share <= 1 || packed.length <= 1) return { call, packed };
    packed = packed.slice(0, Math.max(1, Math.min(packed.length - 1, Math.floor(packed.length / share))));
  }
}
