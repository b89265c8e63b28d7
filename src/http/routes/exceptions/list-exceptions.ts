import { Exceptions, ExceptionsQuery, exceptionToWire } from "../../../contract/exceptions.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payment-list.ts";
import { openCursor, sealCursor } from "../../cursor.ts";
import { readEndpoint } from "../../endpoint.ts";
import { shownAssets } from "../../shown-asset.ts";

export const listExceptions = readEndpoint({
  method: "GET",
  path: "/v1/exceptions",
  merchant: "none",
  unknownId: "not_found",
  query: ExceptionsQuery,
  response: Exceptions,
  async handle({ exceptions, chains, cursorKey }, { caller: { partnerId }, query }) {
    const { cursor, limit = PAYMENTS_LIMIT_DEFAULT, paymentId = null, kind = null } = query;
    const scope = { list: "exceptions", partnerId, filter: { paymentId, kind } };
    const [createdAt = "", id = ""] = cursor === undefined ? [] : openCursor(cursorKey, scope, cursor, 2);
    const after = cursor === undefined ? null : { createdAt, id };
    const rows = await exceptions.list(partnerId, { paymentId, kind }, after, limit + 1); // one more tells of a next page
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      data: page.map((exception) => exceptionToWire(exception, shownAssets(chains))),
      nextCursor:
        last && rows.length > limit ? sealCursor(cursorKey, scope, [last.createdAt.toISOString(), last.id]) : null,
    };
  },
});
