import type { ListedPayment } from "../../api/payments.ts";
import type { PaymentSearch } from "./search.ts";

export interface RowsProps {
  readonly payments: readonly ListedPayment[];
  readonly search: PaymentSearch;
  readonly change: (changes: PaymentSearch) => void;
  /** Ids of the payments that changed last: they are marked for a moment. */
  readonly changed: readonly string[];
}
