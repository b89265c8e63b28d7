import { RefundsQuery } from "../../../contract/payments/refund-list.ts";
import { Refunds, refundToWire } from "../../../contract/payments/refunds.ts";
import { READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { refundPage } from "../../lists/refund-page.ts";
import { REFUND } from "../../openapi/example-values.ts";
import { shownAssets } from "../../payments/shown-asset.ts";

export const listRefunds = endpoint({
  id: "listRefunds",
  tag: "Refunds",
  summary: "List refunds",
  about: "Newest first. `startTs` and `endTs` bound the time of the request. Marks are not among them.",
  route: "GET /v1/refunds",
  caller: "partner",
  console: READERS,
  request: { query: RefundsQuery },
  response: [200, Refunds],
  examples: { responses: { one: { data: [REFUND], nextCursor: null } } },
  uses: ["refunds", "chains", "cursorKeys"],
  async handle(services, { caller, query, settings }) {
    const { refunds, nextCursor } = await refundPage(services, caller, query);
    return {
      data: refunds.map((refund) => refundToWire(refund, shownAssets(services.chains), settings.publicUrl)),
      nextCursor,
    };
  },
});
