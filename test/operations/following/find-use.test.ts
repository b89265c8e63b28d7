// How a used authorisation was used, on chains whose nodes leave out events or have no old state. Only the transfer or
// the cancellation itself decides.
import { describe, expect, test } from "vitest";
import { findUse } from "../../../src/operations/following/find-use.ts";
import type { FollowChainPorts } from "../../../src/operations/following/follow-chain.ts";
import type { Block, BlockName, BlockRange, ChainReader } from "../../../src/operations/ports/chain/chain-reader.ts";
import type { Book, Ledger } from "../../../src/operations/ports/ledger.ts";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";
import type { Option } from "../../../src/payment/option.ts";
import { termsHash } from "../../../src/payment/terms.ts";
import type { PaidEvent, TimedEvent } from "../../../src/payment/transfers/transfer.ts";
import { EMPTY_BOOK } from "./empty-book.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const CHAIN = "eip155:1";
const HEAD = 5_000n;
/** The block in which the authorisation was used. */
const USED_IN = 4_321n;
const CREATED_AT_S = 3_000;

const optionBy = (method: Option["method"]): Option => ({
  paymentId: "pay_1",
  asset: `${CHAIN}/erc20:${ZERO}`,
  method,
  merchantName: "Test shop",
  paysOut: "merchant",
  quoteExpiresAtS: null,
  quoteSources: [],
  feePpm: 0n,
  feeFixed: 0n,
  terms: {
    chain: CHAIN,
    router: ZERO,
    key: `0x${"01".repeat(32)}`,
    token: ZERO,
    payer: ZERO,
    amount: 1n,
    destination: ZERO,
    fee: 0n,
    feeReceiver: ZERO,
    deadlineS: 4_500,
  },
});

/** One block a second. */
const blockOf = (number: bigint): Block => ({
  number,
  hash: `0x${number.toString(16).padStart(64, "0")}`,
  parentHash: "0x00",
  timeS: Number(number),
});

interface Case {
  readonly method: Option["method"];
  readonly paidIn?: bigint;
  readonly cancelledIn?: readonly bigint[];
  /** The node has no state of blocks below this. */
  readonly stateFrom?: bigint;
  /** The node returns events only for blocks named by their hash. */
  readonly hidesRanges?: boolean;
  /** The same, of transfers alone. */
  readonly hidesPaid?: boolean;
}

const NO_STATE = "missing trie node";

async function found({
  method,
  paidIn,
  cancelledIn = [],
  stateFrom = 0n,
  hidesRanges = true,
  hidesPaid = false,
}: Case) {
  const option = optionBy(method);
  const taken: TimedEvent[] = [];
  let requests = 0;
  const eventIn = (number: bigint) =>
    ({ termsHash: termsHash(option.terms), blockNumber: number, blockHash: blockOf(number).hash }) as PaidEvent;
  const isIn = (number: bigint, within: BlockName | BlockRange): boolean =>
    "hash" in within ? number === within.number : !hidesRanges && within.from <= number && number <= within.to;
  const chain: Partial<ChainReader> = {
    id: CHAIN,
    block: async (number) => blockOf(number),
    paidEventsIn: async ({ number }) => (number === paidIn ? [eventIn(number)] : []),
    paidEventsFrom: async (from, to) => ({
      events: paidIn !== undefined && !hidesPaid && isIn(paidIn, { from, to }) ? [eventIn(paidIn)] : [],
      to,
    }),
    isUsed: async (_, { number }) => {
      requests += 1;
      if (number < stateFrom) throw new Error(NO_STATE);
      return number >= USED_IN;
    },
    cancellations: async (_, within) => cancelledIn.filter((number) => isIn(number, within)).map(blockOf),
  };
  const book: Book = { ...EMPTY_BOOK, ingest: async (_, transfers) => void taken.push(...transfers) };
  const ledger: Partial<Ledger> = {
    newestBlock: async () => blockOf(HEAD),
    hasTransfer: async () => false,
    notRelayed: async () => new Set(),
    unconfirmed: async () => new Set<string>(),
    at: (_chain, _after, work) => work(book),
  };
  const ports = {
    chain: chain as ChainReader,
    ledger: ledger as Ledger,
    quoting: { id: CHAIN, treasury: null } as FollowChainPorts["quoting"],
    quotes: {} as FollowChainPorts["quotes"],
    log: { info: () => {}, warn: () => {}, error: () => {} },
    throttle: createLogThrottle(),
    crashPoint: () => {},
  } satisfies FollowChainPorts;
  const use = await findUse(ports, { option, createdAtS: CREATED_AT_S });
  return { use, taken: taken.map(({ blockNumber, blockTimeS }) => [blockNumber, blockTimeS]), requests };
}

const TAKEN = [[USED_IN, Number(USED_IN)]];
/** The state of the blocks after the use only. */
const PRUNED = USED_IN + 1n;

describe("a used authorisation", () => {
  test.each<[string, Case, Awaited<ReturnType<typeof found>>["use"], readonly unknown[]]>([
    ["paid, and a range shows it", { method: "eip3009", paidIn: USED_IN, hidesRanges: false }, "paid", TAKEN],
    ["paid, and no range shows it", { method: "eip3009", paidIn: USED_IN }, "paid", TAKEN],
    [
      "paid by Permit2 and invalidated later",
      { method: "permit2", paidIn: USED_IN, cancelledIn: [4_400n] },
      "paid",
      TAKEN,
    ],
    [
      "paid by Permit2 and invalidated in the same block",
      { method: "permit2", paidIn: USED_IN, cancelledIn: [USED_IN] },
      "paid",
      TAKEN,
    ],
    ["paid by the buyer's own transaction", { method: "native", paidIn: USED_IN }, "paid", TAKEN],
    ["cancelled", { method: "eip3009", cancelledIn: [USED_IN] }, "cancelled", []],
    ["invalidated", { method: "permit2", cancelledIn: [USED_IN] }, "cancelled", []],
    ["invalidated again after an unknown use", { method: "permit2", cancelledIn: [4_400n] }, "unknown", []],
    ["used in a way that no node shows", { method: "eip3009" }, "unknown", []],
    [
      "cancelled, on a node without the state of that time",
      { method: "eip3009", cancelledIn: [USED_IN], stateFrom: PRUNED, hidesRanges: false },
      "cancelled",
      [],
    ],
    [
      "used at the token by a stranger, on a node without the state of that time",
      { method: "transfer", cancelledIn: [USED_IN], stateFrom: PRUNED, hidesRanges: false },
      "elsewhere",
      [],
    ],
    [
      "paid by a transfer that only its block shows",
      { method: "transfer", paidIn: USED_IN, cancelledIn: [USED_IN], hidesRanges: false, hidesPaid: true },
      "paid",
      TAKEN,
    ],
    ["a transfer that no node shows", { method: "transfer" }, "unknown", []],
  ])("is %s", async (_, given, use, taken) => {
    expect(await found(given)).toMatchObject({ use, taken });
  });

  test.each<[string, Case]>([
    ["EIP-3009", { method: "eip3009", paidIn: USED_IN, stateFrom: PRUNED }],
    [
      "Permit2, whose event may follow a payment",
      { method: "permit2", cancelledIn: [USED_IN], stateFrom: PRUNED, hidesRanges: false },
    ],
  ])("by %s stays undecided without the state of that time", async (_, given) => {
    await expect(found(given)).rejects.toThrow(NO_STATE);
  });

  test("is found with few requests", async () => {
    const { requests } = await found({ method: "eip3009", paidIn: USED_IN });
    expect(requests).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(Number(HEAD))));
  });
});
