// A payment's status, shown as a word, a colour and an icon, so that no reader depends on a single one.
import type { PaymentStatus } from "../../../payment/payment.ts";
import classes from "./status.module.css";

export const STATUS_TEXT = {
  requires_action: "Waiting",
  processing: "Processing",
  succeeded: "Succeeded",
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
} as const satisfies Record<PaymentStatus, string>;

/** What each status means to a merchant. */
export const STATUS_MEANING = {
  requires_action: "The buyer hasn't paid yet.",
  processing: "Authorised by the buyer, not yet confirmed by the chain.",
  succeeded: "Paid and confirmed.",
  failed: "It can no longer be paid.",
  expired: "It expired before the buyer paid.",
  cancelled: "It was cancelled before the buyer paid.",
} as const satisfies Record<PaymentStatus, string>;

export const StatusBadge = ({ status }: { readonly status: PaymentStatus }) => (
  <span className={classes.badge} data-status={status} title={STATUS_MEANING[status]}>
    {STATUS_TEXT[status]}
  </span>
);

export const RefundedBadge = () => (
  <span className={classes.badge} data-status="refunded" title="Marked as refunded in full.">
    Refunded
  </span>
);
