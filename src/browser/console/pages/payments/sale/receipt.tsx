// A receipt, visible only on paper.
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { ListedPayment } from "../../../api/payments.ts";
import { useSession } from "../../../app/session/session.tsx";
import { filledText, locale, messages } from "../../../app/text/language.ts";
import { amountText } from "../../../app/text/money-text.ts";
import classes from "./receipt.module.css";

/** @returns how to print a sale's receipt, and the receipt to render */
export function useReceipt() {
  const [printed, setPrinted] = useState<ListedPayment | null>(null);
  useEffect(() => {
    if (printed) window.print();
  }, [printed]);
  return {
    print: (sale: ListedPayment) => setPrinted({ ...sale }),
    receipt: printed && createPortal(<Receipt sale={printed} />, document.body),
  };
}

function Receipt({ sale }: { readonly sale: ListedPayment }) {
  const { newPayment, till } = messages();
  const { receipt: texts } = till;
  const { isTestNet } = useSession();
  return (
    <div className={classes.receipt} data-testid="receipt">
      {isTestNet && <p className={classes.test}>{newPayment.testNet}</p>}
      <p className={classes.merchant}>
        <bdi>{sale.merchant.name}</bdi>
      </p>
      <p>{new Date(sale.createdAt).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" })}</p>
      <p>{filledText(texts.reference, { reference: sale.referenceId })}</p>
      <p className={classes.amount}>{amountText(sale.fiatAmount)}</p>
      {sale.tokenAmount && <p>{filledText(texts.paidWith, { amount: amountText(sale.tokenAmount) })}</p>}
      {sale.transaction && <p>{filledText(texts.transaction, { hash: sale.transaction.hash })}</p>}
      <p>
        <bdi>{sale.paymentId}</bdi>
      </p>
    </div>
  );
}
