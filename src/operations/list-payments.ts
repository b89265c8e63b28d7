// Lists a partner's payments by a filter, a page at a time, with statistics over all that match.
import type { PaymentFilter, PaymentOrder, PaymentPage, PaymentPosition } from "../payment/list.ts";

export interface ListPaymentsPorts {
  readonly payments: { expireDue(): Promise<unknown> };
  readonly lists: {
    /**
     * Everything committed before the call, as of one moment.
     * @throws Refusal params_validation (a search that too much matches), rate_limited, internal_error (not yet up to date)
     * @param after where the page before ended; null: from the beginning
     */
    page(
      filter: PaymentFilter,
      order: PaymentOrder,
      after: PaymentPosition | null,
      limit: number,
    ): Promise<PaymentPage>;
  };
}

/** Payments whose time has run out are expired before they are listed, as they are when one is read alone. */
export async function listPayments(
  { payments, lists }: ListPaymentsPorts,
  ...query: Parameters<ListPaymentsPorts["lists"]["page"]>
): Promise<PaymentPage> {
  await payments.expireDue();
  return lists.page(...query);
}
