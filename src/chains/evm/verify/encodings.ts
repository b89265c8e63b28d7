// Verifies a signature as the wallet encoded it; if the chain rejects that, also in the standard encoding and, for a
// wallet not deployed yet, together with its deployment.
import type { Address } from "viem";
import type { Authorization, Verdict } from "../../../operations/ports/chain/payment-chain.ts";
import { unavailable } from "../nodes/errors.ts";
import { parseSignature, standardEncoding, type WrappedSignature } from "../router/signature-encodings.ts";
import { isAllowed, unwrapped, type VerifyDeploying } from "./deployment.ts";

type Verify = (authorization: Authorization) => Promise<Verdict>;

interface Wallets {
  /** CAIP-2. */
  readonly chain: string;
  /** Factories whose calls the relayer pays for. */
  readonly factories: readonly Address[];
  readonly verifyDeploying: VerifyDeploying;
}

/** @returns a `verify` that tries these encodings and returns the one that the chain accepts; it never throws */
export function encodingVerifier(verify: Verify, wallets: Wallets): Verify {
  return async (authorization) => {
    const parsed = parseSignature(authorization.signature);
    if (!parsed) return { type: "invalid_signature" };
    if (parsed.type === "wrapped") return verifyWrapped(verify, wallets, authorization, parsed);
    const verdict = await verify(authorization);
    const usual = verdict.type === "invalid_signature" ? standardEncoding(authorization.signature) : null;
    return usual ? takenAs(usual, await verify({ ...authorization, signature: usual })) : verdict;
  };
}

async function verifyWrapped(
  verify: Verify,
  { chain, factories, verifyDeploying }: Wallets,
  authorization: Authorization,
  wrapped: WrappedSignature,
): Promise<Verdict> {
  const verdict = await verify(unwrapped(authorization, wrapped));
  if (verdict.type !== "invalid_signature") return takenAs(wrapped.signature, verdict); // the wallet is deployed
  if (!isAllowed(factories, wrapped)) return NOT_DEPLOYED;
  try {
    return await verifyDeploying(authorization, wrapped);
  } catch (error) {
    return { type: "unknown", message: unavailable(chain, error).message };
  }
}

const NOT_DEPLOYED: Verdict = {
  type: "invalid_signature",
  message: [
    "belongs to a wallet that is not deployed on this chain (EIP-6492), and its factory is not supported here:",
    "deploy the wallet first, or choose another account",
  ].join(" "),
};

const takenAs = (signature: Authorization["signature"], verdict: Verdict): Verdict => {
  switch (verdict.type) {
    case "payable":
    case "allowance_missing":
    case "already_used":
      return { ...verdict, signature };
    default:
      return verdict;
  }
};
