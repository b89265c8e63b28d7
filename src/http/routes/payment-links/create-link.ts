import { CreateLinkBody, fieldsOf, linkToWire, PaymentLink } from "../../../contract/payment-links/payment-links.ts";
import { createLink } from "../../../operations/payment-links/manage-payment-links.ts";
import { DEFAULT_REFERENCE_PATTERN } from "../../../payment/payment-links/reference-pattern.ts";
import { MANAGERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { EXPIRES_AT, PAYMENT_LINK } from "../../openapi/example-values.ts";
import { refuseLaterThanKey } from "../../request/limited-key.ts";
import { byCaller } from "../../request/merchant-actor.ts";

const UNUSED = { opened: 0, created: 0, open: 0, succeeded: 0, beyondLimit: 0, amounts: [] };

export const createPaymentLink = endpoint({
  id: "createPaymentLink",
  tag: "Payment links",
  summary: "Create a payment link",
  about:
    "A page at `url` on which buyers create payments for the merchant, of a fixed amount (`value`) or one that they " +
    "choose (`min` to `max`). `fields` are texts that the buyer is asked for. Each payment's reference follows " +
    "`referencePattern`: `{number}` counts the link's payments from 1, `{date}` is the day in UTC. An open payment " +
    "holds one of `maxUses` for at most 15 minutes.",
  route: "POST /v1/payment-links",
  caller: "partner",
  console: MANAGERS_OF_ALL,
  merchant: "required",
  idempotency: "optional",
  request: { body: CreateLinkBody },
  response: [201, PaymentLink],
  errors: { 404: ["merchant_not_found"], 409: ["limit_exceeded"] },
  examples: {
    requests: {
      fixed: {
        amount: { unit: "iso4217/USD", value: "1250" },
        description: "Concert ticket",
        referencePattern: "TICKET-{number}",
        maxUses: 100,
        expiresAt: EXPIRES_AT,
        fields: [{ label: "Name on the ticket", required: true, maxLength: 100 }],
      },
      open: {
        amount: { unit: "iso4217/USD", min: "100", max: "100000", suggested: "1000" },
        description: "Donation",
      },
    },
    responses: { created: { ...PAYMENT_LINK, stats: UNUSED } },
  },
  uses: ["paymentLinks", "merchants", "fees", "faults", "allowsLocalRedirects", "nowS"],
  handle: ({ fees, faults, allowsLocalRedirects, nowS }, call) =>
    call.once(async ({ paymentLinks, merchants }) => {
      const { caller, merchantId, body, settings } = call;
      refuseLaterThanKey(caller, body.expiresAt ?? null, nowS());
      const created = await createLink(
        { paymentLinks, merchants, faults },
        { partnerId: caller.partnerId, merchantId },
        {
          amount: body.amount,
          description: body.description ?? null,
          referencePattern: body.referencePattern ?? DEFAULT_REFERENCE_PATTERN,
          usesMax: body.maxUses ?? null,
          expiresAtS: body.expiresAt ?? null,
          fields: fieldsOf(body.fields),
          checkout: body.checkout ?? null,
          takesDeposits: body.deposit ?? true,
          isEnabled: body.enabled ?? true,
        },
        byCaller(caller),
        { fees: caller.fees ?? fees.standard, allowsLocalRedirects, nowS: nowS() },
      );
      return linkToWire(created, settings.publicUrl);
    }),
});
