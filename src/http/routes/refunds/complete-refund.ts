import type { Hex } from "viem";
import { Refund, RefundTransactionBody, refundToWire } from "../../../contract/payments/refunds.ts";
import { completeRefund as complete } from "../../../operations/refunds/end-refund.ts";
import { findRefunded } from "../../../operations/refunds/find-transfer.ts";
import { MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { REFUND, TX_ID } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { ownedRefund } from "../../payments/owned-refund.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { byCaller } from "../../request/merchant-actor.ts";

export const completeRefund = endpoint({
  id: "completeRefund",
  tag: "Refunds",
  summary: "Complete a refund by a transaction sent by hand",
  about:
    "The transaction has to transfer exactly the refund's amount of its token to its receiver. It is verified on the " +
    "token's chain, and counts for one refund. Nobody can sign the refund afterwards.",
  route: "POST /v1/refunds/:id/transaction",
  caller: "partner",
  console: MANAGERS,
  merchant: "optional",
  idempotency: "optional",
  request: { body: RefundTransactionBody },
  response: [200, Refund],
  errors: { 400: ["invalid_state"], 502: ["bad_gateway"] },
  examples: {
    requests: { sent: { txHash: TX_ID } },
    responses: { completed: { ...REFUND, status: "succeeded", txId: TX_ID } },
  },
  uses: ["payments", "refunds", "exceptions", "chains", "log", "throttle"],
  async handle(services, call) {
    // The transaction is looked up before the database transaction, so a repeat must not look it up again.
    const earlier = await call.replayed();
    if (earlier) return earlier;
    const refund = await ownedRefund(services, call);
    const ports = { ...services, payments: ownedPayments(services.payments, call) };
    const { partnerId } = call.caller;
    const transfer = await findRefunded(ports, partnerId, refund, call.body.txHash as Hex);
    return call.once(async (tx) => {
      const completed = await complete(tx, partnerId, refund, transfer, byCaller(call.caller));
      return refundToWire(completed, shownAssets(services.chains), call.settings.publicUrl);
    });
  },
});
