// One page of a list of refunds, newest first.
import type { Static } from "typebox";
import { millisecondNotBefore } from "../../contract/moment.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../contract/payments/payment-list.ts";
import type { RefundsQuery } from "../../contract/payments/refund-list.ts";
import type { Refund } from "../../payment/refund.ts";
import type { KeyCaller } from "../request/caller.ts";
import type { Services } from "../services.ts";
import { openCursor, sealCursor } from "./cursor.ts";

interface RefundPage {
  readonly refunds: readonly Refund[];
  readonly nextCursor: string | null;
}

export async function refundPage(
  { refunds, cursorKeys }: Pick<Services, "refunds" | "cursorKeys">,
  { partnerId, merchantIds: own }: Pick<KeyCaller, "partnerId" | "merchantIds">,
  query: Static<typeof RefundsQuery>,
): Promise<RefundPage> {
  const { cursor, limit = PAYMENTS_LIMIT_DEFAULT, paymentId = null, status = [], merchantId = [] } = query;
  const asked = merchantId.length > 0 ? merchantId : own;
  const merchantIds = own === null ? asked : (asked?.filter((id) => own.includes(id)) ?? null);
  const [fromMs, toMs] = [query.startTs, query.endTs].map((text) =>
    text === undefined ? null : millisecondNotBefore(text),
  );
  const statuses = status.length > 0 ? status : null;
  const scope = { list: "refunds", partnerId, filter: { merchantIds, paymentId, statuses, fromMs, toMs } };
  const [createdAt = "", id = ""] = cursor === undefined ? [] : openCursor(cursorKeys, scope, cursor, 2);
  const dateOf = (ms: number | null | undefined) => (ms == null ? null : new Date(ms));
  const filter = { partnerId, merchantIds, paymentId, statuses, from: dateOf(fromMs), to: dateOf(toMs) };
  // One more than the page shows whether there is a next page.
  const found = await refunds.list(filter, cursor === undefined ? null : { createdAt, id }, limit + 1);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    refunds: page,
    nextCursor: last ? sealCursor(cursorKeys, scope, [last.createdAt.toISOString(), last.id]) : null,
  };
}
