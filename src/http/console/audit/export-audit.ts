// Exports the audit log as CSV.
import type { Readable } from "node:stream";
import Type from "typebox";
import { AUDIT_COLUMNS, AuditCsvQuery, auditEntryShown } from "../../../contract/console/audit.ts";
import { csvHead, csvLine, spreadsheetOf } from "../../../contract/payments/csv.ts";
import { AUDITORS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import { csvFile, PAGE_ROWS, ROWS_MAX, tooMany } from "../lists/csv-file.ts";
import { auditFilter } from "./audit-filter.ts";

export const exportAudit = endpoint({
  route: `GET ${CONSOLE_API}/audit.csv`,
  caller: "console",
  console: AUDITORS,
  request: { query: AuditCsvQuery },
  response: [200, Type.Unsafe<Readable>(Type.String())],
  uses: ["audit", "sessions", "nowMs"],
  async handle(services, call) {
    const filter = auditFilter(call.caller, call.query);
    if (await services.audit.hasMoreThan(filter, ROWS_MAX)) throw tooMany("entries", "more");
    const spreadsheet = spreadsheetOf(call.query.locale);
    const pageAfter = async (before: bigint | null) => {
      const { entries, next } = await services.audit.list(filter, before, PAGE_ROWS);
      return {
        lines: entries.map((entry) => csvLine(AUDIT_COLUMNS, auditEntryShown(entry), spreadsheet)),
        end: next,
      };
    };
    const first = await pageAfter(null);
    return csvFile(services, call, { name: "audit", head: csvHead(AUDIT_COLUMNS, spreadsheet), first, pageAfter });
  },
});
