// A buyer's authorisation of a transfer to a deposit address (EIP-3009 TransferWithAuthorization), which x402 clients
// sign. Its nonce and its time are of their choice.
import { type Address, concat, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";

export interface TransferAuthorization {
  readonly from: Address;
  /** Smallest units of the token. */
  readonly value: bigint;
  /** Unix seconds: the chain accepts it in blocks after `validAfter` and before `validBefore`. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly nonce: Hex;
  readonly signature: Hex;
}

const MESSAGE = parseAbiParameters("address, uint256, uint256, uint256, bytes32");

/** As the router takes it (SignedPull.transfer). */
export const transferAuthorization = ({
  from,
  value,
  validAfter,
  validBefore,
  nonce,
  signature,
}: TransferAuthorization): Hex =>
  concat([encodeAbiParameters(MESSAGE, [from, value, validAfter, validBefore, nonce]), signature]);
