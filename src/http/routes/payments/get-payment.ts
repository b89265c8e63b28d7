import { PaymentDetails, paymentDetails } from "../../../contract/payments.ts";
import { merchantNotFound, Refusal } from "../../../operations/errors/refusal.ts";
import { readOpenPayment } from "../../../operations/read-payment.ts";
import { readEndpoint } from "../../endpoint.ts";
import { ownedPayments } from "../../owned-payments.ts";
import { shownAssets } from "../../shown-asset.ts";

export const getPayment = readEndpoint({
  method: "GET",
  path: "/v1/payments/:id",
  merchant: "required",
  unknownId: "payment_not_found",
  response: PaymentDetails,
  async handle(services, call) {
    const { caller, merchantId, params } = call;
    try {
      const payment = await readOpenPayment(ownedPayments(services.payments, call), params.id);
      return paymentDetails(payment, shownAssets(services.chains));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The payment is looked for first, because those of a deleted merchant stay readable.
      throw (await services.merchants.find(caller.partnerId, merchantId)) ? error : merchantNotFound();
    }
  },
});
