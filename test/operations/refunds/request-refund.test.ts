// The amount of a refund that is asked for in the payment's currency.
import { expect, test } from "vitest";
import type { NewRefund } from "../../../src/operations/ports/refunds.ts";
import {
  type CheckedRequest,
  type RequestRefundPorts,
  requestRefund,
} from "../../../src/operations/refunds/request-refund.ts";
import type { Option } from "../../../src/payment/option.ts";
import type { PaymentForBuyer } from "../../../src/payment/payment.ts";
import { type Refund, worthOf } from "../../../src/payment/refund.ts";

const TOKEN = "eip155:1/erc20:0x0000000000000000000000000000000000000001";
/** 10.00 EUR at a rate that no cent divides. */
const FIAT = { currency: "EUR", value: 1_000n };
const PAID = 10_869_563n;

/** Requests parts in euro cents, one after another. @returns the tokens of each */
async function requested(cents: readonly bigint[]): Promise<readonly bigint[]> {
  const refunds: Refund[] = [];
  const sum = () => refunds.reduce((total, { amount }) => total + amount.value, 0n);
  const terms = { chain: "eip155:1", amount: PAID };
  const payment = () =>
    ({
      id: "pay_1",
      status: "succeeded",
      amount: FIAT,
      refundMark: null,
      refundTotals: { paid: PAID, requested: sum(), refunded: 0n },
      refunds,
      credit: { amount: PAID },
      confirmation: { option: { asset: TOKEN, terms } as unknown as Option },
    }) as unknown as PaymentForBuyer;
  const ports = {
    payments: { findForBuyer: async () => payment() },
    chains: new Map(),
    nowMs: () => 0,
    refunds: {
      async create(refund: NewRefund) {
        const created = { ...refund, status: "requires_action" } as unknown as Refund;
        refunds.push(created);
        return created;
      },
    },
  } as unknown as RequestRefundPorts & Parameters<typeof requestRefund>[0];
  for (const value of cents) {
    const amount = { unit: "iso4217/EUR", value: value.toString() };
    const request = { paymentId: "pay_1", amount, reason: null, to: null, needsSecondPerson: false };
    const checked = { to: null, request: { ...request, requestedBy: { type: "server", id: null } } } as CheckedRequest;
    await requestRefund(ports, checked, { actor: "test", via: "key_1" } as never);
  }
  return refunds.map(({ amount }) => amount.value);
}

test("is rounded down, and the last part is all that is left", async () => {
  const parts = await requested([333n, 333n, 334n]);
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(PAID);
  expect(parts.slice(0, 2)).toEqual([3_619_564n, 3_619_564n]);
  expect(worthOf(parts[2] ?? 0n, PAID, FIAT).value).toBe(334n);
});

test("is all of it for the whole amount, and too much for a cent more", async () => {
  expect(await requested([1_000n])).toEqual([PAID]);
  await expect(requested([333n, 668n])).rejects.toMatchObject({ issues: [{ field: "amount.value" }] });
});
