// The inputs that hostile buyers send instead of their wallets' results.
import { concat, type Hex, serializeErc6492Signature } from "viem";
import { WRAPPED_SUFFIX } from "../../src/chains/evm/router/signature-encodings.ts";
import type { Terms } from "../../src/payment/terms.ts";
import { addressOf } from "./chain/accounts.ts";
import { DESTINATION } from "./scene.ts";

/** An EIP-6492 signature with an unknown factory. */
const wrapped = (signature: Hex): Hex =>
  serializeErc6492Signature({ address: addressOf("factory"), data: "0x12345678", signature });

/** Texts that a wallet which accepts any signature may send as one. */
export const GARBLED: readonly ((signature: Hex) => Hex)[] = [
  (signature) => wrapped(wrapped(signature)),
  (signature) => wrapped(wrapped(wrapped(signature))),
  (signature) => wrapped(concat([signature, WRAPPED_SUFFIX])),
  wrapped,
  (signature) => concat([signature, WRAPPED_SUFFIX]),
  () => WRAPPED_SUFFIX,
  () => "0x",
  () => "0xab",
  () => `0x${"ab".repeat(8_193)}`,
];

/** One unit to an accomplice, everything to an accomplice, less than asked, no fee, and the merchant as the buyer. */
export const FORGED: readonly Partial<Terms>[] = [
  { amount: 10n, fee: 0n, destination: addressOf("accomplice") },
  { destination: addressOf("accomplice") },
  { amount: 10n, fee: 0n },
  { fee: 0n },
  { payer: DESTINATION },
];
