import { Exceptions, ExceptionsQuery, exceptionToWire } from "../../../contract/payments/exceptions.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { EXCEPTION } from "../../openapi/example-values.ts";
import { exceptionDisplay } from "../../payments/shown-asset.ts";

export const listExceptions = endpoint({
  id: "listExceptions",
  tag: "Payments",
  summary: "List money that does not match its payment's status",
  about:
    "Newest first. `underpaid`, `overpaid`: the amount received is less or more than the amount due. `late`: the " +
    "money arrived after the payment had ended. `duplicate`: another transfer had already paid. `reorged`: a " +
    "chain reorganisation removed the transfer. `settlement_failed`: the removal is permanent. No " +
    "exception changes the payment's status. `recovery` is the transaction that passed a deposit on to the " +
    "payment's destination. An exception is open until somebody resolves it with a note, a refund of it succeeds, or " +
    "the chain settles it: the transfer returned after a reorganisation, or pays the payment after all. " +
    "`resolution` says which.",
  route: "GET /v1/exceptions",
  caller: "partner",
  console: EVERYBODY,
  request: { query: ExceptionsQuery },
  response: [200, Exceptions],
  examples: {
    responses: {
      paidLate: {
        data: [EXCEPTION],
        nextCursor: null,
      },
    },
  },
  uses: ["exceptions", "chains", "cursorKeys"],
  async handle({ exceptions, chains, cursorKeys }, { caller: { partnerId, merchantIds }, query }) {
    const { cursor, limit = PAYMENTS_LIMIT_DEFAULT, paymentId = null, kind = null, status } = query;
    const isResolved = status === undefined ? null : status === "resolved";
    const filter = { merchantIds, paymentId, kind, isResolved };
    const scope = { list: "exceptions", partnerId, filter };
    const [createdAt = "", id = ""] = cursor === undefined ? [] : openCursor(cursorKeys, scope, cursor, 2);
    const after = cursor === undefined ? null : { createdAt, id };
    // One more than the page shows whether there is a next page.
    const rows = await exceptions.list(partnerId, filter, after, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      data: page.map((exception) => exceptionToWire(exception, exceptionDisplay(chains))),
      nextCursor:
        last && rows.length > limit ? sealCursor(cursorKeys, scope, [last.createdAt.toISOString(), last.id]) : null,
    };
  },
});
