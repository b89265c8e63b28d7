// Packing isolates payments that cannot be encoded, and never exceeds a transaction's limits.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { BatchCall } from "../../../src/operations/ports/chain/chain-writer.ts";
import type { Authorization } from "../../../src/operations/ports/chain/payment-chain.ts";
import { packBatch } from "../../../src/operations/relaying/pack-batch.ts";

const RECIPIENT = "0x0000000000000000000000000000000000000001";
const CAPACITY = 100n;

/** A chain on which each payment takes its own share of a transaction, or cannot be encoded (null). */
function chainOf(shares: readonly (bigint | null)[]) {
  const authorizations = shares.map((_, index) => ({ signature: `0x${index}` }) as Authorization);
  const encodeBatch = (some: readonly Authorization[]): BatchCall => {
    const used = some.map((authorization) => shares[authorizations.indexOf(authorization)] ?? null);
    if (used.includes(null)) throw new TypeError("malformed");
    return { recipient: RECIPIENT, data: "0x", gasLimit: used.reduce((sum: bigint, share) => sum + (share ?? 0n), 0n) };
  };
  const shareOfLimits = ({ gasLimit }: BatchCall) => Number(gasLimit) / Number(CAPACITY);
  return { authorizations, chain: { encodeBatch, shareOfLimits } };
}

const shares = fc.array(fc.option(fc.bigInt({ min: 1n, max: CAPACITY })), { minLength: 1, maxLength: 60 });

test("refuses exactly what cannot be encoded, and packs a prefix of the rest that fits", () => {
  fc.assert(
    fc.property(shares, (payments) => {
      const { authorizations, chain } = chainOf(payments);
      const { call, packed, refused } = packBatch(chain, authorizations, false);
      const encodable = [...payments.keys()].filter((index) => payments[index] !== null);
      expect(refused).toEqual(
        [...payments.keys()]
          .filter((index) => payments[index] === null)
          .map((index) => ({ index, reason: "malformed" })),
      );
      expect(packed).toEqual(encodable.slice(0, packed.length));
      expect(packed.length > 0).toBe(encodable.length > 0);
      expect(call?.gasLimit ?? 0n).toBeLessThanOrEqual(CAPACITY);
      const all = encodable.reduce((sum, index) => sum + (payments[index] ?? 0n), 0n);
      if (all <= CAPACITY) expect(packed).toEqual(encodable);
    }),
  );
});

test("packs a payment that fills more than a transaction, alone: the nodes decide", () => {
  const { authorizations, chain } = chainOf([2n * CAPACITY, 1n]);
  expect(packBatch(chain, authorizations, false)).toMatchObject({ packed: [0], refused: [] });
});
