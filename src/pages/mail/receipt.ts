// The message with a buyer's receipt.
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { readableAmount } from "../amount.ts";
import { MAIL_TEXTS } from "../catalogues.ts";
import type { Language } from "../messages/languages.ts";
import { filled } from "../messages/message.ts";
import { MOMENT } from "../messages/moment.ts";
import { localeOf, type MailContent, plain, said } from "./content.ts";

export interface ReceiptMail {
  readonly payment: PaymentForBuyer;
  readonly language: Language;
  readonly isTest: boolean;
  /** What was paid, readable, and the name of the network; null if the asset is no longer known. */
  readonly paid: { readonly amount: string; readonly network: string } | null;
  /** The page of the payment. */
  readonly url: string;
}

export function receiptContent({ payment, language, isTest, paid, url }: ReceiptMail): MailContent {
  const { receipt: texts, ...all } = MAIL_TEXTS[language];
  const locale = localeOf(language);
  const { confirmation, credit, referenceId } = payment;
  // The amount is ours: its characters for bidirectional text keep the currency on its side.
  const values = { merchant: plain(payment.merchant.name), amount: readableAmount(payment.amount, locale) };
  const date = new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone: "UTC" });
  const subject = filled(texts.subject, values);
  return {
    language,
    subject: isTest ? said(all.test, { subject }) : subject,
    paragraphs: [texts.title, filled(texts.text, values), ...(isTest ? [all.testNote] : [])],
    items: [],
    facts: [
      [texts.reference, said("{referenceId}", { referenceId })],
      ...(confirmation ? [[texts.date, date.format(confirmation.confirmedAt)] as const] : []),
      ...(paid ? [[texts.paidWith, paid.amount] as const, [texts.network, said("{network}", paid)] as const] : []),
      [texts.paymentId, payment.id],
      ...(credit ? [[texts.transaction, credit.txHash] as const] : []),
    ],
    action: { label: texts.open, url },
    why: texts.why,
    stop: null,
  };
}
