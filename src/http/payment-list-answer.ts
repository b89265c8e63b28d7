// The answer of GET /v1/payments and GET /v1/merchants/payments: the same but for how merchants are chosen.
import type { Static } from "typebox";
import {
  listedPayment,
  type MerchantPaymentsQuery,
  PAYMENTS_LIMIT_DEFAULT,
  type Payments,
  statisticsToWire,
} from "../contract/payment-list.ts";
import { paymentFilter } from "./payment-filter.ts";
import { paymentPage } from "./payment-page.ts";
import type { Services } from "./ports.ts";
import { shownAssets } from "./shown-asset.ts";

interface ListCall {
  readonly partnerId: string;
  /** Undefined: all of the partner's. */
  readonly merchantIds: readonly string[] | undefined;
  readonly query: Static<typeof MerchantPaymentsQuery>;
  readonly publicUrl: string;
}

export async function answerPaymentList(
  services: Services,
  list: "payments" | "merchant payments",
  { partnerId, merchantIds, query, publicUrl }: ListCall,
): Promise<Static<typeof Payments>> {
  const filter = paymentFilter(services.chains, partnerId, {
    start: query.startTs,
    end: query.endTs,
    symbols: query.token_symbol,
    asset: query.asset,
    network: query.network,
    statuses: query.status,
    merchantIds,
    reference: query.referenceId,
  });
  const { payments, nextCursor, statistics } = await paymentPage(services, {
    list,
    filter,
    order: { by: query.sortBy ?? "date", direction: query.sortDir ?? "desc" },
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
