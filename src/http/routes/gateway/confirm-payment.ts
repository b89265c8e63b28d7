import { ConfirmBody, PollQuery, resultsOf } from "../../../contract/gateway.ts";
import { StatusResult, statusResult } from "../../../contract/payments.ts";
import { awaitStatus } from "../../../operations/await-status.ts";
import { confirmPayment as confirm } from "../../../operations/confirm-payment.ts";
import { gatewayEndpoint } from "../../endpoint.ts";
import { waitOf } from "../../held-answers.ts";
import { shownAssets } from "../../shown-asset.ts";

export const confirmPayment = gatewayEndpoint({
  method: "POST",
  path: "/v1/gateway/payment/:id/confirm",
  query: PollQuery,
  body: ConfirmBody,
  response: StatusResult,
  async handle(services, call) {
    const { params, body, caller } = call;
    await confirm(services, params.id, {
      optionId: body.optionId,
      results: resultsOf(body),
      collectedData: body.collectedData?.fields ?? null,
      isExcludedFromRelayer: body.excludeFromRelayer === true,
      providerName: caller.walletName,
    });
    const payment = await awaitStatus(services, params.id, { ...waitOf(call), unlike: "processing" });
    return statusResult(payment, shownAssets(services.chains));
  },
});
