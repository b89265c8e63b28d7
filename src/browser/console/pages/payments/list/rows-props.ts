import type { ListedPayment } from "../../../api/payments.ts";
import type { PaymentSearch } from "./search.ts";

export interface RowsProps {
  readonly payments: readonly ListedPayment[];
  readonly search: PaymentSearch;
  readonly change: (changes: PaymentSearch) => void;
  /** IDs of the payments that changed last, highlighted for a moment. */
  readonly changed: readonly string[];
}
