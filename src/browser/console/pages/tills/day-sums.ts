// A till's paid sales of a day, added up by currency.
import type { Static } from "typebox";
import type { payment } from "../../../../contract/payments/payment-list.ts";

/** What a list has of a sale. */
export type SoldPayment = Pick<Static<typeof payment>, "status" | "fiatAmount" | "lineItems">;

export interface DaySum {
  readonly count: number;
  /** Tips included. */
  readonly total: SoldPayment["fiatAmount"];
  readonly tips: SoldPayment["fiatAmount"];
}

/** In the order in which the currencies occur. */
export function sumsOf(sales: readonly SoldPayment[]): readonly DaySum[] {
  const sums = new Map<string, DaySum>();
  for (const { status, fiatAmount, lineItems } of sales) {
    if (status !== "succeeded") continue;
    const before = sums.get(fiatAmount.unit);
    const add = (sum: DaySum["total"] | undefined, value: string) => ({
      ...fiatAmount,
      value: (BigInt(sum?.value ?? "0") + BigInt(value)).toString(),
    });
    sums.set(fiatAmount.unit, {
      count: (before?.count ?? 0) + 1,
      total: add(before?.total, fiatAmount.value),
      tips: add(before?.tips, tipIn(lineItems)),
    });
  }
  return [...sums.values()];
}

/** A till writes a tip as the second line of its sale (use-create-sale.ts), and no other lines. */
const tipIn = (lines: SoldPayment["lineItems"]): string => lines?.[1]?.amount.value ?? "0";
