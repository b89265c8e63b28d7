// A payment as a resource that x402 clients pay: `GET` answers 402 with the ways to pay, and with a signed payment 200
// once it is final.
import { readOpenPayment } from "../../../operations/payments/read-payment.ts";
import { x402Path, x402Url } from "../../../payment/link.ts";
import type { PublicRoute } from "../../public-route.ts";
import { checkedIdIn, ID } from "../pages/checkout.ts";
import { answerX402, signedIn } from "./answer.ts";

export const payByX402: PublicRoute = {
  method: "GET",
  path: x402Path(ID),
  isForAnyOrigin: true,
  async handle(host, request, reply) {
    const payment = await readOpenPayment(host.services.payments, checkedIdIn(request));
    const url = x402Url(host.settings.publicUrl, payment.id);
    return answerX402(host, { payment, url, signed: signedIn(request) }, request, reply);
  },
};
