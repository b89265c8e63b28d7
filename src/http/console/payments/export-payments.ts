// Exports a list as CSV, streamed page by page: it is never in memory as a whole, and a slow reader holds no database
// connection. It is not a snapshot: each page shows the payments as of its query.

import { Readable } from "node:stream";
import Type from "typebox";
import { listedPayment } from "../../../contract/payments/payment-list.ts";
import { csvHead, csvLine, PaymentsCsvQuery, spreadsheetOf } from "../../../contract/payments/payments-csv.ts";
import { invalid } from "../../../operations/errors/refusal.ts";
import { listPayments } from "../../../operations/lists/list-payments.ts";
import type { PaymentPage, PaymentPosition } from "../../../payment/lists/list.ts";
import { READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { filterOf, orderOf } from "../../lists/payment-list-response.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { RequestError } from "../../request/request-error.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import { sessionLives } from "../people/session.ts";

/** Spreadsheets still open this many rows. */
const ROWS_MAX = 100_000n;
/** A few hundred kilobytes. */
const PAGE_ROWS = 500;

export const exportPayments = endpoint({
  route: `GET ${CONSOLE_API}/payments.csv`,
  caller: "console",
  console: READERS,
  request: { query: PaymentsCsvQuery },
  response: [200, Type.Unsafe<Readable>(Type.String())],
  uses: ["payments", "lists", "chains", "sessions", "nowMs"],
  async handle(services, call) {
    const filter = filterOf(services.chains, call.caller, call.query.merchantId, call.query);
    const order = orderOf(call.query);
    const page = (after: PaymentPosition | null): Promise<PaymentPage> =>
      listPayments(services, filter, order, after, PAGE_ROWS);
    const first = await page(null);
    if (first.statistics.payments > ROWS_MAX) throw tooMany(first.statistics.payments);
    const find = shownAssets(services.chains);
    const spreadsheet = spreadsheetOf(call.query.locale);
    const text = ({ payments }: PaymentPage): string =>
      payments.map((payment) => csvLine(listedPayment(payment, find, call.settings.publicUrl), spreadsheet)).join("");
    const rest = async (after: PaymentPosition): Promise<PaymentPage> => {
      if (!(await sessionLives(services, call.caller))) throw new RequestError("unauthorized");
      return page(after);
    };
    call.setHeaders({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="payments-${today(services.nowMs())}.csv"`,
    });
    return Readable.from(pieces(csvHead(spreadsheet), first, rest, text), { objectMode: false });
  },
});

async function* pieces(
  head: string,
  first: PaymentPage,
  pageAfter: (end: PaymentPosition) => Promise<PaymentPage>,
  text: (page: PaymentPage) => string,
): AsyncGenerator<string> {
  yield head;
  let rows = 0n;
  for (let page = first; ; page = await pageAfter(page.end)) {
    yield text(page);
    rows += BigInt(page.payments.length);
    if (page.end === null || rows >= ROWS_MAX) return;
  }
}

const today = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);

const tooMany = (found: bigint) =>
  invalid([
    {
      field: "startTs",
      message: `must match at most ${ROWS_MAX} payments, but matches ${found}: narrow the filter`,
    },
  ]);
