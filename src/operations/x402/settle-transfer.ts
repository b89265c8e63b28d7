// Takes a transfer that a client has signed for a partner's own server: records it as a payment, once however often it
// is asked for, and locks the payment to it. The relayer then sends it.
import { newPaymentId } from "../../ids.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { termsHash } from "../../payment/terms.ts";
import { depthFor } from "../../payment/transfers/finality.ts";
import { keyInUse } from "../errors/refusal.ts";
import { balanceOf, type ConfirmPaymentPorts, type NewConfirmation } from "../gateway/confirm-payment.ts";
import { readOpenPayment } from "../payments/read-payment.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";
import type { IdempotentRequest, StoredAnswer } from "../ports/idempotency.ts";
import type { CreateLockedOutcome, NewPayment } from "../ports/new-payment.ts";
import {
  type AskedTransfer,
  type CheckedTransfer,
  checkTransfer,
  keyOfTransfer,
  mismatchOf,
  type TransferCaller,
} from "./check-transfer.ts";
import type { RefusedReason } from "./refused-reasons.ts";
import { transferConfirmation } from "./transfer-confirmation.ts";
import {
  findTaken,
  isOpen,
  judgeTransfer,
  optionOf,
  type TakenAnswer,
  type VerifyTransferPorts,
} from "./verify-transfer.ts";

export interface SettleTransferPorts extends VerifyTransferPorts {
  readonly payments: VerifyTransferPorts["payments"] &
    Pick<ConfirmPaymentPorts["payments"], "confirm"> & {
      /** Creates a payment with the response stored under its key, and locks it: in one transaction. */
      createLocked(
        payment: NewPayment,
        confirmation: NewConfirmation,
        idempotent: IdempotentRequest & { readonly answer: StoredAnswer },
      ): Promise<CreateLockedOutcome>;
    };
  readonly followed: ConfirmPaymentPorts["followed"];
  /** Lets a test kill the process at this point. */
  readonly crashPoint: (point: "confirm.stored") => void;
  nowMs(): number;
}

/**
 * Repeating it is safe: the same authorisation has one payment. A payment that was recorded and not locked, because the
 * payer's other payments took the balance, is locked by a repeat once the balance covers it.
 * @returns the payment, locked by this call or an earlier one, or ended; or why it is refused
 * @throws Refusal internal_error (the chain or the screening does not respond), idempotency_conflict: retry
 */
export async function settleTransfer(
  ports: SettleTransferPorts,
  caller: TransferCaller,
  asked: AskedTransfer,
): Promise<PaymentForBuyer | RefusedReason> {
  const mismatch = mismatchOf(asked);
  if (mismatch) return mismatch;
  const taken = await findTaken(ports, caller, asked);
  if (taken === "by_other") return "invalid_exact_evm_nonce_already_used";
  if (taken && caller.merchantIds?.includes(taken.merchantId) === false) return "invalid_payment_requirements";
  if (taken && !isOpen(taken)) return taken;
  const checked = await checkTransfer(ports, caller, asked);
  if (typeof checked === "string") return checked;
  const option = optionOf(taken?.id ?? "", checked, asked);
  const judged = await judgeTransfer(ports, checked, option, asked);
  if (typeof judged === "string") return judged;
  const confirmation = transferConfirmation(option, asked.transfer, {
    termsHash: termsHash(option.terms),
    requiredDepth: depthFor(checked.chain, checked, option),
    payerBalance: judged.balance,
    linkId: null,
  });
  const recorded = taken ?? (await record(ports, caller, asked, checked, confirmation));
  if (recorded === "by_other") return "invalid_exact_evm_nonce_already_used";
  if (recorded === "no_merchant") return "invalid_payment_requirements";
  return lock(ports, recorded, confirmation, checked.chain);
}

interface Recorded {
  readonly id: string;
  readonly isLocked?: boolean;
}

/** @returns the payment, new or of an earlier request; or why there is none */
async function record(
  ports: SettleTransferPorts,
  caller: TransferCaller,
  asked: AskedTransfer,
  { merchantId, amount }: CheckedTransfer,
  confirmation: NewConfirmation,
): Promise<Recorded | "by_other" | "no_merchant"> {
  const { partnerId, keyId } = caller;
  const request = keyOfTransfer(caller, asked);
  const createdAtMs = Math.floor(ports.nowMs());
  const id = newPaymentId({ partnerId, ...request }, createdAtMs);
  const { termsHash } = confirmation;
  const outcome = await ports.payments.createLocked(
    {
      id,
      partnerId,
      merchantId,
      referenceId: referenceOf(asked),
      amount,
      checkout: null,
      takesDeposits: false,
      createdBy: { type: "x402", id: keyId },
      createdAtMs,
      expiresAtS: Number(asked.transfer.validBefore),
      paymentKey: asked.transfer.nonce,
      feePolicyId: null,
    },
    at(id, confirmation),
    { ...request, answer: { status: 200, body: { paymentId: id, termsHash } satisfies TakenAnswer } },
  );
  switch (outcome.type) {
    case "created":
      return { id, isLocked: outcome.isLocked };
    case "replayed":
      return { id: (outcome.answer.body as TakenAnswer).paymentId };
    case "key_conflict":
      return "by_other";
    case "key_in_use":
      throw keyInUse();
    case "merchant_not_found":
    case "merchant_not_active": // since it was found
      return "no_merchant";
  }
}

const REFERENCE_LENGTH_MAX = 256;

/** The URL that the client says it pays for, in ASCII; without one, the nonce. */
function referenceOf({ resource, transfer }: AskedTransfer): string {
  const url = resource !== null && URL.canParse(resource) ? new URL(resource) : null;
  return url && WEB.has(url.protocol) ? url.href.slice(0, REFERENCE_LENGTH_MAX) : transfer.nonce;
}

const WEB: ReadonlySet<string> = new Set(["https:", "http:"]);

const at = (paymentId: string, { option, ...rest }: NewConfirmation): NewConfirmation => ({
  ...rest,
  option: { ...option, paymentId },
});

async function lock(
  ports: SettleTransferPorts,
  { id, isLocked = false }: Recorded,
  unlocked: NewConfirmation,
  chain: PaymentChain,
): Promise<PaymentForBuyer | RefusedReason> {
  const confirmation = at(id, unlocked);
  if (isLocked || (await ports.payments.confirm(id, confirmation))) ports.crashPoint("confirm.stored");
  const payment = await readOpenPayment(ports.payments, id);
  if (!isOpen(payment)) return payment; // perhaps locked by another request
  // The payer has signed other payments, some of which may be on chain and are not followed yet.
  const payerBalance = await balanceOf(ports, chain, confirmation.option);
  await ports.payments.confirm(id, { ...confirmation, payerBalance });
  const then = await readOpenPayment(ports.payments, id); // a repeat of this request may have locked it first
  return isOpen(then) ? "insufficient_funds" : then;
}
