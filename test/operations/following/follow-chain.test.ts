// The watcher on a chain whose blocks come faster than a node responds, by a virtual clock, and on nodes of which one
// lags behind the others.
import { keccak256, stringToHex } from "viem";
import { expect, test } from "vitest";
import { NO_EVENTS } from "../../../src/operations/following/block-times.ts";
import { type FollowChainPorts, followChain } from "../../../src/operations/following/follow-chain.ts";
import type { Block, ChainReader } from "../../../src/operations/ports/chain/chain-reader.ts";
import type { Book, Ledger } from "../../../src/operations/ports/ledger.ts";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";
import { EMPTY_BOOK } from "./empty-book.ts";

const BLOCK_MS = 250;
const LATENCY_MS = 120;
const POLL_MS = 250;
/** One second of blocks. */
const DEPTH = 4;
const MINUTE_MS = 60_000;

const hashOf = (number: bigint) => keccak256(stringToHex(`block ${number}`));
const blockOf = (number: bigint): Block => ({
  number,
  hash: hashOf(number),
  parentHash: hashOf(number - 1n),
  timeS: Number(number) / 4,
});

/** Follows a chain by these parts of its node and of the ledger. */
const following = (chain: Partial<ChainReader>, ledger: Partial<Ledger>): FollowChainPorts => ({
  chain: { id: "eip155:1", ...chain } as ChainReader,
  ledger: { unscreened: async () => [], ...ledger } as Partial<Ledger> as Ledger,
  quoting: {
    id: "eip155:1",
    assets: [],
    confirmations: [{ fromStandardUnits: 0n, blocks: DEPTH }],
  } as Partial<FollowChainPorts["quoting"]> as FollowChainPorts["quoting"],
  quotes: {} as FollowChainPorts["quotes"],
  log: { info: () => {}, warn: () => {}, error: () => {} },
  throttle: createLogThrottle(),
  crashPoint: () => {},
});

test.each([0n, 400n])(
  "keeps up with four blocks a second behind 120 ms of latency (%i blocks behind)",
  async (behind) => {
    let nowMs = 0;
    let calls = 0;
    const head = () => 10_000n + BigInt(Math.floor(nowMs / BLOCK_MS));
    /** Concurrent calls take as long as one. */
    const call = async <T>(answer: () => T): Promise<T> => {
      calls += 1;
      const endMs = nowMs + LATENCY_MS;
      await Promise.resolve();
      nowMs = Math.max(nowMs, endMs);
      return answer();
    };
    let newest = blockOf(10_000n - behind);
    const ports = following(
      {
        head: () => call(() => blockOf(head())),
        block: (number) => call(() => (number <= head() ? blockOf(number) : null)),
        eventsIn: () => call(() => NO_EVENTS),
        eventsFrom: (_from, to) => call(() => ({ ...NO_EVENTS, to })),
      },
      { newestBlock: async () => newest, at: async (_chain, _after, work) => work(book) },
    );
    const book: Book = {
      ...EMPTY_BOOK,
      ingest: async (blocks) => {
        newest = blocks.at(-1) ?? newest;
      },
    };

    let farthest = 0;
    while (nowMs < MINUTE_MS) {
      const { hasMore } = await followChain(ports);
      if (!hasMore) nowMs += POLL_MS;
      if (nowMs > MINUTE_MS / 6) farthest = Math.max(farthest, Number(head() - newest.number));
    }
    expect(farthest).toBeLessThanOrEqual(2 * DEPTH);
    expect(calls / (MINUTE_MS / 1_000)).toBeLessThan(7);
  },
);

/** 103 blocks are followed, and the first node's head is 106. A second node gives `answers` about its blocks. */
const lagging = (answers: Readonly<Record<string, Block | null>>): FollowChainPorts =>
  following(
    {
      head: async () => blockOf(106n),
      block: async (number) => answers[String(number)] ?? null,
      checkIdentity: async () => {},
    },
    {
      newestBlock: async () => blockOf(103n),
      blocksBelow: async (_chain, below) => (below > 102n ? [blockOf(102n)] : []),
    },
  );

test("a node that lacks the newest block says nothing about a reorg", async () => {
  expect(await followChain(lagging({}))).toEqual({ hasAdvanced: false, hasMore: false, isFarBehind: false });
});

test("nothing is rolled back to where a lagging node ends", async () => {
  const replaced = { ...blockOf(103n), hash: hashOf(0n) };
  await expect(followChain(lagging({ 103: replaced }))).rejects.toThrow("eip155:1: the node lacks block 102");
});
