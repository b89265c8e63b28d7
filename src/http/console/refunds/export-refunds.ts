// Exports the list of refunds as CSV.
import type { Readable } from "node:stream";
import Type from "typebox";
import { REFUND_COLUMNS, RefundsCsvQuery } from "../../../contract/console/refunds-csv.ts";
import { csvHead, csvLine, spreadsheetOf } from "../../../contract/payments/csv.ts";
import type { RefundPosition } from "../../../operations/ports/refunds.ts";
import { READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { positionOf, refundFilter } from "../../lists/refund-page.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import { csvFile, PAGE_ROWS, ROWS_MAX, tooMany } from "../lists/csv-file.ts";
import { namedRefunds } from "./refunds.ts";

export const exportRefunds = endpoint({
  route: `GET ${CONSOLE_API}/refunds.csv`,
  caller: "console",
  console: READERS,
  request: { query: RefundsCsvQuery },
  response: [200, Type.Unsafe<Readable>(Type.String())],
  uses: ["refunds", "chains", "sessions", "nowMs"],
  async handle(services, call) {
    const filter = refundFilter(call.caller, call.query);
    if (await services.refunds.hasMoreThan(filter, ROWS_MAX)) throw tooMany("refunds", "more");
    const spreadsheet = spreadsheetOf(call.query.locale);
    const pageAfter = async (after: RefundPosition | null) => {
      const refunds = await services.refunds.list(filter, after, PAGE_ROWS);
      const named = await namedRefunds(services, call.caller.partnerId, refunds, call.settings.publicUrl);
      const last = refunds.length === PAGE_ROWS ? refunds.at(-1) : undefined;
      return {
        lines: named.map((refund) => csvLine(REFUND_COLUMNS, refund, spreadsheet)),
        end: last ? positionOf(last) : null,
      };
    };
    const first = await pageAfter(null);
    return csvFile(services, call, {
      name: "refunds",
      head: csvHead(REFUND_COLUMNS, spreadsheet),
      first,
      pageAfter,
    });
  },
});
