import { millisecondNotBefore } from "../../../contract/moment.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { RefundsQuery } from "../../../contract/payments/refund-list.ts";
import { Refunds, refundToWire } from "../../../contract/payments/refunds.ts";
import { READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { REFUND } from "../../openapi/example-values.ts";
import { shownAssets } from "../../payments/shown-asset.ts";

export const listRefunds = endpoint({
  id: "listRefunds",
  tag: "Payments",
  summary: "List refunds",
  about: "Newest first. `startTs` and `endTs` bound the time of the request. Marks are not among them.",
  route: "GET /v1/refunds",
  caller: "partner",
  console: READERS,
  request: { query: RefundsQuery },
  response: [200, Refunds],
  examples: { responses: { one: { data: [REFUND], nextCursor: null } } },
  uses: ["refunds", "chains", "cursorKeys"],
  async handle({ refunds, chains, cursorKeys }, { caller: { partnerId, merchantIds: own }, query, settings }) {
    const { cursor, limit = PAYMENTS_LIMIT_DEFAULT, paymentId = null, status = [], merchantId = [] } = query;
    const asked = merchantId.length > 0 ? merchantId : own;
    const merchantIds = own === null ? asked : (asked?.filter((id) => own.includes(id)) ?? null);
    const [fromMs, toMs] = [query.startTs, query.endTs].map((text) =>
      text === undefined ? null : millisecondNotBefore(text),
    );
    const statuses = status.length > 0 ? status : null;
    const scope = { list: "refunds", partnerId, filter: { merchantIds, paymentId, statuses, fromMs, toMs } };
    const [createdAt = "", id = ""] = cursor === undefined ? [] : openCursor(cursorKeys, scope, cursor, 2);
    const dateOf = (ms: number | null | undefined) => (ms == null ? null : new Date(ms));
    const filter = { partnerId, merchantIds, paymentId, statuses, from: dateOf(fromMs), to: dateOf(toMs) };
    // One more than the page shows whether there is a next page.
    const found = await refunds.list(filter, cursor === undefined ? null : { createdAt, id }, limit + 1);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return {
      data: page.map((refund) => refundToWire(refund, shownAssets(chains), settings.publicUrl)),
      nextCursor: last ? sealCursor(cursorKeys, scope, [last.createdAt.toISOString(), last.id]) : null,
    };
  },
});
