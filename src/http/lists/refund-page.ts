// One page of a list of refunds, newest first.
import type { Static } from "typebox";
import { millisecondNotBefore } from "../../contract/moment.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../contract/payments/payment-list.ts";
import type { RefundsQuery } from "../../contract/payments/refund-list.ts";
import type { RefundFilter, RefundPosition } from "../../operations/ports/refunds.ts";
import type { Refund } from "../../payment/refund.ts";
import type { KeyCaller } from "../request/caller.ts";
import type { Services } from "../services.ts";
import { openCursor, sealCursor } from "./cursor.ts";

type RefundReader = Pick<KeyCaller, "partnerId" | "merchantIds">;

interface RefundPage {
  readonly refunds: readonly Refund[];
  readonly nextCursor: string | null;
}

export async function refundPage(
  { refunds, cursorKeys }: Pick<Services, "refunds" | "cursorKeys">,
  caller: RefundReader,
  query: Static<typeof RefundsQuery>,
): Promise<RefundPage> {
  const { cursor, limit = PAYMENTS_LIMIT_DEFAULT } = query;
  const filter = refundFilter(caller, query);
  const { partnerId, merchantIds, paymentId, statuses } = filter;
  const [fromMs, toMs] = [filter.from, filter.to].map((time) => time?.getTime() ?? null);
  const scope = { list: "refunds", partnerId, filter: { merchantIds, paymentId, statuses, fromMs, toMs } };
  const [createdAt = "", id = ""] = cursor === undefined ? [] : openCursor(cursorKeys, scope, cursor, 2);
  // One more than the page shows whether there is a next page.
  const found = await refunds.list(filter, cursor === undefined ? null : { createdAt, id }, limit + 1);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    refunds: page,
    nextCursor: last ? sealCursor(cursorKeys, scope, [positionOf(last).createdAt, last.id]) : null,
  };
}

export const positionOf = ({ createdAt, id }: Refund): RefundPosition => ({ createdAt: createdAt.toISOString(), id });

export function refundFilter(
  { partnerId, merchantIds: own }: RefundReader,
  query: Omit<Static<typeof RefundsQuery>, "cursor" | "limit">,
): RefundFilter {
  const { paymentId = null, status = [], merchantId = [] } = query;
  const asked = merchantId.length > 0 ? merchantId : own;
  const timeOf = (text: string | undefined): Date | null =>
    text === undefined ? null : new Date(millisecondNotBefore(text));
  return {
    partnerId,
    merchantIds: own === null ? asked : (asked?.filter((id) => own.includes(id)) ?? null),
    paymentId,
    statuses: status.length > 0 ? status : null,
    from: timeOf(query.startTs),
    to: timeOf(query.endTs),
  };
}
