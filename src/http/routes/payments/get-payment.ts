import { PaymentDetails, paymentDetails } from "../../../contract/payments/payments.ts";
import { merchantNotFound, Refusal } from "../../../operations/errors/refusal.ts";
import { readLinkOfPayment } from "../../../operations/payment-links/read-link-fields.ts";
import { readOpenPayment } from "../../../operations/payments/read-payment.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { ASSET, CREATED_BY, INFO, LINK_ID, ORDER, SHOWN_DEPOSITS, TX_ID } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { shownAssets } from "../../payments/shown-asset.ts";

export const getPayment = endpoint({
  id: "getPayment",
  tag: "Payments",
  summary: "Get a payment's details",
  about:
    "`info` is present once the payment has succeeded, `settlement` once the money has reached the merchant. A payment " +
    "created on a payment link has `paymentLink`, with what the buyer entered there. `deposits` is present once a deposit " +
    "address was asked for.",
  route: "GET /v1/payments/:id",
  caller: "partner",
  console: EVERYBODY,
  merchant: "required",
  response: [200, PaymentDetails],
  examples: {
    responses: {
      waiting: {
        referenceId: ORDER,
        livemode: true,
        createdBy: CREATED_BY,
        status: "requires_action",
        info: null,
        isRefunded: false,
        settlement: null,
      },
      onLink: {
        referenceId: "TICKET-1",
        livemode: true,
        createdBy: { type: "link", id: LINK_ID },
        paymentLink: { id: LINK_ID, fields: [{ label: "Name on the ticket", value: "Ada Lovelace" }] },
        status: "requires_action",
        info: null,
        isRefunded: false,
        settlement: null,
      },
      halfDeposited: {
        referenceId: ORDER,
        livemode: true,
        createdBy: CREATED_BY,
        status: "requires_action",
        info: null,
        isRefunded: false,
        deposits: SHOWN_DEPOSITS,
        settlement: null,
      },
      settled: {
        referenceId: ORDER,
        livemode: true,
        createdBy: CREATED_BY,
        status: "succeeded",
        info: INFO,
        isRefunded: false,
        settlement: { successful: { amount: { unit: `caip19/${ASSET}`, value: "12450000" }, txId: TX_ID } },
      },
    },
  },
  uses: ["payments", "merchants", "chains", "paymentLinks", "buyerDataKeys", "log"],
  async handle(services, call) {
    const { caller, merchantId, params } = call;
    try {
      const payment = await readOpenPayment(ownedPayments(services.payments, call), params.id);
      return paymentDetails(payment, shownAssets(services.chains), await readLinkOfPayment(services, payment));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The payment is looked up first, because payments of a deleted merchant remain readable.
      throw (await services.merchants.find(caller.partnerId, merchantId)) ? error : merchantNotFound();
    }
  },
});
