// The confirmation of a payment by a transfer that an x402 client has authorised. The relayer sends it.
import { type Option, resultsDigest } from "../../payment/option.ts";
import { packTransfer, type TransferAuthorization } from "../../payment/transfers/transfer-authorization.ts";
import type { NewConfirmation } from "../gateway/confirm-payment.ts";

/** The name of the wallet in lists. */
const PROVIDER = "x402";

export function transferConfirmation(
  option: Option,
  transfer: TransferAuthorization,
  rest: Pick<NewConfirmation, "termsHash" | "requiredDepth" | "payerBalance" | "linkId">,
): NewConfirmation {
  const signature = packTransfer(transfer);
  return {
    option,
    resultsDigest: resultsDigest([signature]),
    proof: { type: "signature", signature },
    providerName: PROVIDER,
    relay: "queued",
    buyerData: null,
    ...rest,
  };
}
