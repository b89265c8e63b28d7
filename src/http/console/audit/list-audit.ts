// The audit log, newest first.

import { AuditLog, AuditQuery, auditEntryShown } from "../../../contract/console/audit.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { AUDITORS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import { auditFilter } from "./audit-filter.ts";

export const listAudit = endpoint({
  route: `GET ${CONSOLE_API}/audit`,
  caller: "console",
  console: AUDITORS,
  request: { query: AuditQuery },
  response: [200, AuditLog],
  uses: ["audit", "cursorKeys"],
  async handle({ audit, cursorKeys }, { caller, query }) {
    const { cursor, limit = PAYMENTS_LIMIT_DEFAULT } = query;
    const filter = auditFilter(caller, query);
    const { partnerId, ...conditions } = filter;
    const scope = { list: "audit", partnerId, filter: conditions };
    const [before] = cursor === undefined ? [] : openCursor(cursorKeys, scope, cursor, 1);
    const { entries, next } = await audit.list(filter, before === undefined ? null : BigInt(before), limit);
    return {
      entries: entries.map(auditEntryShown),
      nextCursor: next === null ? null : sealCursor(cursorKeys, scope, [next.toString()]),
    };
  },
});
