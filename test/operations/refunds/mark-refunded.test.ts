// A payment that succeeds between the look-up of its refund's transaction and the mark.
import { expect, test } from "vitest";
import { findMarked } from "../../../src/operations/refunds/find-transfer.ts";
import { type MarkRefundedPorts, markRefunded } from "../../../src/operations/refunds/mark-refunded.ts";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";
import type { PaymentStatus } from "../../../src/payment/payment.ts";
import { openPayment } from "../../harness/fake-ports.ts";

const TX_HASH = `0x${"1".repeat(64)}` as const;
const CREDIT = {
  chain: "eip155:1",
  txHash: TX_HASH,
  logIndex: 0,
  blockNumber: 1n,
  amount: 100n,
  settled: true,
  isLost: false,
};
const BY = { actor: "key_1", via: "api" } as const;

/** One payment that is marked whenever asked. */
function onePayment(): MarkRefundedPorts & { becomes(next: PaymentStatus): void } {
  let status: PaymentStatus = "processing";
  return {
    becomes(next) {
      status = next;
    },
    payments: { findForBuyer: async (id) => ({ ...openPayment(id), status, credit: CREDIT }) },
    refunds: { mark: async () => true },
  };
}

const log = { info() {}, warn() {}, error() {} };
const unused = {
  chains: new Map(),
  log,
  throttle: createLogThrottle(),
  refunds: { hasRouterTransfer: async () => false },
};

test("a named transaction that was not looked up is refused with a retry, not marked without its hash", async () => {
  const { payments, refunds, becomes } = onePayment();
  const found = await findMarked({ ...unused, payments }, "pay_1", TX_HASH);
  becomes("succeeded");
  await expect(markRefunded({ payments, refunds }, "pay_1", found, BY)).rejects.toMatchObject({
    code: "bad_gateway",
    retryAfterS: 1,
  });
});

test("a payment that is still processing is refused, and one without a named transaction is marked", async () => {
  const { payments, refunds, becomes } = onePayment();
  const found = await findMarked({ ...unused, payments }, "pay_1", TX_HASH);
  await expect(markRefunded({ payments, refunds }, "pay_1", found, BY)).rejects.toMatchObject({
    code: "payment_not_succeeded",
  });
  becomes("succeeded");
  await expect(markRefunded({ payments, refunds }, "pay_1", null, BY)).resolves.toBeUndefined();
});
