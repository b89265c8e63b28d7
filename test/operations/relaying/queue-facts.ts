// Facts about queued payments and batches under way, for tests of the relayer's decisions.
import fc from "fast-check";
import type {
  QueuedPayment,
  RelayerState,
  RelaySituation,
} from "../../../src/operations/ports/relaying/relay-queue.ts";
import { QueueSorter, type SortedQueue } from "../../../src/operations/relaying/sort-queue.ts";

/** A new payer's payment, which can share a batch with all others that `payment` makes. */
export const payment = (paymentId: string, facts: Partial<QueuedPayment> = {}): QueuedPayment => ({
  paymentId,
  payer: `payer of ${paymentId}`,
  token: "USDC",
  feeReceiver: "fees",
  method: "eip3009",
  destination: "shop",
  merchantName: "Blue Shop",
  dueAtMs: 0,
  isPlain: true,
  payerHasCode: false,
  deploysWallet: false,
  payerHasPaid: false,
  isolatedGas: null,
  isSuspect: false,
  wasLeftOut: false,
  timesLeftOut: 0,
  strikes: 0,
  losses: 0,
  plainUnderWay: 0,
  othersUnderWay: 0,
  ...facts,
});

export const PROVEN = { payerHasCode: true, isPlain: false, payerHasPaid: true } as const;
export const ISOLATED = { payerHasCode: true, isPlain: false, isolatedGas: 100_000n } as const;

export const IDLE: RelayerState = {
  address: "0x0000000000000000000000000000000000000001",
  nextNonce: 7n,
  batches: 0,
  sharedBatches: 0,
  isStuck: false,
  gasOfDay: 0n,
};

export const QUIET: RelaySituation = {
  nowMs: 10_000,
  relayers: [IDLE],
  isolatedBatches: 0,
  gasAtRisk: 0n,
  isStruckUnderWay: false,
};

export const SORT_LIMITS = { relayers: ["one"], gasAtRiskMax: 1_500_000n };

export function sorted(
  queue: readonly QueuedPayment[],
  situation: Partial<RelaySituation> = {},
  pageMax = Number.POSITIVE_INFINITY,
): SortedQueue {
  const sorter = new QueueSorter({ ...QUIET, ...situation }, SORT_LIMITS);
  for (let from = 0; from < queue.length; from += pageMax) sorter.add(queue.slice(from, from + pageMax));
  return sorter;
}

export const idsOf = (payments: readonly (QueuedPayment | null)[]): readonly string[] =>
  payments.map((each) => each?.paymentId ?? "none");

const facts = fc.record({
  payer: fc.constantFrom("p", "q", "r", "s", "t"),
  token: fc.constantFrom("USDC", "USDT"),
  feeReceiver: fc.constantFrom("fees", "other fees"),
  method: fc.constantFrom("eip3009", "permit2"),
  destination: fc.constantFrom("a", "b", "c"),
  merchantName: fc.constantFrom("Blue Shop", "Red Shop"),
  dueAtMs: fc.integer({ min: 0, max: 5_000 }),
  isPlain: fc.boolean(),
  payerHasCode: fc.boolean(),
  deploysWallet: fc.boolean(),
  payerHasPaid: fc.boolean(),
  isolatedGas: fc.option(fc.bigInt({ min: 50_000n, max: 600_000n })),
  isSuspect: fc.boolean(),
  wasLeftOut: fc.boolean(),
  timesLeftOut: fc.integer({ min: 0, max: 3 }),
  strikes: fc.constantFrom(0, 0, 0, 1, 2, 3),
  losses: fc.constantFrom(0, 0, 1, 20),
  plainUnderWay: fc.integer({ min: 0, max: 5 }),
  othersUnderWay: fc.integer({ min: 0, max: 2 }),
});

/** Queues, the payments that have been due longest first. */
export const queues = fc
  .array(facts, { maxLength: 40 })
  .map((all) => all.toSorted((a, b) => a.dueAtMs - b.dueAtMs).map((each, index) => payment(`pay_${index}`, each)));

export const situations = fc.record({
  isolatedBatches: fc.integer({ min: 0, max: 3 }),
  gasAtRisk: fc.bigInt({ min: 0n, max: 1_600_000n }),
  isStruckUnderWay: fc.boolean(),
});
