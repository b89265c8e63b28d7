// bytea columns ↔ 0x-prefixed hex.
import { type Hex, hexToBytes } from "viem";

export const toBytes = (hex: Hex): Buffer => Buffer.from(hexToBytes(hex));
export const toHex = (bytes: Buffer): Hex => `0x${bytes.toString("hex")}`;
