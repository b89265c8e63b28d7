// The same hashes as viem's, which the contracts' tests compare with the chain's.
import fc from "fast-check";
import { bytesToHex, keccak256 as viems } from "viem";
import { expect, test } from "vitest";
import { keccak256 } from "../../src/payment/keccak256.ts";

/** Includes several of the hash's blocks of 136 bytes, and more than the hasher takes at once. */
const LENGTHS = [0, 1, 135, 136, 137, 320, 16_384, 40_000];

test.each(LENGTHS)("%i bytes, given as bytes and as hex", (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => index % 251);
  expect(keccak256(bytes)).toBe(viems(bytes));
  expect(keccak256(bytesToHex(bytes))).toBe(viems(bytes));
});

test("any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => keccak256(bytes) === viems(bytes)));
});
