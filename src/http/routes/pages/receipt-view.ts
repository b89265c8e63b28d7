// What a paid payment's page offers as its receipt: a signed file, and mail.
import type { MailForm } from "../../../pages/checkout/view.ts";
import { receiptFilePath } from "../../../payment/link.ts";
import type { PaymentForBuyer } from "../../../payment/payment.ts";
import type { Services } from "../../services.ts";

const isStated = ({ status, credit, payout }: PaymentForBuyer): boolean =>
  status === "succeeded" && credit !== null && !credit.isLost && payout === null;

export const receiptFileOf = ({ receiptKeys }: Pick<Services, "receiptKeys">, payment: PaymentForBuyer) =>
  isStated(payment) && receiptKeys ? receiptFilePath(payment.id) : null;

/** Whether the receipt of the payment can be sent by mail. */
export const isReceiptMailed = ({ mailKeys }: Pick<Services, "mailKeys">, payment: PaymentForBuyer): boolean =>
  mailKeys !== null && isStated(payment);

/** @param entry what the buyer has entered; null: nothing yet */
export const mailFormOf = (
  services: Pick<Services, "mailKeys">,
  payment: PaymentForBuyer,
  entry: MailForm | null,
): MailForm | null =>
  isReceiptMailed(services, payment) ? (entry ?? { typed: "", fault: null, isAsked: false }) : null;
