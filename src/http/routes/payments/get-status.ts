import { StatusQuery, StatusResult, statusResult } from "../../../contract/payments/payments.ts";
import { awaitStatus } from "../../../operations/payments/await-status.ts";
import { EVERYBODY_AND_TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { waitOf } from "../../limits/long-polls.ts";
import { STATUSES } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { shownAssets } from "../../payments/shown-asset.ts";

export const getStatus = endpoint({
  id: "getPaymentStatus",
  tag: "Payments",
  summary: "Get a payment's status, or wait for it to change",
  about: "With `maxPollMs` the response is held until the status changes, for at most 60 000 ms.",
  route: "GET /v1/payments/:id/status",
  caller: "partner",
  console: EVERYBODY_AND_TILLS,
  isForPos: true,
  merchant: "optional",
  request: { query: StatusQuery },
  response: [200, StatusResult],
  examples: { responses: STATUSES },
  uses: ["payments", "changes", "chains", "nowMs"],
  // Not async, so that a long poll does not keep its call in memory.
  handle({ payments, changes, chains, nowMs }, call) {
    const ports = { payments: ownedPayments(payments, call), changes, nowMs };
    return awaitStatus(ports, call.params.id, waitOf(call, call.params.id)).then((payment) =>
      statusResult(payment, shownAssets(chains)),
    );
  },
});
