import { PollQuery } from "../../../contract/gateway.ts";
import { StatusResult, statusResult } from "../../../contract/payments.ts";
import { awaitStatus } from "../../../operations/await-status.ts";
import { gatewayEndpoint } from "../../endpoint.ts";
import { waitOf } from "../../held-answers.ts";
import { shownAssets } from "../../shown-asset.ts";

export const getStatus = gatewayEndpoint({
  method: "GET",
  path: "/v1/gateway/payment/:id/status",
  query: PollQuery,
  response: StatusResult,
  async handle(services, call) {
    const payment = await awaitStatus(services, call.params.id, waitOf(call));
    return statusResult(payment, shownAssets(services.chains));
  },
});
