// A large amount counts only once independent nodes show its transfer.
import { type Hex, numberToHex } from "viem";
import { describe, expect, it } from "vitest";
import { ATTEMPT_TIMEOUT_MS } from "../../../../../src/chains/evm/nodes/client.ts";
import type { EndpointStatus, WatchedEndpoint } from "../../../../../src/chains/evm/nodes/watched-endpoint.ts";
import { provenBySources } from "../../../../../src/chains/evm/read/second-source.ts";
import { toPaidEvent } from "../../../../../src/chains/evm/router/paid-event.ts";
import { termsHash } from "../../../../../src/payment/terms.ts";
import type { Proof } from "../../../../../src/payment/transfers/proof.ts";
import type { Transfer } from "../../../../../src/payment/transfers/transfer.ts";
import { blockHash, type Paid, paidLog } from "../../in-memory/events.ts";
import { CONFIG, hashOf, memoryChain, optionBy, someone } from "../../in-memory/memory-chain.ts";

const TERMS_HASH = termsHash(optionBy("eip3009").terms);

interface Shown {
  readonly host?: string;
  readonly head?: bigint;
  /** Hash of the transfer's block. */
  readonly hash?: Hex;
  readonly finalized?: bigint;
  readonly safe?: bigint;
  readonly status?: EndpointStatus;
  readonly logs?: readonly unknown[];
  readonly fails?: string;
}

/** A log with the hash of the unchanged terms, so that only the changed field distinguishes two events. */
const log = (changes: Partial<Paid> = {}, hash = blockHash(5n)) =>
  paidLog({ block: 5n, blockHash: hash }, { termsHash: TERMS_HASH, ...changes });
const transferOf = (changes: Partial<Paid> = {}): Transfer => toPaidEvent(log(changes) as never, CONFIG, 5n, 5n);

function source({ host = "a.example", head = 7n, hash = blockHash(5n), status = "ready", ...rest }: Shown) {
  const { finalized = 4n, safe = 5n, logs = [log({}, hash)], fails } = rest;
  const asked: { method: string; params: unknown; timeoutMs: number | null }[] = [];
  const tags: Readonly<Record<string, bigint>> = { latest: head, finalized, safe };
  const endpoint: WatchedEndpoint = {
    host,
    logRange: { max: () => 500, served: () => {}, failed: () => {} },
    status: () => status,
    request: async (method, params, timeoutMs) => {
      asked.push({ method, params, timeoutMs });
      if (fails === method) throw new Error("does not respond");
      if (method === "eth_getLogs") return logs;
      const [tag = ""] = params as string[];
      const number = tags[tag] ?? BigInt(tag);
      return { number: numberToHex(number), hash: number === 5n ? hash : blockHash(number) };
    },
    probe: () => {},
    readHead: async () => null,
    readBlockTimeS: async () => null,
    setOutOfStep: () => {},
  };
  return { endpoint, asked };
}

const TWO: Proof = { sources: 2, depth: 3, finality: null };
const ONE: Proof = { sources: 1, depth: 3, finality: null };

async function isProven(shown: readonly Shown[], proof: Proof, transfer = transferOf()): Promise<boolean> {
  const sources = shown.map((one) => source(one).endpoint);
  const { connection } = memoryChain({ sources });
  const item = { transfer, proof };
  const proven = await provenBySources(connection, CONFIG, [item]);
  if (proven.length > 0) expect(proven).toEqual([item]);
  return proven.length === 1;
}

const B = { host: "b.example" };

