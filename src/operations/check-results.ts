// Asks the chain what the buyer's results are worth: a signature as the relayer will use it, or the transaction that the buyer
// has sent.
import type { Hex } from "viem";
import { isTransaction } from "../money/asset.ts";
import type { Option } from "../payment/option.ts";
import { parseResults, type Results } from "../payment/results.ts";
import type { Log } from "./log.ts";
import type { PaymentChain } from "./ports.ts";
import { type Issue, invalid, quoteExpired, Refusal, unprocessable } from "./refusal.ts";

/** What the buyer's wallet came back with: a signature for the relayer, or the hash of a transaction it sent. */
export type Proof =
  | { readonly type: "signature"; readonly signature: Hex }
  | { readonly type: "transaction"; readonly hash: Hex };

export interface CheckedResults {
  /** The signature in the form that the chain takes. */
  readonly proof: Proof;
  /** An approval of the buyer's own must be mined before this can be relayed. */
  readonly awaitsApproval: boolean;
}

/** @throws Refusal params_validation: their number or form is wrong */
export function readResults(option: Option, results: readonly string[]): Results {
  const read = parseResults(option.method, results);
  if ("message" in read) throw invalid([issueAt(read.place, read.message)]);
  return read;
}

/** Clients send one string to a result or all in one: the place is that of the string. */
const issueAt = (place: number | null, message: string): Issue => ({
  field: place === null ? "results" : `results.${place}.data.0`,
  message,
});

/**
 * @param isQuoteExpired a signature is then refused before the chain is asked; a transaction that was paid all the same counts
 * @throws Refusal params_validation (400 or 422), quote_expired, internal_error (the chain does not answer: repeat)
 */
export async function checkResults(
  chain: PaymentChain,
  option: Option,
  { approvals, last }: Results,
  isQuoteExpired: boolean,
  log: Log,
): Promise<CheckedResults> {
  const place = approvals.length;
  if (isTransaction(option.method)) {
    await checkTransaction(chain, option, last, place, isQuoteExpired, log);
    return { proof: { type: "transaction", hash: last }, awaitsApproval: false };
  }
  return checkSignature(chain, option, last, place);
}

/** What cannot be found is believed: the money may be on its way, and only the router's event will count. */
async function checkTransaction(
  chain: PaymentChain,
  option: Option,
  hash: Hex,
  place: number,
  isQuoteExpired: boolean,
  log: Log,
): Promise<void> {
  const found = await chain.findPayment(hash, option).catch((error: unknown) => {
    log.warn({ chain: chain.id, err: error }, "the chain does not answer: a buyer's transaction is awaited unseen");
    return "not_mined" as const;
  });
  if (found === "other") {
    throw invalid([
      issueAt(place, "is a transaction that did not make this payment: send it again, or choose another option"),
    ]);
  }
  if (found === "not_mined" && isQuoteExpired) throw quoteExpired();
}

async function checkSignature(chain: PaymentChain, option: Option, given: Hex, place: number): Promise<CheckedResults> {
  const signedAs = (signature: Hex, awaitsApproval: boolean): CheckedResults => ({
    proof: { type: "signature", signature },
    awaitsApproval,
  });
  const verdict = await chain.verify({ option, signature: given });
  switch (verdict.type) {
    case "payable":
    case "already_used": // by this very authorisation: the watcher has seen or will see its transfer
      return signedAs(verdict.signature ?? given, false);
    case "allowance_missing":
      if (place > 0) return signedAs(verdict.signature ?? given, true);
      throw invalid([
        {
          field: "results",
          message: "must include the approval: Permit2 may not yet move so much of the token, so fetch again",
        },
      ]);
    case "invalid_signature":
      throw unprocessable([issueAt(place, verdict.message ?? "is an invalid signature for this option")]);
    case "refused":
      throw invalid([{ field: "optionId", message: verdict.message }]);
    case "unknown":
      throw new Refusal("internal_error", "The chain does not answer right now; nothing was done, try again", {
        retryAfterS: 1,
      });
  }
}
