import { CreatePaymentBody, PaymentCreated, paymentCreated } from "../../../contract/payments.ts";
import { createPayment as create } from "../../../operations/create-payment.ts";
import { writeEndpoint } from "../../endpoint.ts";

const CREATED = 201;

export const createPayment = writeEndpoint({
  method: "POST",
  path: "/v1/payments",
  merchant: "required",
  idempotency: "optional",
  unknownId: "payment_not_found",
  body: CreatePaymentBody,
  status: CREATED,
  response: PaymentCreated,
  handle(services, { caller, merchantId, body, idempotent, settings }) {
    return create(
      services,
      { partnerId: caller.partnerId, merchantId, fees: caller.fees },
      {
        amount: body.amount,
        referenceId: body.referenceId,
        checkout: body.checkout ?? null,
        expiresAtS: body.expiresAt ?? null,
      },
      (payment) => ({ status: CREATED, body: paymentCreated(payment, settings.publicUrl) }),
      idempotent,
    );
  },
});
