// Price feeds on a real node: only a complete, fresh, positive reading of the right feed is a price.
import { getAddress } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect } from "../../src/chains/evm/nodes/client.ts";
import { feedReader } from "../../src/chains/evm/oracles/feeds.ts";
import { deployLocal, type LocalDeployment } from "../../src/local/tokens/deploy.ts";
import { fractionOf } from "../../src/money/fraction.ts";
import type { FeedSource } from "../../src/rates/config.ts";
import { readSources } from "../../src/rates/read-sources.ts";
import { startChain, type TestChain } from "../harness/chain/chain.ts";
import { deployFeed, type TestFeed } from "../harness/chain/price-feed.ts";
import { type RpcProxy, startRpcProxy } from "../harness/chain/rpc-proxy.ts";
import { testClient } from "../harness/server/server.ts";
import { pairOf } from "./pair.ts";

const CAIP2 = "eip155:31337";
const MAX_AGE_S = 3_600;
const ANSWER = 3_000_10000000n;
const NO_CODE = getAddress("0x00000000000000000000000000000000000000ff");

let chain: TestChain;
let proxy: RpcProxy;
let deployment: LocalDeployment;
let feed: TestFeed;
let sequencer: TestFeed;
beforeAll(async () => {
  chain = await startChain();
  deployment = await deployLocal(chain);
  proxy = await startRpcProxy(chain.rpcUrl);
  feed = await deployFeed(chain.rpcUrl, { description: "ETH / USD", answer: ANSWER });
  sequencer = await deployFeed(chain.rpcUrl, { description: "L2 Sequencer Uptime Status Feed", answer: 0n });
});
afterAll(async () => {
  await proxy.close();
  await chain.stop();
});
beforeEach(async () => {
  proxy.misbehave(() => null);
  await feed.setAnswer(ANSWER);
});

const timeS = async () => Number((await testClient(chain.rpcUrl).getBlock()).timestamp);

const sourcesOf = (...changes: readonly Partial<FeedSource>[]): readonly FeedSource[] =>
  changes.map((change) => {
    const entry = { type: "feed", chain: CAIP2, address: feed.address } as const;
    const [source] = pairOf({ pair: "ETH/USD", maxAgeS: MAX_AGE_S }, [entry], [CAIP2]).sources;
    return { ...source, ...change } as FeedSource;
  });

/** @param nowS our clock; default: the chain's */
async function readAll(sources: readonly FeedSource[], nowS?: number, url = proxy.url, chainNumber = 31_337) {
  const config = {
    caip2: CAIP2,
    chainNumber,
    rpcUrls: [url],
    multicall3: deployment.multicall3,
    blockTimeS: 1,
  };
  const now = nowS ?? (await timeS());
  const feeds = new Map([[CAIP2, feedReader(connect(config), config)]]);
  const readings = await readSources(sources, { feeds, nowMs: () => now * 1_000 });
  return sources.map((source) => readings.get(source));
}

const read = async (changes: Partial<FeedSource> = {}, nowS?: number) => (await readAll(sourcesOf(changes), nowS))[0];

const refused = (message: RegExp) => ({
  kind: "fault",
  fault: { kind: "refused", message: expect.stringMatching(message) },
});

/** Round 5, started and completed `ageS` ago. */
async function round(changes: { answer?: bigint; ageS?: number; answeredInRound?: bigint; updatedAt?: bigint }) {
  const at = BigInt((await timeS()) - (changes.ageS ?? 0));
  const { answer = ANSWER, answeredInRound = 5n, updatedAt = at } = changes;
  return { roundId: 5n, answer, startedAt: at, updatedAt, answeredInRound };
}

test("a response from another chain is not a price", async () => {
  proxy.misbehave(({ method }) => (method === "eth_chainId" ? { type: "result", result: "0x7a6a" } : null));
  const [reading] = await readAll(sourcesOf({}), undefined, proxy.url, 31_338);
  expect(reading).toEqual({
    kind: "fault",
    fault: { kind: "unreachable", message: expect.stringContaining("another chain") },
  });
});

describe("a working feed", () => {
  test("returns a price with the time of its round", async () => {
    const set = await round({ ageS: 100 });
    await feed.setRound(set);
    expect(await read()).toEqual({
      kind: "observation",
      observation: { price: fractionOf(ANSWER, 8), text: "3000.1", observedAtS: Number(set.updatedAt) },
    });
  });

  test("can have any number of decimals", async () => {
    for (const [decimals, answer] of [
      [18, 3_000n * 10n ** 18n],
      [0, 3_000n],
    ] as const) {
      const { address } = await deployFeed(chain.rpcUrl, { description: "ETH / USD", answer, decimals });
      expect(await read({ address })).toMatchObject({ observation: { text: "3000" } });
    }
  });

  test("is read in one call with all others of its chain", async () => {
    const sources = sourcesOf(
      {},
      { address: deployment.ethUsdFeed },
      { address: deployment.eurUsdFeed, description: "EUR/USD" },
      { sequencerFeed: sequencer.address },
    );
    await readAll(sources);
    proxy.forget();
    const readings = await readAll(sources);
    expect(proxy.methods().filter((method) => method !== "eth_chainId")).toEqual(["eth_call"]);
    expect(readings.slice(0, 3)).toMatchObject([
      { observation: { text: "3000.1" } },
      { observation: { text: "3000" } },
      { observation: { text: "1.08" } },
    ]);
  });
});

