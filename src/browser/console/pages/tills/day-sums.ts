// A till's paid sales of a day with their refunds, added up by currency.
import type { Static } from "typebox";
import type { payment } from "../../../../contract/payments/payment-list.ts";
import { tipIn } from "../payments/sale/tax.ts";

/** What a list has of a sale. */
export type SoldPayment = Pick<
  Static<typeof payment>,
  "status" | "fiatAmount" | "lineItems" | "isRefunded" | "refunds"
>;

type Sum = SoldPayment["fiatAmount"];

export interface DaySum {
  readonly count: number;
  /** Tips included, refunds not deducted. */
  readonly total: Sum;
  readonly tips: Sum;
  readonly refunds: { readonly count: number; readonly total: Sum };
}

/** In the order in which the currencies occur. */
export function sumsOf(sales: readonly SoldPayment[]): readonly DaySum[] {
  const sums = new Map<string, DaySum>();
  for (const sale of sales) {
    const { status, fiatAmount, lineItems } = sale;
    if (status !== "succeeded") continue;
    const before = sums.get(fiatAmount.unit);
    const add = (sum: Sum | undefined, value: bigint) => ({
      ...fiatAmount,
      value: (BigInt(sum?.value ?? "0") + value).toString(),
    });
    const back = refundsOf(sale);
    const refunded = back.reduce((all, value) => all + value, 0n);
    sums.set(fiatAmount.unit, {
      count: (before?.count ?? 0) + 1,
      total: add(before?.total, BigInt(fiatAmount.value)),
      tips: add(before?.tips, tipIn(lineItems)),
      refunds: {
        count: (before?.refunds.count ?? 0) + back.length,
        total: add(before?.refunds.total, refunded),
      },
    });
  }
  return [...sums.values()];
}

/** The runs of consecutive numbers, each by its first and last: other tills of the merchant have numbers in between. */
export function runsOf(numbers: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** What went back. A sale that a manager marked as refunded went back as a whole. */
function refundsOf({ fiatAmount, isRefunded, refunds = [] }: SoldPayment): readonly bigint[] {
  const sent = refunds.filter(({ status }) => status === "succeeded").map((each) => BigInt(each.fiatAmount.value));
  return sent.length === 0 && isRefunded ? [BigInt(fiatAmount.value)] : sent;
}
