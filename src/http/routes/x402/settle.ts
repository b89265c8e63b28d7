import { FacilitatorBody, readFacilitated, SettleResult, settleResult } from "../../../contract/x402/facilitator.ts";
import { type AwaitStatusPorts, awaitStatus } from "../../../operations/payments/await-status.ts";
import { settleTransfer } from "../../../operations/x402/settle-transfer.ts";
import type { PaymentForBuyer } from "../../../payment/payment.ts";
import { type CheckedCall, endpoint } from "../../endpoint.ts";
import { BUYER_ADDRESS, CHAIN, FACILITATED, PAYMENT_ID, TX_ID } from "../../openapi/example-values.ts";
import { X402_WAIT_MS } from "../../settings.ts";
import { transferCaller } from "./transfer-caller.ts";

export const settleX402 = endpoint({
  id: "settleX402",
  tag: "x402",
  summary: "Settle what a program has signed for your server",
  about:
    "As `@x402/core`'s HTTPFacilitatorClient calls it. The response comes when the transfer is final. A refusal is a " +
    "success with `success: false` and x402's reason. Repeating the request is safe: the same authorisation has one " +
    "payment, and moves the money once. `settlement_pending`: repeat it later.",
  route: "POST /x402/settle",
  caller: "partner",
  merchant: "optional",
  request: { body: FacilitatorBody },
  response: [200, SettleResult],
  errors: { 409: ["idempotency_conflict"] },
  examples: {
    requests: { usdc: FACILITATED },
    responses: {
      settled: {
        success: true,
        payer: BUYER_ADDRESS,
        transaction: TX_ID,
        network: CHAIN,
        amount: "12500000",
        extra: { paymentId: PAYMENT_ID },
      },
      poor: {
        success: false,
        errorReason: "insufficient_funds",
        payer: BUYER_ADDRESS,
        transaction: "",
        network: CHAIN,
      },
    },
  },
  uses: [
    "payments",
    "idempotency",
    "destinations",
    "chains",
    "chainAvailability",
    "followed",
    "screening",
    "changes",
    "progress",
    "crashPoint",
    "log",
    "throttle",
    "nowS",
    "nowMs",
  ],
  async handle(services, call) {
    const { network } = call.body.paymentRequirements;
    const refused = { success: false, transaction: "", network };
    const asked = readFacilitated(call.body);
    if (typeof asked === "string") return { ...refused, errorReason: asked };
    const taken = await settleTransfer(services, transferCaller(call), asked);
    if (typeof taken === "string") return { ...refused, errorReason: taken, payer: asked.transfer.from };
    const { payment, isAwaited } = await whenFinal(services, call, taken);
    const progress = isAwaited && payment.status === "processing" ? await services.progress.find(payment.id) : null;
    return settleResult(payment, asked, progress?.txHash ?? null);
  },
});

/** The payments for whose end a request waits in this process. */
const awaited = new Set<string>();

/**
 * Waits while the payment is under way, in one request for it at a time. Of many that come together, only one learns
 * that it has succeeded: a program that sends the same payload to a server many times at once must not be served each
 * time.
 */
async function whenFinal(
  services: AwaitStatusPorts,
  { longPollSignal }: Pick<CheckedCall, "longPollSignal">,
  payment: PaymentForBuyer,
): Promise<{ readonly payment: PaymentForBuyer; readonly isAwaited: boolean }> {
  const { id, status } = payment;
  const signal = status === "processing" && !awaited.has(id) ? longPollSignal(id) : null;
  if (!signal) return { payment, isAwaited: false };
  awaited.add(id);
  try {
    const wait = { maxPollMs: X402_WAIT_MS, unlike: status, signal };
    return { payment: await awaitStatus(services, id, wait), isAwaited: true };
  } finally {
    awaited.delete(id);
  }
}
