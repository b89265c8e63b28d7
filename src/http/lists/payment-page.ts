// One page of payments, with the cursor of the next.
import { listPayments } from "../../operations/lists/list-payments.ts";
import type { PaymentFilter, PaymentOrder, PaymentPage, PaymentPosition } from "../../payment/lists/list.ts";
import type { Services } from "../services.ts";
import { type CursorScope, openCursor, sealCursor } from "./cursor.ts";

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
  const after = openPosition(services.cursorKeys, scope, cursor, order.by);
  const page = await listPayments(services, filter, order, after, limit);
  const nextCursor = page.end && sealPosition(services.cursorKeys, scope, page.end);
  return { ...page, nextCursor };
}

export const sealPosition = (
  keys: Services["cursorKeys"],
  scope: CursorScope,
  { standard, createdAt, id }: PaymentPosition,
): string => sealCursor(keys, scope, standard === null ? [createdAt, id] : [standard, createdAt, id]);

/** @throws RequestError invalid_params: an invalid cursor */
export function openPosition(
  keys: Services["cursorKeys"],
  scope: CursorScope,
  cursor: string | undefined,
  by: PaymentOrder["by"],
): PaymentPosition | null {
  if (cursor === undefined) return null;
  const columns = openCursor(keys, scope, cursor, by === "amount" ? 3 : 2);
  const [createdAt = "", id = ""] = columns.slice(-2);
  return { standard: by === "amount" ? (columns[0] ?? null) : null, createdAt, id };
}
