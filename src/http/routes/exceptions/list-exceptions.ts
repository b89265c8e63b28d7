import { Exceptions, ExceptionsQuery, exceptionToWire } from "../../../contract/payments/exceptions.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { PAYMENT_ID, TOKEN, TX_ID, UPDATED_AT } from "../../openapi/example-values.ts";
import { shownAssets } from "../../payments/shown-asset.ts";

export const listExceptions = endpoint({
  id: "listExceptions",
  tag: "Payments",
  summary: "List money that does not match its payment's status",
  about:
    "Newest first. `underpaid`, `overpaid`: the amount received is less or more than the amount due. `late`: the " +
    "money arrived after the payment had ended. `duplicate`: another transfer had already paid. `reorged`: a " +
    "chain reorganisation removed the transfer. `settlement_failed`: the removal is permanent. No " +
    "exception changes the payment's status. `recovery` is the transaction that passed a deposit on to the " +
    "payment's destination. `resolvedAt` is when the buyer confirmed the transfer after the " +
    "report, so it pays the payment; otherwise null.",
  route: "GET /v1/exceptions",
  caller: "partner",
  console: EVERYBODY,
  request: { query: ExceptionsQuery },
  response: [200, Exceptions],
  examples: {
    responses: {
      paidLate: {
        data: [
          {
            id: "exc_06gzjr7b",
            paymentId: PAYMENT_ID,
            kind: "late",
            amount: TOKEN,
            transaction: { networkId: "8453", hash: TX_ID },
            message: "The money arrived after the payment had expired",
            createdAt: UPDATED_AT,
            resolvedAt: null,
          },
        ],
        nextCursor: null,
      },
    },
  },
  uses: ["exceptions", "chains", "cursorKeys"],
  async handle({ exceptions, chains, cursorKeys }, { caller: { partnerId, merchantIds }, query }) {
    const { cursor, limit = PAYMENTS_LIMIT_DEFAULT, paymentId = null, kind = null } = query;
    const scope = { list: "exceptions", partnerId, filter: { merchantIds, paymentId, kind } };
    const [createdAt = "", id = ""] = cursor === undefined ? [] : openCursor(cursorKeys, scope, cursor, 2);
    const after = cursor === undefined ? null : { createdAt, id };
    // One more than the page shows whether there is a next page.
    const rows = await exceptions.list(partnerId, { merchantIds, paymentId, kind }, after, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      data: page.map((exception) => exceptionToWire(exception, shownAssets(chains))),
      nextCursor:
        last && rows.length > limit ? sealCursor(cursorKeys, scope, [last.createdAt.toISOString(), last.id]) : null,
    };
  },
});
