// Lists a partner's payments by a filter, in pages, with statistics over all matches.
import type {
  FoundPayments,
  PaymentFilter,
  PaymentOrder,
  PaymentPage,
  PaymentPosition,
} from "../../payment/lists/list.ts";
import type { SearchTerms } from "../../payment/lists/search-terms.ts";

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

export interface FindPaymentsPorts {
  readonly payments: ListPaymentsPorts["payments"];
  readonly lists: {
    /**
     * Newest first, from a snapshot of everything committed before the call.
     * @param filter without a reference: the searched one takes its place
     * @throws Refusal rate_limited, internal_error (not yet up to date)
     */
    find(
      filter: PaymentFilter,
      terms: SearchTerms,
      after: PaymentPosition | null,
      limit: number,
    ): Promise<FoundPayments>;
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

/** Expires due payments first, as the list does. */
export async function findPayments(
  { payments, lists }: FindPaymentsPorts,
  ...query: Parameters<FindPaymentsPorts["lists"]["find"]>
): Promise<FoundPayments> {
  await payments.expireDue();
  return lists.find(...query);
}
