// What is known of prices: read once however many ask, kept through a lost answer but never beyond its time, and each change
// of health told once.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RatesEntry } from "../../src/rates/config.ts";
import { createRates } from "../../src/rates/rates.ts";
import { type JsonServer, startJsonServer } from "../harness/json-server.ts";
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
    /** Lets seconds pass. */
    pass: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
  };
}

/** Of 3 000 USD at 3 000 and at 2 000. */
const AT_3000 = 10n ** 18n;
const AT_2000 = 15n * 10n ** 17n;

/** Resolves once the server has been asked so often. */
const asked = (times: number): Promise<void> => expect.poll(() => server.requests().length).toBe(times);

describe("sources are read", () => {
  test("once for all who ask at the same time, and once for all that one address says", async () => {
    const { price } = open();
    expect(await Promise.all(Array.from({ length: 20 }, price))).toEqual(Array(20).fill(AT_3000));
    expect(server.requests()).toHaveLength(1);
  });

  test("not again while what is known is fresh", async () => {
    const { price, pass } = open();
    await price();
    server.answer('{"eth":"2000"}');
    pass(REFRESH_S - 1);
    expect(await price()).toBe(AT_3000);
    expect(server.requests()).toHaveLength(1);
  });

  test("again in the background once it has aged, and whoever asks does not wait", async () => {
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

  test("before anybody is told a price, once it has aged more", async () => {
    const { price, pass } = open();
    await price();
    server.answer('{"eth":"2000"}');
    pass(2 * REFRESH_S);
    expect(await price()).toBe(AT_2000);
  });

  test("at once where the clock was set back", async () => {
    const { price, pass } = open();
    await price();
    server.answer('{"eth":"2000"}');
    pass(-86_400);
    expect(await price()).toBe(AT_2000);
  });
});

describe("a source that stops answering", () => {
  test("keeps its price for a while, and then has none", async () => {
    const { price, pass } = open();
    await price();
    server.answer((request) => void request.destroy());
    pass(3 * REFRESH_S);
    expect(await price()).toBe(AT_3000);
    pass(2 * REFRESH_S);
    expect(await price()).toBeNull();
  });

  test("is asked again sooner than one that answers", async () => {
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

  test("keeps none that is too old by itself", async () => {
    const { price, pass } = open({ maxAgeS: 2 * REFRESH_S });
    await price();
    server.answer((request) => void request.destroy());
    pass(2 * REFRESH_S + 1);
    expect(await price()).toBeNull();
  });

  test("keeps none where it answers that there is no price", async () => {
    const { price, pass } = open();
    await price();
    server.answer('{"eth":"0"}');
    pass(2 * REFRESH_S);
    expect(await price()).toBeNull();
  });
});

test("a change of health is told once, with the pair and the source, and without the address", async () => {
  const { price, pass, told } = open();
  await price();
  expect(told).toEqual([]);
  server.answer('{"eth":"-1","eur":"1.08"}');
  for (let times = 0; times < 3; times++) {
    pass(2 * REFRESH_S);
    await price();
  }
  expect(told).toEqual([
    expect.stringMatching(/^warn the source of a rate was answered with no positive number .*"source":"eth"/),
    expect.stringMatching(/^warn no rate, so its options are left out: 0 of 1 .*"pair":"ETH\/USD"/),
  ]);
  server.answer('{"eth":"3000","eur":"1.08"}');
  for (let times = 0; times < 3; times++) {
    pass(2 * REFRESH_S);
    await price();
  }
  expect(told.slice(2)).toEqual([
    expect.stringMatching(/^info the source of a rate can be used again/),
    expect.stringMatching(/^info there is a rate again .*"pair":"ETH\/USD"/),
  ]);
  expect(told.join()).not.toMatch(/hush|127\.0\.0\.1/);
});
