// The current prices: shared between concurrent callers, kept through a failed read but not beyond their age, with each
// change of health logged once.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RatesEntry } from "../../src/rates/config.ts";
import { createRates } from "../../src/rates/rates.ts";
import { type JsonServer, startJsonServer } from "../harness/server/json-server.ts";
import { assetOf } from "./asset.ts";
import { ratesOf } from "./pair.ts";

const REFRESH_S = 10;
const START_MS = Date.parse("2026-06-01T12:00:00Z");
const ETH = assetOf({ symbol: "ETH", decimals: 18 });

let server: JsonServer;
beforeEach(async () => {
  server = await startJsonServer();
  server.answer('{"eth":"3000","eur":"1.08"}');
});
afterEach(() => server.close());

function open(changes: Partial<RatesEntry["pairs"][number]> = {}) {
  let nowMs = START_MS;
  const told: string[] = [];
  const note = (level: string) => (fields: object, message: string) =>
    told.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const source = (path: string) => ({ type: "http" as const, name: path, url: server.url, path });
  const entry: RatesEntry = {
    refreshS: REFRESH_S,
    pairs: [
      { pair: "ETH/USD", maxAgeS: 3_600, sources: [source("eth")], ...changes },
      { pair: "EUR/USD", maxAgeS: 3_600, sources: [source("eur")] },
    ],
  };
  const ports = {
    feeds: new Map(),
    nowMs: () => nowMs,
    log: { info: note("info"), warn: note("warn"), error: note("error") },
  };
  const rates = createRates(ratesOf(entry), ports);
  return {
    told,
    price: async () => (await rates.quote({ currency: "USD", value: 300_000n }, ETH))?.value ?? null,
    /** Advances the clock. */
    pass: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
  };
}

/** The units that 3 000 USD are worth at a price of 3 000, and of 2 000. */
const AT_3000 = 10n ** 18n;
const AT_2000 = 15n * 10n ** 17n;

/** Resolves once the server has had this many requests. */
const asked = (times: number): Promise<void> => expect.poll(() => server.requests().length).toBe(times);

describe("sources are read", () => {
  test("once for all concurrent callers, and once for all pairs of one URL", async () => {
    const { price } = open();
    expect(await Promise.all(Array.from({ length: 20 }, price))).toEqual(Array(20).fill(AT_3000));
    expect(server.requests()).toHaveLength(1);
  });

  test("not again while prices are fresh", async () => {
    const { price, pass } = open();
    await price();
    server.answer('{"eth":"2000"}');
    pass(REFRESH_S - 1);
    expect(await price()).toBe(AT_3000);
    expect(server.requests()).toHaveLength(1);
  });

  test("again in the background once prices have aged a little, without delaying callers", async () => {
    const { price, pass } = open();
    await price();
    let answer = (): void => {};
    server.answer((_, response) => {
      answer = () => void response.writeHead(200).end('{"eth":"2000"}');
    });
    pass(REFRESH_S);
    expect(await Promise.all([price(), price()])).toEqual([AT_3000, AT_3000]);
    await asked(2);
    answer();
    await expect.poll(price).toBe(AT_2000);
    expect(server.requests()).toHaveLength(2);
  });

  test("before a price is returned, once prices have aged more", async () => {
    const { price, pass } = open();
    await price();
    server.answer('{"eth":"2000"}');
    pass(2 * REFRESH_S);
    expect(await price()).toBe(AT_2000);
  });

  test("at once if the clock was set back", async () => {
    const { price, pass } = open();
    await price();
    server.answer('{"eth":"2000"}');
    pass(-86_400);
    expect(await price()).toBe(AT_2000);
  });
});

describe("a source that stops responding", () => {
  test("keeps its price for a while, and then has none", async () => {
    const { price, pass } = open();
    await price();
    server.answer((request) => void request.destroy());
    pass(3 * REFRESH_S);
    expect(await price()).toBe(AT_3000);
    pass(2 * REFRESH_S);
    expect(await price()).toBeNull();
  });

  test("is retried sooner than one that responds", async () => {
    const { price, pass } = open();
    server.answer((request) => void request.destroy());
    expect(await price()).toBeNull();
    server.answer('{"eth":"3000","eur":"1.08"}');
    pass(REFRESH_S / 5);
    await price();
    await expect.poll(price).toBe(AT_3000);
    pass(REFRESH_S / 5);
    await price();
    expect(server.requests()).toHaveLength(2);
  });

  test("does not keep a price that exceeds its own maximum age", async () => {
    const { price, pass } = open({ maxAgeS: 2 * REFRESH_S });
    await price();
    server.answer((request) => void request.destroy());
    pass(2 * REFRESH_S + 1);
    expect(await price()).toBeNull();
  });

  test("does not keep its price if it responds without one", async () => {
    const { price, pass } = open();
    await price();
    server.answer('{"eth":"0"}');
    pass(2 * REFRESH_S);
    expect(await price()).toBeNull();
  });
});

test("a change of health is logged once, with the pair and the source but without the URL", async () => {
  const { price, pass, told } = open();
  await price();
  expect(told).toEqual([]);
  server.answer('{"eth":"-1","eur":"1.08"}');
  for (let times = 0; times < 3; times++) {
    pass(2 * REFRESH_S);
    await price();
  }
  expect(told).toEqual([
    expect.stringMatching(/^warn the rate source returned no positive number .*"source":"eth"/),
    expect.stringMatching(/^warn no rate, so options that need it are not offered: 0 of 1 .*"pair":"ETH\/USD"/),
  ]);
  server.answer('{"eth":"3000","eur":"1.08"}');
  for (let times = 0; times < 3; times++) {
    pass(2 * REFRESH_S);
    await price();
  }
  expect(told.slice(2)).toEqual([
    expect.stringMatching(/^info the rate source works again/),
    expect.stringMatching(/^info the rate is available again .*"pair":"ETH\/USD"/),
  ]);
  expect(told.join()).not.toMatch(/hush|127\.0\.0\.1/);
});
