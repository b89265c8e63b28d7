import type { DocumentedEndpoint } from "../../endpoint.ts";
import { getPayment as original } from "../payments/get-payment.ts";

export const getPayment: DocumentedEndpoint = {
  ...original,
  id: "getMerchantPayment",
  summary: "Get a payment's details, under another name",
  path: "/v1/merchant/payment/:id",
};
