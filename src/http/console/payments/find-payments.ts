// Finds payments by an id, reference or amount that a person quotes, within the filters of the list.

import { FindQuery, Found } from "../../../contract/console/records.ts";
import { listedPayment, PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { invalid } from "../../../operations/errors/refusal.ts";
import { findPayments as find } from "../../../operations/lists/list-payments.ts";
import { readSearchTerms, SEARCHABLE } from "../../../payment/lists/search-terms.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { filterOf } from "../../lists/payment-list-response.ts";
import { openPosition, sealPosition } from "../../lists/payment-page.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

export const findPayments = endpoint({
  route: `GET ${CONSOLE_API}/find`,
  caller: "console",
  console: EVERYBODY,
  request: { query: FindQuery },
  response: [200, Found],
  uses: ["payments", "lists", "chains", "cursorKeys"],
  async handle(services, call) {
    const { partnerId } = call.caller;
    const { text, cursor, limit = PAYMENTS_LIMIT_DEFAULT, ...filters } = call.query;
    const terms = readSearchTerms(text);
    if (!terms) throw invalid([{ field: "text", message: `must be ${SEARCHABLE}` }]);
    const filter = filterOf(services.chains, call.caller, filters.merchantId, filters);
    const scope = { list: "found payments", partnerId, filter: { ...filter, text } };
    const after = openPosition(services.cursorKeys, scope, cursor, "date");
    const { payments, end, omits } = await find(services, filter, terms, after, limit);
    const shown = shownAssets(services.chains);
    return {
      data: payments.map((payment) => listedPayment(payment, shown, call.settings.publicUrl)),
      nextCursor: end && sealPosition(services.cursorKeys, scope, end),
      omits: [...omits],
    };
  },
});
