// A buyer asks for the receipt of a payment by mail. The address is encrypted until the receipt is sent, then deleted.
import { newId } from "../../ids.ts";
import { hashOfAddress, sealMailSecret } from "../../mail/address.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { StorageKeys } from "../../payment/sealed-text.ts";
import type { AskedReceipt, ReceiptAsked } from "../ports/mail/queue.ts";

export interface AskForReceiptPorts {
  readonly mail: { askForReceipt(receipt: AskedReceipt): Promise<ReceiptAsked> };
  readonly keys: StorageKeys;
}

/** @param address as `mailAddress` writes it */
export function askForReceipt(
  { mail, keys }: AskForReceiptPorts,
  { id: paymentId, partnerId }: Pick<PaymentForBuyer, "id" | "partnerId">,
  address: string,
  language: string,
): Promise<ReceiptAsked> {
  const id = newId("mail");
  const secret = sealMailSecret(keys, id, { address });
  return mail.askForReceipt({
    id,
    paymentId,
    partnerId,
    language,
    addressHash: hashOfAddress(keys, address),
    secret,
  });
}
