// Takes a transfer that a client has signed for a partner's own server: records it as a payment, once however often it
// is asked for, and locks the payment to it. The relayer then sends it.
import type { Hex } from "viem";
import { newPaymentId } from "../../ids.ts";
import type { Option } from "../../payment/option.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { termsHash } from "../../payment/terms.ts";
import { depthFor } from "../../payment/transfers/finality.ts";
import { keyInUse } from "../errors/refusal.ts";
import { balanceOf, type ConfirmPaymentPorts } from "../gateway/confirm-payment.ts";
import type { CreatePaymentPorts } from "../payments/create-payment.ts";
import { readOpenPayment } from "../payments/read-payment.ts";
import {
  type AskedTransfer,
  type CheckedTransfer,
  checkTransfer,
  keyOfTransfer,
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
    CreatePaymentPorts["payments"] &
    Pick<ConfirmPaymentPorts["payments"], "confirm">;
  readonly followed: ConfirmPaymentPorts["followed"];
  /** Lets a test kill the process at this point. */
  readonly crashPoint: (point: "x402.created" | "confirm.stored") => void;
  nowMs(): number;
}

/**
 * Repeating it is safe: the same authorisation has one payment. A payment that was recorded and not locked, because the
 * process ended in between, is locked by the repeat.
 * @returns the payment, locked by this call or an earlier one, or ended; or why it is refused
 * @throws Refusal internal_error (the chain or the screening does not respond), idempotency_conflict: retry
 */
export async function settleTransfer(
  ports: SettleTransferPorts,
  caller: TransferCaller,
  asked: AskedTransfer,
): Promise<PaymentForBuyer | RefusedReason> {
  const taken = await findTaken(ports, caller, asked);
  if (taken === "by_other") return "invalid_exact_evm_nonce_already_used";
  if (taken && !isOpen(taken)) return taken;
  const checked = await checkTransfer(ports, caller, asked);
  if (typeof checked === "string") return checked;
  const option = optionOf(taken?.id ?? "", checked, asked);
  const judged = await judgeTransfer(ports, checked, option, asked);
  if (typeof judged === "string") return judged;
  const hash = termsHash(option.terms);
  const recorded = taken?.id ?? (await record(ports, caller, asked, checked, hash));
  if (recorded === "by_other") return "invalid_exact_evm_nonce_already_used";
  if (recorded === "no_merchant") return "invalid_payment_requirements";
  ports.crashPoint("x402.created");
  return lock(ports, { ...option, paymentId: recorded }, hash, asked, checked, judged.balance);
}

/** @returns the id of the payment, new or of an earlier request; or why there is none */
async function record(
  ports: SettleTransferPorts,
  caller: TransferCaller,
  asked: AskedTransfer,
  { merchantId, amount }: CheckedTransfer,
  hash: Hex,
): Promise<string | "by_other" | "no_merchant"> {
  const { partnerId, keyId } = caller;
  const request = keyOfTransfer(caller, asked);
  const createdAtMs = Math.floor(ports.nowMs());
  const id = newPaymentId({ partnerId, ...request }, createdAtMs);
  const outcome = await ports.payments.create(
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
    { ...request, answer: { status: 200, body: { paymentId: id, termsHash: hash } satisfies TakenAnswer } },
  );
  switch (outcome.type) {
    case "created":
      return id;
    case "replayed":
      return (outcome.answer.body as TakenAnswer).paymentId;
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

async function lock(
  ports: SettleTransferPorts,
  option: Option,
  hash: Hex,
  asked: AskedTransfer,
  checked: CheckedTransfer,
  balance: bigint,
): Promise<PaymentForBuyer | RefusedReason> {
  const { paymentId } = option;
  const requiredDepth = depthFor(checked.chain, checked, option);
  const confirmed = (payerBalance: bigint): Promise<boolean> => {
    const rest = { termsHash: hash, requiredDepth, payerBalance, linkId: null };
    return ports.payments.confirm(paymentId, transferConfirmation(option, asked.transfer, rest));
  };
  if (await confirmed(balance)) ports.crashPoint("confirm.stored");
  const payment = await readOpenPayment(ports.payments, paymentId);
  if (!isOpen(payment)) return payment; // perhaps locked by another request
  // The payer has signed other payments, some of which may be on chain and are not followed yet.
  const balanceThen = await balanceOf(ports, checked.chain, option);
  return (await confirmed(balanceThen)) ? readOpenPayment(ports.payments, paymentId) : "insufficient_funds";
}
