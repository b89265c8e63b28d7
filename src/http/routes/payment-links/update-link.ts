import { linkToWire, PaymentLink, UpdateLinkBody } from "../../../contract/payment-links/payment-links.ts";
import { updateLink } from "../../../operations/payment-links/manage-payment-links.ts";
import { MANAGERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { PAYMENT_LINK } from "../../openapi/example-values.ts";
import { refuseLaterThanKey } from "../../request/limited-key.ts";
import { byCaller } from "../../request/merchant-actor.ts";

export const updatePaymentLink = endpoint({
  id: "updatePaymentLink",
  tag: "Payment links",
  summary: "Change, disable or enable a payment link",
  about:
    "Send at least one of the fields; null removes a description or a limit. Payments that buyers have already " +
    "created stay payable. The amount and the fields never change: create another link instead.",
  route: "PATCH /v1/payment-links/:id",
  caller: "partner",
  console: MANAGERS_OF_ALL,
  request: { body: UpdateLinkBody },
  response: [200, PaymentLink],
  examples: {
    requests: { disable: { enabled: false }, limits: { maxUses: 200, expiresAt: null } },
    responses: { disabled: { ...PAYMENT_LINK, enabled: false, status: "disabled" } },
  },
  uses: ["paymentLinks", "nowS"],
  async handle({ paymentLinks, nowS }, { caller, params: { id }, body, settings }) {
    const { description, maxUses: usesMax, expiresAt: expiresAtS, enabled: isEnabled } = body;
    if (expiresAtS !== undefined) refuseLaterThanKey(caller, expiresAtS, nowS());
    const place = { partnerId: caller.partnerId, id };
    const changes = { description, usesMax, expiresAtS, isEnabled };
    return linkToWire(await updateLink({ paymentLinks }, place, changes, byCaller(caller), nowS()), settings.publicUrl);
  },
});
