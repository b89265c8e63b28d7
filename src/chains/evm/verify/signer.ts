// Refuses an ordinary account's wrong signature before its payment is simulated. Concurrent wrong signatures cost a
// single call, which reads which accounts have code.
import type { Address } from "viem";
import type { Authorization, Verdict } from "../../../operations/ports/chain/payment-chain.ts";
import { isTransferred } from "../../../payment/transfers/transfer-authorization.ts";
import { unavailable } from "../nodes/errors.ts";
import { parseSignature } from "../router/signature-encodings.ts";
import type { IsPayersSignature } from "./payer-signature.ts";
import { signerOf } from "./signer-of.ts";

type Verify = (authorization: Authorization) => Promise<Verdict>;

interface Accounts {
  /** CAIP-2. */
  readonly chain: string;
  readonly isPayersSignature: IsPayersSignature;
  /** Throws if the chain does not respond. */
  hasCode(account: Address): Promise<boolean>;
}

/**
 * @returns a `verify` that passes on signatures that may be valid: of the payer's key, which the chain still checks; of
 *   an account with code (EIP-1271, EIP-7702); and with a wallet's deployment (EIP-6492)
 */
export function signerVerifier(verify: Verify, { chain, isPayersSignature, hasCode }: Accounts): Verify {
  return async (authorization) => {
    const { account, signature } = signerOf(authorization);
    if (account === null) return verify(authorization); // the money lies there or not
    const parsed = parseSignature(signature);
    const isTransfer = isTransferred(authorization.option); // which deploys no wallet
    if (!parsed || (isTransfer && parsed.type === "wrapped")) return INVALID;
    if (parsed.type === "wrapped" || (await isPayersSignature(authorization))) return verify(authorization);
    try {
      return (await hasCode(account)) ? verify(authorization) : INVALID;
    } catch (error) {
      return { type: "unknown", message: unavailable(chain, error).message };
    }
  };
}

const INVALID: Verdict = { type: "invalid_signature" };