describe("a feed is rejected", () => {
  test.each([
    ["at zero", { answer: 0n }, /answers 0, which is not a price/],
    ["below zero", { answer: -ANSWER }, /which is not a price/],
    ["with an incomplete round", { updatedAt: 0n }, /incomplete/],
    ["with a round answered in an earlier one", { answeredInRound: 4n }, /incomplete/],
    ["from the future", { ageS: -600 }, /in the future/],
  ])("%s", async (_, changes, message) => {
    await feed.setRound(await round(changes));
    expect(await read()).toEqual(refused(message));
  });

  test("once it is too old by the chain's clock, even if ours is behind", async () => {
    await feed.setRound(await round({ ageS: MAX_AGE_S + 60 }));
    const early = (await timeS()) - MAX_AGE_S;
    expect(await read({}, early)).toEqual({
      kind: "fault",
      fault: { kind: "stale", message: expect.stringMatching(/^is \d+ s old by its chain's clock/) },
    });
    await feed.setRound(await round({ ageS: MAX_AGE_S - 60 }));
    expect(await read()).toMatchObject({ observation: { text: "3000.1" } });
  });

  test("if it is of another pair", async () => {
    expect(await read({ address: deployment.eurUsdFeed })).toEqual(
      refused(/has the description "EUR \/ USD", not "ETH\/USD"/),
    );
    expect(await read({ address: deployment.eurUsdFeed, description: "EUR / USD" })).toMatchObject({ observation: {} });
  });

  test("with impossible decimals", async () => {
    const { address } = await deployFeed(chain.rpcUrl, { description: "ETH/USD", answer: 1n, decimals: 77 });
    expect(await read({ address })).toEqual(refused(/has 77 decimals/));
  });

  test("if there is another contract, or none", async () => {
    for (const address of [deployment.usdc, deployment.multicall3, NO_CODE]) {
      expect(await read({ address })).toEqual(refused(/is not a price feed/));
    }
  });

  test("if it reverts, without affecting the others", async () => {
    const readings = await readAll(sourcesOf({ address: deployment.router }, {}));
    expect(readings).toMatchObject([refused(/price feed/), { observation: { text: "3000.1" } }]);
  });
});

describe("the chain's sequencer", () => {
  const up = async (sinceS: number) => {
    const startedAt = BigInt((await timeS()) - sinceS);
    await sequencer.setRound({ roundId: 1n, answer: 0n, startedAt, updatedAt: startedAt, answeredInRound: 1n });
  };

  test("must have been up for an hour", async () => {
    await up(3_700);
    expect(await read({ sequencerFeed: sequencer.address })).toMatchObject({ observation: { text: "3000.1" } });
    await up(3_500);
    expect(await read({ sequencerFeed: sequencer.address })).toEqual(
      refused(/sequencer has been up for less than 3600 s/),
    );
    await sequencer.setAnswer(1n);
    expect(await read({ sequencerFeed: sequencer.address })).toEqual(refused(/sequencer is down/));
    await sequencer.setRound({ roundId: 0n, answer: 0n, startedAt: 0n, updatedAt: 0n, answeredInRound: 0n });
    expect(await read({ sequencerFeed: sequencer.address })).toEqual(refused(/sequencer is down/));
    expect(await read({ sequencerFeed: deployment.router })).toEqual(refused(/sequencer feed does not respond/));
  });
});

describe("a chain that fails", () => {
  const unreachable = (message: RegExp) => ({
    kind: "fault",
    fault: { kind: "unreachable", message: expect.stringMatching(message) },
  });

  test("leaves its feeds unknown, and says nothing of its URL", async () => {
    const [dead] = await readAll(sourcesOf({}), undefined, "http://127.0.0.1:1/hush-hush-hush");
    expect(dead).toEqual(unreachable(/^eip155:31337: rpc 1 of 1 does not respond/));
    expect(JSON.stringify(dead)).not.toContain("hush");
    proxy.misbehave(({ method }) => (method === "eth_call" ? { type: "result", result: "0x" } : null));
    expect(await read()).toEqual(unreachable(/invalid response/));
  });

  test("times out within the time that a buyer waits", async () => {
    proxy.misbehave(() => ({ type: "silence" }));
    expect(await read({}, await timeS())).toEqual(unreachable(/^took longer than 1\.5 s$/));
  });

  test("must be in the chains file", async () => {
    expect(await read({ chain: "eip155:1" })).toEqual(unreachable(/not served here/));
  });
});
