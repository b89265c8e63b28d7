// The books in the console: the months, closing one, and a merchant's monthly statement.
import { ClosedMonth, closingToWire } from "../../../contract/books/books.ts";
import { BookMonths, CloseBody, Statement, StatementQuery, statementToWire } from "../../../contract/console/books.ts";
import { closeMonth as close, monthsOf } from "../../../operations/books/month.ts";
import { statementOf } from "../../../operations/books/statement.ts";
import { merchantNotFound } from "../../../operations/errors/refusal.ts";
import { monthOf } from "../../../payment/books/entry.ts";
import { MANAGERS_OF_ALL, READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { createFewAtATime } from "../../limits/few-at-a-time.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

/** Each reads a month page by page, and a closed one twice. */
const readings = createFewAtATime(2);

const PATH = `${CONSOLE_API}/books` as const;

export const listBookMonths = endpoint({
  route: `GET ${PATH}`,
  caller: "console",
  console: READERS,
  response: [200, BookMonths],
  uses: ["bookEntries", "statements", "nowMs"],
  async handle(services, { caller: { partnerId, merchantIds } }) {
    const { since } = await services.statements.partner(partnerId);
    const months = await monthsOf(services, partnerId, since);
    return {
      months: months.map(({ month, closing, mayClose }) => ({
        month: month.name,
        closing: closing && closingToWire(closing, merchantIds !== null),
        mayClose,
      })),
    };
  },
});

export const closeBookMonth = endpoint({
  route: `POST ${PATH}/closed-months`,
  caller: "console",
  console: MANAGERS_OF_ALL,
  request: { body: CloseBody },
  response: [200, ClosedMonth],
  uses: ["bookEntries", "nowMs"],
  async handle(services, { caller, body }) {
    const closing = { partnerId: caller.partnerId, month: monthOf(body.month) };
    const end = readings.begin(caller.keyId);
    const closed = await close(services, closing, byCaller(caller)).finally(end);
    return closingToWire(closed, caller.merchantIds !== null);
  },
});

export const readStatement = endpoint({
  route: `GET ${PATH}/statement`,
  caller: "console",
  console: READERS,
  request: { query: StatementQuery },
  response: [200, Statement],
  uses: ["bookEntries", "statements", "chains", "nowMs"],
  async handle(services, { caller: { partnerId, merchantIds, keyId }, query: { merchantId, month } }) {
    if (merchantIds && !merchantIds.includes(merchantId)) throw merchantNotFound();
    const end = readings.begin(keyId);
    const statement = await statementOf(services, { partnerId, merchantId, month: monthOf(month) }).finally(end);
    return statementToWire(statement, shownAssets(services.chains), merchantIds !== null);
  },
});
