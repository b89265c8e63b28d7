// A transfer that the watcher stores while its payment is being resolved was not missed, so no error is logged.
import { expect, test } from "vitest";
import type { FollowChainPorts } from "../../../src/operations/following/follow-chain.ts";
import { ingestMissed } from "../../../src/operations/following/ingest-missed.ts";
import type { Block, ChainReader } from "../../../src/operations/ports/chain/chain-reader.ts";
import type { Book, Ledger } from "../../../src/operations/ports/ledger.ts";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";
import { type Terms, termsHash } from "../../../src/payment/terms.ts";
import type { PaidEvent } from "../../../src/payment/transfers/transfer.ts";
import { EMPTY_BOOK } from "./empty-book.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const TERMS: Terms = {
  chain: "eip155:1",
  router: ZERO,
  key: `0x${"01".repeat(32)}`,
  token: ZERO,
  payer: ZERO,
  amount: 1n,
  destination: ZERO,
  fee: 0n,
  feeReceiver: ZERO,
  deadlineS: 2_000,
};
const NEWEST: Block = { number: 1n, hash: "0x02", parentHash: "0x01", timeS: 1_000 };

const bookTaking = (taken: (transfers: readonly PaidEvent[]) => void): Book => ({
  ...EMPTY_BOOK,
  ingest: async (_blocks, transfers) => taken(transfers),
});

test.each([
  ["is already in the ledger", true, { alarms: 0, ingested: 0 }],
  ["was missed", false, { alarms: 1, ingested: 1 }],
])("a transfer that %s", async (_, isKnown, expected) => {
  const found = { alarms: 0, ingested: 0 };
  const ports = {
    chain: {
      id: "eip155:1",
      block: async (number) => ({ ...NEWEST, number, timeS: Number(number) }),
      paidEventsFrom: async (_from, to) => ({
        events: [
          {
            termsHash: termsHash(TERMS),
            txHash: "0x0a",
            blockNumber: 1n,
            blockHash: NEWEST.hash,
          } as Partial<PaidEvent> as PaidEvent,
        ],
        to,
      }),
    } as Partial<ChainReader> as ChainReader,
    ledger: {
      newestBlock: async () => NEWEST,
      notRelayed: async () => new Set(),
      unconfirmed: async () => new Set<string>(),
      hasTransfer: async (_chain, hash) => isKnown && hash === termsHash(TERMS),
      at: (_chain, _after, work) => work(bookTaking((transfers) => (found.ingested += transfers.length))),
    } as Partial<Ledger> as Ledger,
    quoting: { id: "eip155:1", treasury: null } as FollowChainPorts["quoting"],
    quotes: {} as FollowChainPorts["quotes"],
    log: { info: () => {}, warn: () => {}, error: () => void found.alarms++ },
    throttle: createLogThrottle(),
    crashPoint: () => {},
  } satisfies FollowChainPorts;
  expect(await ingestMissed(ports, { terms: TERMS, createdAtS: 900 })).toBe(true);
  expect(found).toEqual(expected);
});
