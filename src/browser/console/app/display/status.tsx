// A payment's status, shown as a word, a colour and an icon, so that no reader depends on a single one.
import type { PaymentStatus } from "../../../../payment/payment.ts";
import { messages } from "../text/language.ts";
import classes from "./status.module.css";

export const statusText = (status: PaymentStatus): string => messages().app.status[status];

/** The meaning of the status for a merchant. */
export const statusMeaning = (status: PaymentStatus): string => messages().app.statusMeaning[status];

interface StatusBadgeProps {
  readonly status: PaymentStatus;
  /** Default: the status's own word. */
  readonly label?: string;
}

export const StatusBadge = ({ status, label = statusText(status) }: StatusBadgeProps) => (
  <span className={classes.badge} data-status={status} title={statusMeaning(status)}>
    {label}
  </span>
);

interface Refunded {
  readonly refundedAt?: string;
  readonly refundedAmount?: { readonly value: string };
}

/** Nothing if nothing was refunded. */
export function RefundBadge({ payment: { refundedAt, refundedAmount } }: { readonly payment: Refunded }) {
  const isPart = refundedAmount !== undefined && refundedAmount.value !== "0";
  if (refundedAt === undefined && !isPart) return null;
  const { status, statusMeaning: meaning } = messages().app;
  const name = refundedAt === undefined ? "partlyRefunded" : "refunded";
  return (
    <span className={classes.badge} data-status="refunded" title={meaning[name]}>
      {status[name]}
    </span>
  );
}
