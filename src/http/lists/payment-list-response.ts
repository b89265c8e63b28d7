// The response of GET /v1/payments and GET /v1/merchants/payments, which differ only in how merchants are chosen.
import type { Static } from "typebox";
import {
  listedPayment,
  type MerchantPaymentsQuery,
  PAYMENTS_LIMIT_DEFAULT,
  type Payments,
  statisticsToWire,
} from "../../contract/payments/payment-list.ts";
import type { PaymentChains } from "../../operations/ports/chain/payment-chain.ts";
import type { PaymentFilter, PaymentOrder, PaymentOwner } from "../../payment/lists/list.ts";
import { shownAssets } from "../payments/shown-asset.ts";
import type { Services } from "../services.ts";
import { paymentFilter } from "./payment-filter.ts";
import { paymentPage } from "./payment-page.ts";

export const LIST_ABOUT =
  "`stats` cover all matches of the filters, on every page. `startTs` is inclusive, `endTs` exclusive; a repeated " +
  "parameter matches any of its values. `sortBy=amount` compares amounts in standard units across currencies; " +
  "`currency` keeps to one.";

interface ListCall {
  readonly owner: PaymentOwner;
  /** Undefined: all within the owner's reach. */
  readonly merchantIds: readonly string[] | undefined;
  readonly query: Static<typeof MerchantPaymentsQuery>;
  readonly publicUrl: string;
}

type Query = Static<typeof MerchantPaymentsQuery>;

/** @throws Refusal params_validation */
export const filterOf = (
  chains: PaymentChains,
  owner: PaymentOwner,
  merchantIds: readonly string[] | undefined,
  query: Omit<Query, "cursor" | "limit">,
): PaymentFilter =>
  paymentFilter(chains, owner, {
    start: query.startTs,
    end: query.endTs,
    symbols: query.token_symbol,
    asset: query.asset,
    network: query.network,
    currency: query.currency,
    tillId: query.tillId,
    statuses: query.status,
    merchantIds,
    reference: query.referenceId,
  });

export const orderOf = ({ sortBy = "date", sortDir = "desc" }: Pick<Query, "sortBy" | "sortDir">): PaymentOrder => ({
  by: sortBy,
  direction: sortDir,
});

export async function answerPaymentList(
  services: Pick<Services, "payments" | "lists" | "chains" | "cursorKeys">,
  list: "payments" | "merchant payments",
  { owner, merchantIds, query, publicUrl }: ListCall,
): Promise<Static<typeof Payments>> {
  const filter = filterOf(services.chains, owner, merchantIds, query);
  const { payments, nextCursor, statistics } = await paymentPage(services, {
    list,
    filter,
    order: orderOf(query),
    cursor: query.cursor,
    limit: query.limit ?? PAYMENTS_LIMIT_DEFAULT,
  });
  const find = shownAssets(services.chains);
  return {
    data: payments.map((payment) => listedPayment(payment, find, publicUrl)),
    nextCursor,
    stats: statisticsToWire(statistics),
  };
}
