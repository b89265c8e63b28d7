// Checks the buyer's results on chain: a signature as the relayer will use it, or the transaction the buyer sent.

import type { Hex } from "viem";
import { isTransaction } from "../../money/asset.ts";
import type { Option } from "../../payment/option.ts";
import type { ParsedResults, Results } from "../../payment/options/results.ts";
import { Outage } from "../errors/outage.ts";
import { chainSilent, type Issue, invalid, quoteExpired, unprocessable } from "../errors/refusal.ts";
import { askChain, type OutagePorts } from "../monitoring/report-outage.ts";
import type { Authorization, PaymentChain } from "../ports/chain/payment-chain.ts";

/** The wallet's result: a signature for the relayer, or the hash of a transaction that the wallet sent. */
export type Proof =
  | { readonly type: "signature"; readonly signature: Hex }
  | { readonly type: "transaction"; readonly hash: Hex };

export interface CheckedResults {
  /** The signature in the form the chain accepts. */
  readonly proof: Proof;
  /** The buyer's approval must be mined before this can be relayed. */
  readonly awaitsApproval: boolean;
  /**
   * The payer's balance, or a lower bound of it, that must cover this and all their other payments that are signed and
   * not on chain; null if no balance is needed, because it has paid or the buyer sent it.
   */
  readonly payerBalance: bigint | null;
}

/** @throws Refusal params_validation: the number or form of the results is wrong */
export function requireWellFormed(results: ParsedResults): Results {
  if (results.outcome === "malformed") throw invalid([issueAt(results.place, results.message)]);
  return results;
}

/** Clients send one string per result or all in one result; `place` is the index of the string. */
const issueAt = (place: number | null, message: string): Issue => ({
  field: place === null ? "results" : `results.${place}.data.0`,
  message,
});

/**
 * @param isQuoteExpired then only a mined transaction is accepted
 * @throws Refusal params_validation (400 or 422), quote_expired, internal_error (the chain does not respond: retry)
 */
export async function checkResults(
  chain: PaymentChain,
  option: Option,
  { approvals, last }: Results,
  isQuoteExpired: boolean,
  ports: OutagePorts,
): Promise<CheckedResults> {
  const place = approvals.length;
  if (isTransaction(option.method)) {
    await checkTransaction(chain, option, last, place, isQuoteExpired, ports);
    return { proof: { type: "transaction", hash: last }, awaitsApproval: false, payerBalance: null };
  }
  return checkSignature(ports, chain, option, last, place);
}

/**
 * Accepts a transaction that cannot be found: the money may be on its way, and only the router's event counts.
 */
async function checkTransaction(
  chain: PaymentChain,
  option: Option,
  hash: Hex,
  place: number,
  isQuoteExpired: boolean,
  ports: OutagePorts,
): Promise<void> {
  const find = () => chain.findPayment(hash, option);
  const found = await askChain(ports, chain, "buyers' transactions are accepted unverified", find).catch(
    () => "not_mined" as const, // logged
  );
  if (found === "other") {
    throw invalid([
      issueAt(place, "is a transaction that did not make this payment: send it again, or choose another option"),
    ]);
  }
  if (found === "not_mined" && isQuoteExpired) throw quoteExpired();
}

async function checkSignature(
  ports: OutagePorts,
  chain: PaymentChain,
  option: Option,
  given: Hex,
  place: number,
): Promise<CheckedResults> {
  const signedAs = (signature: Hex, needs: Omit<CheckedResults, "proof">): CheckedResults => ({
    proof: { type: "signature", signature },
    ...needs,
  });
  const verdict = await verdictOn(ports, chain, { option, signature: given });
  switch (verdict.type) {
    case "payable": {
      const { balance = option.terms.amount } = verdict; // payable, so the payer holds at least its amount
      return signedAs(verdict.signature ?? given, { awaitsApproval: false, payerBalance: balance });
    }
    case "already_used": // this authorisation has paid: the watcher has seen its transfer or will
      return signedAs(verdict.signature ?? given, { awaitsApproval: false, payerBalance: null });
    case "allowance_missing":
      if (place > 0) {
        return signedAs(verdict.signature ?? given, { awaitsApproval: true, payerBalance: option.terms.amount });
      }
      throw invalid([
        {
          field: "results",
          message: "must include the approval: Permit2's allowance is too low. Fetch the actions again",
        },
      ]);
    case "invalid_signature":
      throw unprocessable([issueAt(place, verdict.message ?? "is an invalid signature for this option")]);
    case "refused":
      throw invalid([{ field: "optionId", message: verdict.message }]);
  }
}

/** @throws Refusal internal_error if the chain gives no verdict */
export async function verdictOn(ports: OutagePorts, chain: PaymentChain, authorization: Authorization) {
  try {
    return await askChain(ports, chain, "could not verify a signature", async () => {
      const verdict = await chain.verify(authorization);
      if (verdict.type === "unknown") throw new Outage(chain.id, verdict.message);
      return verdict;
    });
  } catch (error) {
    throw error instanceof Outage ? chainSilent() : error;
  }
}
