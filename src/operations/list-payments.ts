// Lists a partner's payments by a filter, in pages, with statistics over all matches.
import type { PaymentFilter, PaymentOrder, PaymentPage, PaymentPosition } from "../payment/list.ts";

export interface ListPaymentsPorts {
  readonly payments: { expireDue(): Promise<unknown> };
  readonly lists: {
    /**
     * A snapshot of everything committed before the call.
     * @param after where the previous page ended; null: the first page
     * @throws Refusal params_validation (a search with too many matches), rate_limited, internal_error (not yet up to
     *   date)
     */
    page(
      filter: PaymentFilter,
      order: PaymentOrder,
      after: PaymentPosition | null,
      limit: number,
    ): Promise<PaymentPage>;
  };
}

/** Expires due payments first, as reading a single one does. */
export async function listPayments(
  { payments, lists }: ListPaymentsPorts,
  ...query: Parameters<ListPaymentsPorts["lists"]["page"]>
): Promise<PaymentPage> {
  await payments.expireDue();
  return lists.page(...query);
}
