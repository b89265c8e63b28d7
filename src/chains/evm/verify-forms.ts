// A signature is asked about as the wallet gave it; where the chain refuses that, in the other form in which the same signature
// can be written, and for a wallet that is not deployed yet, with its deployment first.
import type { Address } from "viem";
import type { Authorization, Verdict } from "../../operations/ports/payment-chain.ts";
import { unwrapped, type VerifyDeploying } from "./deployment.ts";
import { unavailable } from "./errors.ts";
import { unwrap, usualForm, type WrappedSignature } from "./signature-forms.ts";

type Verify = (authorization: Authorization) => Promise<Verdict>;

interface Wallets {
  /** CAIP-2. */
  readonly chain: string;
  /** Whose calls the relayer pays for. */
  readonly factories: readonly Address[];
  readonly verifyDeploying: VerifyDeploying;
}

/** @returns a `verify` that knows of these forms, and says which of them the chain takes; it never throws */
export function verifierOfForms(verify: Verify, wallets: Wallets): Verify {
  return async (authorization) => {
    const wrapped = unwrap(authorization.signature);
    if (wrapped === "malformed") return { type: "invalid_signature" };
    if (wrapped) return verifyWrapped(verify, wallets, authorization, wrapped);
    const verdict = await verify(authorization);
    const usual = verdict.type === "invalid_signature" ? usualForm(authorization.signature) : null;
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
  if (verdict.type !== "invalid_signature") return takenAs(wrapped.signature, verdict); // it is deployed
  if (!factories.some((factory) => factory === wrapped.factory)) return NOT_DEPLOYED;
  try {
    return await verifyDeploying(authorization, wrapped);
  } catch (error) {
    return { type: "unknown", message: unavailable(chain, error).message };
  }
}

const NOT_DEPLOYED: Verdict = {
  type: "invalid_signature",
  message:
    "is of a wallet that is not deployed on this chain (EIP-6492), and its factory is none that is used here: deploy the wallet first, or choose another account",
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
