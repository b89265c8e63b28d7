// Refuses a reference that asks for a fault, if no demo buyer can rehearse it.
import { isLivemode } from "../../merchant/mode.ts";
import type { FiatAmount } from "../../money/amount.ts";
import { FAULT_PREFIX, FAULTS, type Fault, faultWord, isFault } from "../../payment/rehearsals/fault.ts";
import type { Issue } from "../errors/refusal.ts";

export interface ToRehearse {
  readonly partnerId: string;
  readonly merchantId: string;
  readonly amount: FiatAmount;
}

export interface FaultPorts {
  readonly faults: {
    /** Whether a demo buyer can pay such a payment with this fault. */
    canRehearse(payment: ToRehearse, fault: Fault): Promise<boolean>;
  };
}

type WithReference = Pick<ToRehearse, "partnerId" | "merchantId"> & {
  readonly referenceId: string;
  /** Null: it is invalid, and refused for that. */
  readonly amount: FiatAmount | null;
};

const KNOWN = FAULTS.map((fault) => `${FAULT_PREFIX}${fault}`).join(", ");

/**
 * A reference is an ordinary one without the prefix, and in live mode without a fault.
 * @param field where the request has the reference, or the beginning of references
 */
export async function faultIssues(
  { faults }: FaultPorts,
  { partnerId, merchantId, referenceId, amount }: WithReference,
  field = "referenceId",
): Promise<readonly Issue[]> {
  const word = faultWord(referenceId);
  if (word === null) return [];
  const refused = (message: string): Issue => ({ field, message });
  if (isLivemode(partnerId)) {
    return isFault(word)
      ? [refused(`${FAULT_PREFIX}${word} asks for a fault: only payments of a test key (tp_test_…) have one`)]
      : [];
  }
  if (!isFault(word)) return [refused(`must name a fault after ${FAULT_PREFIX}, one of ${KNOWN}`)];
  if (amount === null || (await faults.canRehearse({ partnerId, merchantId, amount }, word))) return [];
  return [
    refused(
      `${FAULT_PREFIX}${word} needs a demo buyer (DEMO_BUYER_KEYS)${word === "reorganised" ? " on a local chain" : ""} ` +
        "that can pay this merchant, in a token with EIP-3009 at par with the payment's currency. Without one, leave " +
        `out the prefix. The faults are ${KNOWN}`,
    ),
  ];
}
