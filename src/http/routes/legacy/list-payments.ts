import {
  LEGACY_STATUSES,
  LegacyPayments,
  LegacyPaymentsQuery,
  legacyPayment,
  legacyStatistics,
} from "../../../contract/legacy-list.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payment-list.ts";
import { merchantMissing } from "../../../operations/errors/refusal.ts";
import { readEndpoint } from "../../endpoint.ts";
import { paymentFilter } from "../../payment-filter.ts";
import { paymentPage } from "../../payment-page.ts";
import { shownAssets } from "../../shown-asset.ts";

export const listLegacyPayments = readEndpoint({
  method: "GET",
  path: "/v1/merchants/:merchantId/payments",
  deprecated: { since: new Date("2026-02-18T00:00:00Z"), successor: "/v1/merchants/payments" },
  legacyKey: true,
  merchant: "none",
  unknownId: "not_found",
  query: LegacyPaymentsQuery,
  response: LegacyPayments,
  async handle(services, { caller: { partnerId }, params: { merchantId }, query }) {
    const { lists, chains } = services;
    if (!(await lists.knowsMerchant(partnerId, merchantId))) throw merchantMissing();
    const filter = paymentFilter(chains, partnerId, {
      start: query.start_ts,
      end: query.end_ts,
      symbols: undefined,
      asset: query.asset,
      network: query.network,
      statuses: query.status ? [query.status] : LEGACY_STATUSES,
      merchantIds: [merchantId],
      reference: undefined,
    });
    const { payments, nextCursor, statistics } = await paymentPage(services, {
      list: "legacy payments",
      filter,
      order: { by: query.sort_by ?? "date", direction: query.sort_dir ?? "desc" },
      cursor: query.cursor,
      limit: query.limit ?? PAYMENTS_LIMIT_DEFAULT,
    });
    return {
      data: payments.map((payment) => legacyPayment(payment, shownAssets(chains))),
      stats: legacyStatistics(statistics, await lists.currencies(partnerId, merchantId)),
      next_cursor: nextCursor,
    };
  },
});
