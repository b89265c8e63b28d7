// The reasons that get_payment gives, by status.
import { expect, test } from "vitest";
import type { ConsolePayment } from "../../../src/contract/console/payment.ts";
import type { Timeline } from "../../../src/contract/console/timeline.ts";
import { whyUnpaid } from "../../../src/http/mcp/why-unpaid.ts";

const display = { assetSymbol: "USDC", assetName: "USD Coin", decimals: 6 };
const usdc = (value: string) => ({ unit: "caip19/eip155:8453/erc20:0x1", value, display });

type Given = Partial<ConsolePayment> & { chain?: object | null };

function reasonsFor({ chain = null, ...payment }: Given, exceptions: Parameters<typeof whyUnpaid>[2] = []) {
  const given = { expiresAt: 1_771_000_000, failureCode: null, cancelledReason: null, ...payment } as ConsolePayment;
  return whyUnpaid(given, { chain } as Timeline, exceptions);
}
const codes = (...given: Parameters<typeof reasonsFor>) => reasonsFor(...given).map(({ code }) => code);

const exception = (kind: "late" | "settlement_failed", resolvedAt: string | null = null) => ({
  id: "exc_1",
  paymentId: "pay_1",
  kind,
  status: resolvedAt === null ? ("open" as const) : ("resolved" as const),
  amount: null,
  transaction: null,
  message: "Something happened.",
  createdAt: "2026-02-18T12:00:00.000Z",
  resolvedAt,
  resolution: null,
});

test("none once the money has arrived, unless a reorganisation took it away", () => {
  expect(codes({ status: "succeeded" }, [exception("late")])).toEqual([]);
  expect(codes({ status: "succeeded" }, [exception("settlement_failed")])).toEqual(["settlement_failed"]);
});

test("open: nobody has confirmed it", () => {
  const [reason] = reasonsFor({ status: "requires_action" });
  expect(reason).toEqual({ code: "not_confirmed", text: expect.stringContaining("until 2026-02-13T16:26:40.000Z") });
});

test("open: a deposit is too little, or waits for confirmations", () => {
  const deposit = (received: string, status: "pending" | "confirmed") => ({
    asset: "eip155:8453/erc20:0x1",
    address: "0x2",
    amount: usdc("1500000"),
    received: usdc(received),
    transactions: [{ hash: "0x3", from: "0x4", value: received, status }],
  });
  const given = (received: string, status: "pending" | "confirmed") => ({
    status: "requires_action" as const,
    deposits: [deposit(received, status)],
  });
  expect(reasonsFor(given("500000", "confirmed"))[1]).toEqual({
    code: "deposit_too_little",
    text: "The deposit address received 0.5 USDC of 1.5 USDC.",
  });
  expect(codes(given("1500000", "pending"))).toEqual(["not_confirmed", "deposit_pending"]);
});

test.each(["queued", "sent", "held", "external", "quarantined", "closed"])("processing: %s at the relayer", (state) => {
  const chain = { confirmations: null, confirmationsNeeded: 3, relay: { state, attempts: 1 } };
  const [reason] = reasonsFor({ status: "processing", chain });
  expect(reason).toEqual({ code: `relay_${state}`, text: expect.stringMatching(/\.$/) });
});

test("processing: it waits for blocks, or for the sweep of its deposit", () => {
  const chain = { confirmations: 1, confirmationsNeeded: 3, relay: null };
  expect(reasonsFor({ status: "processing", chain })[0]?.text).toContain("1 of 3 blocks");
  expect(codes({ status: "processing" })).toEqual(["waiting_for_deposit"]);
});

test("ended: why, and the exceptions that are still open", () => {
  expect(codes({ status: "expired" }, [exception("late"), exception("late", "2026-02-18T12:01:00.000Z")])).toEqual([
    "expired",
    "late",
  ]);
  expect(reasonsFor({ status: "cancelled", cancelledReason: "cancelled_by_user" })[0]?.text).toContain("The buyer");
  expect(reasonsFor({ status: "cancelled", cancelledReason: "cancelled_by_merchant" })[0]?.text).toContain(
    "The merchant",
  );
  expect(codes({ status: "failed", failureCode: "declined_user" })).toEqual(["declined_user"]);
  expect(codes({ status: "failed" })).toEqual(["not_mined"]);
});