describe("two sources", () => {
  it.each<[string, Shown[], boolean]>([
    ["of two providers prove it", [{}, B], true],
    ["of one provider do not", [{}, {}], false],
    ["of which one fails do not", [{}, { ...B, fails: "eth_getLogs" }], false],
    ["of which one lacks the block do not", [{}, { ...B, fails: "eth_getBlockByNumber" }], false],
    ["of which one rests do not", [{}, { ...B, status: "resting" }], false],
    ["of which one is out of step, or recovers, do", [{ status: "recovering" }, { ...B, status: "out_of_step" }], true],
    ["of which one hides the event do not", [{}, { ...B, logs: [] }], false],
    ["of which one is not deep enough do not", [{}, { ...B, head: 6n }], false],
    ["in different branches do not", [{}, { ...B, hash: hashOf("branch") }], false],
    ["with an event of another branch do not", [{}, { ...B, logs: [log({}, hashOf("branch"))] }], false],
    ["prove it against a third in another branch", [{ host: "c", hash: hashOf("branch") }, {}, B], true],
    ["do not exist", [], false],
  ])("%s", async (_case, shown, proven) => {
    expect(await isProven(shown, TWO)).toBe(proven);
  });
});

describe("one source", () => {
  it("is enough where one is asked for", async () => {
    expect(await isProven([{}], ONE)).toBe(true);
    expect(await isProven([], ONE)).toBe(false);
  });

  it.each<[string, Partial<Paid>]>([
    ["payer", { payer: someone("other") }],
    ["amount", { amount: 1n }],
    ["destination", { destination: someone("other") }],
    ["fee", { fee: 1n }],
    ["asset", { token: someone("other") }],
    ["terms", { termsHash: hashOf("other") }],
  ])("proves nothing about a transfer with another %s", async (_field, changes) => {
    expect(await isProven([{}], ONE, transferOf(changes))).toBe(false);
  });

  it("proves nothing about another transaction or event", async () => {
    expect(await isProven([{}], ONE, { ...transferOf(), txHash: hashOf("other") })).toBe(false);
    expect(await isProven([{}], ONE, { ...transferOf(), logIndex: 1 })).toBe(false);
  });

  it("finds the event among others", async () => {
    const logs = [log({ amount: 1n }), log()];
    expect(await isProven([{ logs }], ONE)).toBe(true);
  });

  it.each<[string, Shown, boolean]>([
    ["has reached the tag", { finalized: 5n }, true],
    ["is below it", { finalized: 6n }, true],
    ["has not reached it", { finalized: 4n }, false],
    ["cannot be compared with it", { fails: "eth_getBlockByNumber" }, false],
  ])("with a tag: the block %s", async (_case, shown, proven) => {
    expect(await isProven([shown], { ...ONE, finality: "finalized" })).toBe(proven);
  });
});

describe("several transfers", () => {
  it("of a block share its requests; each tag is asked for once, with the shorter timeout", async () => {
    const { endpoint, asked } = source({ finalized: 6n });
    const { connection } = memoryChain({ sources: [endpoint] });
    const transfer = transferOf();
    const items = [
      ONE,
      { ...ONE, finality: "finalized" as const },
      { ...ONE, finality: "finalized" as const },
      TWO,
    ].map((proof) => ({ transfer, proof }));
    expect(await provenBySources(connection, CONFIG, items)).toEqual(items.slice(0, 3));
    expect(asked.map(({ method, params }) => [method, (params as unknown[])[0]]).slice(0, 3)).toEqual([
      ["eth_getBlockByNumber", "0x5"],
      ["eth_getBlockByNumber", "latest"],
      ["eth_getBlockByNumber", "finalized"],
    ]);
    expect(asked).toHaveLength(4);
    expect(asked.every(({ timeoutMs }) => timeoutMs === ATTEMPT_TIMEOUT_MS)).toBe(true);
    expect(asked[0]?.params).toEqual(["0x5", false]);
    expect(asked[3]?.params).toMatchObject([{ address: CONFIG.router, blockHash: blockHash(5n) }]);
  });

  it("of two blocks are judged block by block", async () => {
    const shown = [{}, B].map((one) => source(one).endpoint);
    const { connection } = memoryChain({ sources: shown });
    const items = [
      { transfer: transferOf(), proof: TWO },
      { transfer: { ...transferOf(), blockNumber: 6n }, proof: ONE },
    ];
    expect(await provenBySources(connection, CONFIG, items)).toEqual(items.slice(0, 1));
    expect(await provenBySources(connection, CONFIG, [])).toEqual([]);
  });
});
