// POST /v1/payments under the name that points of sale use. A redirect that cannot be used is switched off.
import type { Static } from "typebox";
import { CreateMerchantPaymentBody } from "../../../contract/payments/payments.ts";
import { isRedirectUrl } from "../../../operations/payments/create-payment.ts";
import type { Checkout } from "../../../payment/payment.ts";
import { SELLERS } from "../../console-permissions.ts";
import type { DocumentedEndpoint } from "../../endpoint.ts";
import { ORDER } from "../../openapi/example-values.ts";
import { createPayment as original } from "../payments/create-payment.ts";

export const createPayment: DocumentedEndpoint = {
  ...original,
  id: "createMerchantPayment",
  tag: "Other clients",
  summary: "Create a payment from a point of sale",
  about:
    "The same as `POST /v1/payments`, except: fields that it does not know are ignored, and without two https URLs in " +
    "`checkout` the buyer is not redirected.",
  path: "/v1/merchant/payment",
  console: SELLERS,
  body: CreateMerchantPaymentBody,
  examples: {
    requests: {
      minimal: { amount: { unit: "iso4217/USD", value: "1250" }, referenceId: ORDER },
      notRedirected: {
        amount: { unit: "iso4217/USD", value: "1250" },
        referenceId: ORDER,
        checkout: { successUrl: "https://shop.example/thanks" },
      },
    },
    responses: original.examples.responses,
  },
  handle(services, call) {
    const { checkout, ...body } = call.body as Static<typeof CreateMerchantPaymentBody>;
    const usable = usableRedirects(checkout, services.allowsLocalRedirects === true);
    return original.handle(services, { ...call, body: { ...body, checkout: usable } });
  },
};

function usableRedirects(
  checkout: Static<typeof CreateMerchantPaymentBody>["checkout"],
  allowsLocal: boolean,
): Checkout | null {
  const { successUrl, errorUrl } = checkout ?? {};
  if (!successUrl || !errorUrl) return null;
  const isUsable = isRedirectUrl(successUrl, allowsLocal) && isRedirectUrl(errorUrl, allowsLocal);
  return isUsable ? { successUrl, errorUrl } : null;
}
