// The accounts of a simulated chain and how their wallets sign. A signature is a keyed hash, because recovering real
// ECDSA keys would take most of a seed's time.
import { type Address, concat, getAddress, type Hex, keccak256, size, stringToHex } from "viem";

/** An address made from a name. */
export const addressOf = (name: string): Address => getAddress(`0x${keccak256(stringToHex(name)).slice(-40)}`);

/**
 * plain: an account without code · contract: an honest contract wallet · moody: a contract that accepts any signature
 * in simulations and burns all the gas it gets in transactions.
 */
export type WalletKind = "plain" | "contract" | "moody";

/** The most gas that the router gives one pull (PaymentRouter.CALL_GAS_MAX). */
export const PULL_GAS_MAX = 175_000n;
const PULL_GAS: Readonly<Record<WalletKind, bigint>> = { plain: 60_000n, contract: 90_000n, moody: PULL_GAS_MAX };
const FAILED_PULL_GAS = 44_000n;

const word = (payer: Address, nonce: Hex, part: string): Hex => keccak256(concat([payer, nonce, stringToHex(part)]));

/** The signature by which a wallet authorises the nonce. @param bytes its length, for a contract wallet */
export function signatureOf(kind: WalletKind, payer: Address, nonce: Hex, bytes = 96): Hex {
  const start = concat([word(payer, nonce, "r"), word(payer, nonce, "s")]);
  if (kind === "plain") return concat([start, "0x1b"]);
  return concat([start, `0x${"ab".repeat(bytes - size(start))}`]);
}

/** Whether the code at the payer's address, or ECDSA, accepts the signature, and the gas of the attempt. */
export function checkSignature(
  kind: WalletKind,
  payer: Address,
  nonce: Hex,
  signature: Hex,
  isSimulated: boolean,
): { readonly isValid: boolean; readonly gas: bigint } {
  if (kind === "moody") return { isValid: isSimulated, gas: isSimulated ? PULL_GAS.contract : PULL_GAS.moody };
  const isValid = kind === "plain" ? isPayersSignature(payer, nonce, signature) : isOwn(payer, nonce, signature);
  return { isValid, gas: isValid ? PULL_GAS[kind] : FAILED_PULL_GAS };
}

/** Whether an account's key made the signature. */
export const isPayersSignature = (payer: Address, nonce: Hex, signature: Hex): boolean =>
  isOwn(payer, nonce, signature) && size(signature) === 65;

const isOwn = (payer: Address, nonce: Hex, signature: Hex): boolean =>
  signature.startsWith(concat([word(payer, nonce, "r"), word(payer, nonce, "s")]));
