// Exports the list of payments as CSV.
import type { Readable } from "node:stream";
import Type from "typebox";
import { csvHead, csvLine, spreadsheetOf } from "../../../contract/payments/csv.ts";
import { listedPayment } from "../../../contract/payments/payment-list.ts";
import { PAYMENT_COLUMNS, PaymentsCsvQuery } from "../../../contract/payments/payments-csv.ts";
import { listPayments } from "../../../operations/lists/list-payments.ts";
import type { PaymentPage, PaymentPosition } from "../../../payment/lists/list.ts";
import { READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { filterOf, orderOf } from "../../lists/payment-list-response.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import { csvFile, PAGE_ROWS, ROWS_MAX, tooMany } from "../lists/csv-file.ts";

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
    const pageAfter = (after: PaymentPosition | null): Promise<PaymentPage> =>
      listPayments(services, filter, order, after, PAGE_ROWS);
    const first = await pageAfter(null);
    if (first.statistics.payments > ROWS_MAX) throw tooMany("payments", first.statistics.payments);
    const find = shownAssets(services.chains);
    const spreadsheet = spreadsheetOf(call.query.locale);
    const linesOf = ({ payments, end }: PaymentPage) => ({
      lines: payments.map((payment) =>
        csvLine(PAYMENT_COLUMNS, listedPayment(payment, find, call.settings.publicUrl), spreadsheet),
      ),
      end,
    });
    return csvFile(services, call, {
      name: "payments",
      head: csvHead(PAYMENT_COLUMNS, spreadsheet),
      first: linesOf(first),
      pageAfter: async (end: PaymentPosition) => linesOf(await pageAfter(end)),
    });
  },
});
