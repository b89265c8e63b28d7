import { StatusQuery, StatusResult, statusResult } from "../../../contract/payments.ts";
import { awaitStatus } from "../../../operations/await-status.ts";
import { readEndpoint } from "../../endpoint.ts";
import { waitOf } from "../../held-answers.ts";
import { ownedPayments } from "../../owned-payments.ts";
import { shownAssets } from "../../shown-asset.ts";

export const getStatus = readEndpoint({
  method: "GET",
  path: "/v1/payments/:id/status",
  merchant: "optional",
  unknownId: "payment_not_found",
  query: StatusQuery,
  response: StatusResult,
  async handle(services, call) {
    const { changes } = services;
    const ports = { payments: ownedPayments(services.payments, call), changes, nowMs: () => services.nowMs() };
    const payment = await awaitStatus(ports, call.params.id, waitOf(call));
    return statusResult(payment, shownAssets(services.chains));
  },
});
