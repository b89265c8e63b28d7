// A payment that succeeds between the look-up of its refund's transaction and the mark.
import { expect, test } from "vitest";
import { findRefund, type RefundPaymentPorts, refundPayment } from "../../../src/operations/payments/refund-payment.ts";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";
import type { PaymentStatus } from "../../../src/payment/payment.ts";
import { openPayment } from "../../harness/fake-ports.ts";

const TX_HASH = `0x${"1".repeat(64)}` as const;
const BY = { actor: "key_1", via: "api" } as const;

/** One payment that is marked whenever asked. */
function onePayment(): { readonly payments: RefundPaymentPorts["payments"]; becomes(next: PaymentStatus): void } {
  let status: PaymentStatus = "processing";
  return {
    becomes(next) {
      status = next;
    },
    payments: {
      findForBuyer: async (id) => ({ ...openPayment(id), status }),
      markRefunded: async () => true,
    },
  };
}

const log = { info() {}, warn() {}, error() {} };
const unused = { chains: new Map(), log, throttle: createLogThrottle() };

test("a named transaction that was not looked up is refused with a retry, not marked without its hash", async () => {
  const { payments, becomes } = onePayment();
  const found = await findRefund({ ...unused, payments }, "pay_1", TX_HASH);
  becomes("succeeded");
  await expect(refundPayment({ payments }, "pay_1", found, BY)).rejects.toMatchObject({
    code: "bad_gateway",
    retryAfterS: 1,
  });
});

test("a payment that is still processing is refused, and one without a named transaction is marked", async () => {
  const { payments, becomes } = onePayment();
  const found = await findRefund({ ...unused, payments }, "pay_1", TX_HASH);
  await expect(refundPayment({ payments }, "pay_1", found, BY)).rejects.toMatchObject({
    code: "payment_not_succeeded",
  });
  becomes("succeeded");
  await expect(refundPayment({ payments }, "pay_1", null, BY)).resolves.toBeUndefined();
});
