// The audit log, newest first.

import { AuditLog, AuditQuery, auditEntryShown } from "../../../contract/console/records.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { AUDITORS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { withinReach } from "../../lists/payment-filter.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

export const listAudit = endpoint({
  route: `GET ${CONSOLE_API}/audit`,
  caller: "console",
  console: AUDITORS,
  request: { query: AuditQuery },
  response: [200, AuditLog],
  uses: ["audit", "cursorKeys"],
  async handle({ audit, cursorKeys }, { caller, query }) {
    const { cursor, limit = PAYMENTS_LIMIT_DEFAULT, merchantId } = query;
    const { partnerId } = caller;
    const merchantIds = withinReach(caller, merchantId === undefined ? undefined : [merchantId]);
    const scope = { list: "audit", partnerId, filter: { merchantIds } };
    const [before] = cursor === undefined ? [] : openCursor(cursorKeys, scope, cursor, 1);
    // One more than the page shows whether there is a next page.
    const entries = await audit.list(partnerId, merchantIds, before === undefined ? null : BigInt(before), limit + 1);
    const page = entries.slice(0, limit);
    const last = page.at(-1);
    return {
      entries: page.map(auditEntryShown),
      nextCursor: last && entries.length > limit ? sealCursor(cursorKeys, scope, [last.id.toString()]) : null,
    };
  },
});
