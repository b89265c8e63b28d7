import { linkToWire, PaymentLink } from "../../../contract/payment-links/payment-links.ts";
import { linkMissing } from "../../../operations/errors/refusal.ts";
import { READERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { PAYMENT_LINK } from "../../openapi/example-values.ts";

export const getPaymentLink = endpoint({
  id: "getPaymentLink",
  tag: "Payment links",
  summary: "Get a payment link",
  about:
    "`stats` counts views of its page, payments created, open and succeeded, and the amount of those that succeeded.",
  route: "GET /v1/payment-links/:id",
  caller: "partner",
  console: READERS_OF_ALL,
  response: [200, PaymentLink],
  examples: { responses: { active: PAYMENT_LINK } },
  uses: ["paymentLinks"],
  async handle({ paymentLinks }, { caller, params, settings }) {
    const found = await paymentLinks.find(caller.partnerId, params.id);
    if (!found) throw linkMissing();
    return linkToWire(found, settings.publicUrl);
  },
});
