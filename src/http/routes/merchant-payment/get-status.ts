import { EVERYBODY } from "../../console-permissions.ts";
import type { DocumentedEndpoint } from "../../endpoint.ts";
import { getStatus as original } from "../payments/get-status.ts";

export const getStatus: DocumentedEndpoint = {
  ...original,
  id: "getMerchantPaymentStatus",
  tag: "Other clients",
  summary: "Get a payment's status at a point of sale, or wait for it to change",
  about: "The same as `GET /v1/payments/{id}/status`.",
  path: "/v1/merchant/payment/:id/status",
  console: EVERYBODY,
};
