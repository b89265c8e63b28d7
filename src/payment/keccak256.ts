// Keccak-256 in WebAssembly. viem computes it in JavaScript, which takes 18 times as long, and a confirm needs several.
import { createKeccak } from "hash-wasm";
import type { Hex } from "viem";

const keccak = await createKeccak(256);

/** @param data bytes, or their hex digits after `0x`, which are not checked */
export function keccak256(data: Uint8Array | Hex): Hex {
  keccak.init();
  keccak.update(typeof data === "string" ? Buffer.from(data.slice(2), "hex") : data);
  return `0x${keccak.digest("hex")}`;
}
