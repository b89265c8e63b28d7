import { PollQuery } from "../../../contract/gateway/gateway.ts";
import { StatusResult, statusResult } from "../../../contract/payments/payments.ts";
import { awaitStatus } from "../../../operations/payments/await-status.ts";
import { endpoint } from "../../endpoint.ts";
import { waitOf } from "../../limits/long-polls.ts";
import { STATUSES } from "../../openapi/example-values.ts";
import { shownAssets } from "../../payments/shown-asset.ts";

export const getStatus = endpoint({
  id: "getGatewayPaymentStatus",
  tag: "Gateway",
  summary: "Get a payment's status, or wait for it to change",
  about: "With `maxPollMs` the response is held until the status changes, for at most 60 000 ms.",
  route: "GET /v1/gateway/payment/:id/status",
  caller: "wallet",
  request: { query: PollQuery },
  response: [200, StatusResult],
  examples: { responses: STATUSES },
  uses: ["payments", "changes", "chains", "nowMs"],
  // Not async, so that a long poll does not keep its call in memory.
  handle: (services, call) =>
    awaitStatus(services, call.params.id, waitOf(call, call.params.id)).then((payment) =>
      statusResult(payment, shownAssets(services.chains)),
    ),
});
