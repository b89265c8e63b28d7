// One page of payments, with the cursor of the next.
import { listPayments } from "../operations/list-payments.ts";
import type { PaymentFilter, PaymentOrder, PaymentPage, PaymentPosition } from "../payment/list.ts";
import { openCursor, sealCursor } from "./cursor.ts";
import type { Services } from "./services.ts";

interface PageRequest {
  /** The list's name: a cursor of one list is invalid for another. */
  readonly list: string;
  readonly filter: PaymentFilter;
  readonly order: PaymentOrder;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** @throws RequestError invalid_params: an invalid cursor */
export async function paymentPage(
  services: Pick<Services, "payments" | "lists" | "cursorKeys">,
  { list, filter, order, cursor, limit }: PageRequest,
): Promise<PaymentPage & { readonly nextCursor: string | null }> {
  const scope = { list, partnerId: filter.partnerId, filter: { ...filter, order } };
  const columns = order.by === "amount" ? 3 : 2;
  const after =
    cursor === undefined ? null : toPosition(openCursor(services.cursorKeys, scope, cursor, columns), order);
  const page = await listPayments(services, filter, order, after, limit);
  const nextCursor = page.end && sealCursor(services.cursorKeys, scope, fromPosition(page.end));
  return { ...page, nextCursor };
}

const fromPosition = ({ standard, createdAt, id }: PaymentPosition): string[] =>
  standard === null ? [createdAt, id] : [standard, createdAt, id];

function toPosition(columns: readonly string[], { by }: PaymentOrder): PaymentPosition {
  const [createdAt = "", id = ""] = columns.slice(-2);
  return { standard: by === "amount" ? (columns[0] ?? null) : null, createdAt, id };
}
