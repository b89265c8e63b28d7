// A payment's signed receipt as a file, for the buyer. Like the page, it needs only the payment's id.
import { receiptFilePath } from "../../../payment/link.ts";
import { signedReceipt } from "../../payments/signed-receipt.ts";
import type { PublicRoute } from "../../public-route.ts";
import { checkedIdIn, ID } from "./checkout.ts";

export const receiptFile: PublicRoute = {
  method: "GET",
  path: receiptFilePath(ID),
  async handle({ services, settings }, request, reply) {
    const paymentId = checkedIdIn(request);
    const receipt = await signedReceipt(services, paymentId, settings.publicUrl);
    return reply
      .headers({
        "content-type": "application/jwt",
        "content-disposition": 'attachment; filename="receipt.jwt"',
        "referrer-policy": "no-referrer", // the URL is the capability to see the payment
      })
      .send(Buffer.from(receipt));
  },
};
