import type { DocumentedEndpoint } from "../../endpoint.ts";
import { getStatus as original } from "../payments/get-status.ts";

export const getStatus: DocumentedEndpoint = {
  ...original,
  id: "getMerchantPaymentStatus",
  summary: "Get a payment's status, under another name",
  path: "/v1/merchant/payment/:id/status",
};
