import { SignedReceipt } from "../../../contract/payments/receipts.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { RECEIPT } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { signedReceipt } from "../../payments/signed-receipt.ts";

export const getReceipt = endpoint({
  id: "getReceipt",
  tag: "Payments",
  summary: "Get a payment's signed receipt",
  about:
    "A compact JWS that states the payment, once it has succeeded, with all that its transfer on the chain can be " +
    "checked by. Anyone can verify it with the keys of `/.well-known/jwks.json`, without this server. The same payment " +
    "and key give the same receipt. It contains the payment's id, so share it only where you would share the payment " +
    "link. An installation without receipt keys answers 404 `not_found`.",
  route: "GET /v1/payments/:id/receipt",
  caller: "partner",
  console: EVERYBODY,
  merchant: "optional",
  response: [200, SignedReceipt],
  examples: { responses: { signed: { receipt: RECEIPT } } },
  errors: { 400: ["payment_not_succeeded"], 404: ["not_found"] },
  uses: ["payments", "successes", "chains", "receiptKeys"],
  async handle(services, call) {
    const ports = { ...services, payments: ownedPayments(services.payments, call) };
    return { receipt: await signedReceipt(ports, call.params.id, call.settings.publicUrl) };
  },
});
