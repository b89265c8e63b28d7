import { ConfirmBody, PollQuery, resultsOf } from "../../../contract/gateway/gateway.ts";
import { StatusResult, statusResult } from "../../../contract/payments/payments.ts";
import { Refusal } from "../../../operations/errors/refusal.ts";
import { confirmPayment as confirm } from "../../../operations/gateway/confirm-payment.ts";
import { awaitStatus } from "../../../operations/payments/await-status.ts";
import { endpoint } from "../../endpoint.ts";
import { waitOf } from "../../limits/long-polls.ts";
import { OPTION_ID, SIGNATURE, STATUSES } from "../../openapi/example-values.ts";
import { shownAssets } from "../../payments/shown-asset.ts";

/** Finding out why a signature does not pay takes several requests to a node, one payment at a time. */
const REFUSED_TOKENS = 10;

export const confirmPayment = endpoint({
  id: "confirmPayment",
  tag: "Gateway",
  summary: "Confirm a payment with the results of the executed actions",
  about:
    "Send one result per action, in the order of the actions. An identical repeat is safe and returns the current " +
    "state. With `maxPollMs` the response is held until the payment is final, for at most 60 000 ms.",
  route: "POST /v1/gateway/payment/:id/confirm",
  caller: "wallet",
  request: { query: PollQuery, body: ConfirmBody },
  response: [200, StatusResult],
  errors: {
    400: ["invalid_state"],
    409: ["quote_expired"],
    410: ["payment_expired"],
    422: ["params_validation"],
    451: ["sanctioned_user"],
  },
  examples: {
    requests: {
      signed: { optionId: OPTION_ID, results: [{ type: "walletRpc", data: [SIGNATURE] }] },
      withCollectedData: {
        optionId: OPTION_ID,
        results: [{ type: "walletRpc", data: [SIGNATURE] }],
        collectedData: {
          fields: [
            { id: "fullName", value: "Ada Lovelace" },
            { id: "dob", value: "1985-12-10" },
            { id: "porCountry", value: "GB" },
            { id: "porAddress", value: "12 St James's Square, London" },
            { id: "tosConfirmed", value: "true" },
          ],
        },
      },
    },
    responses: {
      processing: { isFinal: false, status: "processing", info: null, pollInMs: 500 },
      succeeded: STATUSES.succeeded,
    },
  },
  uses: [
    "payments",
    "paymentLinks",
    "changes",
    "chains",
    "followed",
    "screening",
    "optionKeys",
    "optionFacts",
    "optionLifetimeS",
    "fees",
    "rates",
    "buyerDataTokenKeys",
    "buyerData",
    "buyerDataKeys",
    "log",
    "throttle",
    "crashPoint",
    "nowS",
    "nowMs",
  ],
  async handle(services, call) {
    const { params, body, caller, charge } = call;
    const confirming = confirm(services, params.id, {
      optionId: body.optionId,
      results: resultsOf(body),
      collectedData: body.collectedData?.fields ?? null,
      isExcludedFromRelayer: body.excludeFromRelayer === true,
      providerName: caller.walletName,
    });
    await confirming.catch((error: unknown) => {
      if (error instanceof Refusal && error.isUnprocessable) charge(REFUSED_TOKENS - 1);
      throw error;
    });
    const payment = await awaitStatus(services, params.id, { ...waitOf(call, params.id), unlike: "processing" });
    return statusResult(payment, shownAssets(services.chains));
  },
});
