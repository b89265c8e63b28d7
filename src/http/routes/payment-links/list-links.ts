import { LinksQuery, linkToWire, PaymentLinks } from "../../../contract/payment-links/payment-links.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { READERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { PAYMENT_LINK } from "../../openapi/example-values.ts";

export const listPaymentLinks = endpoint({
  id: "listPaymentLinks",
  tag: "Payment links",
  summary: "List payment links",
  about: "Newest first, without deleted ones. A partner has at most 1 000.",
  route: "GET /v1/payment-links",
  caller: "partner",
  console: READERS_OF_ALL,
  request: { query: LinksQuery },
  response: [200, PaymentLinks],
  examples: { responses: { one: { data: [PAYMENT_LINK], nextCursor: null } } },
  uses: ["paymentLinks", "cursorKeys"],
  async handle({ paymentLinks, cursorKeys }, { caller: { partnerId }, query, settings }) {
    const { cursor, limit = PAYMENTS_LIMIT_DEFAULT } = query;
    const merchantIds = query.merchantId ? [...new Set(query.merchantId)].sort() : null;
    const scope = { list: "payment links", partnerId, filter: merchantIds };
    const [createdAt = "", id = ""] = cursor === undefined ? [] : openCursor(cursorKeys, scope, cursor, 2);
    const after = cursor === undefined ? null : { createdAt, id };
    // One more than the page shows whether there is a next page.
    const found = await paymentLinks.list(partnerId, merchantIds, after, limit + 1);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1)?.link : undefined;
    return {
      data: page.map((counted) => linkToWire(counted, settings.publicUrl)),
      nextCursor: last ? sealCursor(cursorKeys, scope, [last.createdAt.toISOString(), last.id]) : null,
    };
  },
});
