import type { Static } from "typebox";
import type { AuditQuery } from "../../../contract/console/audit.ts";
import { millisecondNotBefore } from "../../../contract/moment.ts";
import { type AuditFilter, actionsOf } from "../../../merchant/audit.ts";
import { withinReach } from "../../lists/payment-filter.ts";
import type { KeyCaller } from "../../request/caller.ts";

export const auditFilter = (
  caller: Pick<KeyCaller, "partnerId" | "merchantIds">,
  { merchantId, kind = [], action = [], actor, startTs, endTs, text }: Static<typeof AuditQuery>,
): AuditFilter => ({
  partnerId: caller.partnerId,
  merchantIds: withinReach(caller, merchantId === undefined ? undefined : [merchantId]),
  actions: actionsOf(kind, action),
  actor: actor ?? null,
  startMs: startTs === undefined ? null : millisecondNotBefore(startTs),
  endMs: endTs === undefined ? null : millisecondNotBefore(endTs),
  text: text ?? null,
});
