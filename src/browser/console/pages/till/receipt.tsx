// A receipt, visible only on paper.
import type { ListedPayment } from "../../api/payments.ts";
import { amountText } from "../../app/money-text.ts";
import classes from "./till.module.css";

export const Receipt = ({ sale }: { readonly sale: ListedPayment }) => (
  <div className={classes.receipt} data-testid="receipt">
    <p>
      <strong>{sale.merchant.name}</strong>
    </p>
    <p>{new Date(sale.createdAt).toLocaleString()}</p>
    <p>Receipt {sale.referenceId}</p>
    <p>
      <strong>{amountText(sale.fiatAmount)}</strong>
    </p>
    {sale.tokenAmount && <p>Paid with {amountText(sale.tokenAmount)}</p>}
    {sale.transaction && <p style={{ overflowWrap: "anywhere" }}>Transaction {sale.transaction.hash}</p>}
    <p style={{ overflowWrap: "anywhere" }}>{sale.paymentId}</p>
  </div>
);
