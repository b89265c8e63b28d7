// Whether an event is about an order. Anyone who may create payments chooses their references, so a reference proves
// nothing: the payment's id, merchant, unit and amount must be those that the shop stored.

/** What a shop stores when it has created the payment, or the charge, of an order. */
export interface StoredOrder {
  readonly paymentId: string;
  readonly merchantId: string;
  /** As sent: the unit, and an integer in the smallest unit. */
  readonly amount: { readonly unit: string; readonly value: string };
}

/** `order`: the shop has no such order, or the event is about no payment. */
export type OrderDifference = "order" | "paymentId" | "merchantId" | "amount.unit" | "amount.value";

/** A verified event of either format: `charge:confirmed` of Coinbase Commerce as well. */
export interface OrderEvent {
  readonly data: object;
}

interface Facts {
  readonly paymentId?: unknown;
  readonly merchantId?: unknown;
  readonly unit?: unknown;
  readonly value?: unknown;
}

interface Data {
  readonly payment?: {
    readonly paymentId?: unknown;
    readonly merchant?: { readonly id?: unknown };
    readonly fiatAmount?: { readonly unit?: unknown; readonly value?: unknown };
  };
  readonly resource?: unknown;
  readonly id?: unknown;
  readonly merchant_id?: unknown;
  readonly pricing?: { readonly local?: { readonly amount?: unknown; readonly currency?: unknown } };
}

function factsOf(data: Data | undefined): Facts | null {
  const payment = data?.payment;
  if (payment) {
    const { paymentId, merchant, fiatAmount } = payment;
    return { paymentId, merchantId: merchant?.id, unit: fiatAmount?.unit, value: fiatAmount?.value };
  }
  if (data?.resource !== "charge") return null;
  const { amount, currency } = data.pricing?.local ?? {};
  return {
    paymentId: data.id,
    merchantId: data.merchant_id,
    unit: `iso4217/${currency}`,
    value: smallestUnits(amount),
  };
}

/** A charge's amount has all decimals of its currency: "12.50" is 1250. */
const smallestUnits = (amount: unknown): string | null =>
  typeof amount === "string" && /^[0-9]+(\.[0-9]+)?$/.test(amount) ? String(BigInt(amount.replace(".", ""))) : null;

const isSame = (stored: unknown, found: unknown): boolean =>
  typeof stored === "string" && stored !== "" && stored === found;

/** The first field in which they differ, for the log; null if none does. */
export function difference(event: OrderEvent, order: StoredOrder | null | undefined): OrderDifference | null {
  const facts = factsOf(event.data as Data | undefined);
  if (!facts || !order) return "order";
  if (!isSame(order.paymentId, facts.paymentId)) return "paymentId";
  if (!isSame(order.merchantId, facts.merchantId)) return "merchantId";
  if (!isSame(order.amount.unit, facts.unit)) return "amount.unit";
  return isSame(order.amount.value, facts.value) ? null : "amount.value";
}

/** Whether the event is about the payment that the shop created for the order. Its type says what has happened. */
export const match = (event: OrderEvent, order: StoredOrder | null | undefined): boolean =>
  difference(event, order) === null;
