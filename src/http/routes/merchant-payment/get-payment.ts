import type { DocumentedEndpoint } from "../../endpoint.ts";
import { getPayment as original } from "../payments/get-payment.ts";

export const getPayment: DocumentedEndpoint = {
  ...original,
  id: "getMerchantPayment",
  tag: "Other clients",
  summary: "Get a payment's details at a point of sale",
  about: "The same as `GET /v1/payments/{id}`.",
  path: "/v1/merchant/payment/:id",
};
