// The payment link that a payment was created on, with the buyer's entries.
import { AlteredBuyerDataError, type BuyerDataKeys, openLinkFields } from "../../payment/buyer-data/buyer-data.ts";
import type { EnteredField } from "../../payment/payment-link.ts";
import { SealedByUnknownKeyError, type SealedText } from "../../payment/sealed-text.ts";
import type { Log } from "../ports/log.ts";

export interface LinkFieldsPorts {
  readonly paymentLinks: {
    /** Null if the payment was not created on a link. */
    ofPayment(
      partnerId: string,
      paymentId: string,
    ): Promise<{ readonly id: string; readonly fields: SealedText | null } | null>;
  };
  readonly buyerDataKeys: BuyerDataKeys | null;
  readonly log: Log;
}

export interface LinkOfPayment {
  readonly id: string;
  /** Null: none of the configured keys opens them. Empty: none were entered, or they were erased. */
  readonly fields: EnteredField[] | null;
}

export async function readLinkOfPayment(
  { paymentLinks, buyerDataKeys, log }: LinkFieldsPorts,
  payment: { readonly partnerId: string; readonly id: string },
): Promise<LinkOfPayment | null> {
  const found = await paymentLinks.ofPayment(payment.partnerId, payment.id);
  if (!found) return null;
  if (!found.fields) return { id: found.id, fields: [] };
  try {
    return { id: found.id, fields: buyerDataKeys && openLinkFields(buyerDataKeys, payment.id, found.fields) };
  } catch (error) {
    if (!(error instanceof SealedByUnknownKeyError || error instanceof AlteredBuyerDataError)) throw error;
    log.error({ err: error, payment: payment.id }, "the fields of a payment link cannot be read");
    return { id: found.id, fields: null };
  }
}
