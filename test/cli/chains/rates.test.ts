// turnpike rates and doctor: each pair's rate and sources, and exit code 1 if a pair has no rate.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import type { RatesEntry } from "../../../src/rates/config.ts";
import { freshDatabase } from "../../harness/database/postgres.ts";
import { type JsonServer, startJsonServer } from "../../harness/server/json-server.ts";
import { chainsFileOf, json, temporaryDir, turnpike } from "../turnpike.ts";

const CHAIN = "eip155:31337";

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
  server.answer('{"data":{"amount":3010.25}}');
});
afterAll(() => server.close());

const feed = () => ({ type: "feed" as const, chain: CHAIN, address: inject("sharedChain").deployment.ethUsdFeed });
const http = (path = "data.amount") => ({ type: "http" as const, name: path, url: server.url, path });
const pair = (sources: RatesEntry["pairs"][number]["sources"], name = "ETH/USD") => ({
  pair: name,
  maxAgeS: 3_600,
  sources,
});

async function settings(rates?: unknown): Promise<Record<string, string>> {
  const { rpcUrl, deployment } = inject("sharedChain");
  const common = { CHAINS_FILE: await chainsFileOf(chainEntry(rpcUrl, deployment)) };
  if (rates === undefined) return common;
  const RATES_FILE = join(await temporaryDir(), "market.json");
  await writeFile(RATES_FILE, JSON.stringify(rates));
  return { ...common, RATES_FILE };
}

const FEED_LABEL = `feed ${CHAIN}/0x`;

test("pairs with a rate are listed", async () => {
  const environment = await settings({ pairs: [pair([feed(), http()])] });
  const { pairs } = await json<{ pairs: unknown[] }>(["rates"], environment);
  expect(pairs).toEqual([
    {
      pair: "ETH/USD",
      price: "3005.125",
      fault: null,
      sources: [
        { source: expect.stringContaining(FEED_LABEL), price: "3000", ageS: expect.any(Number), fault: null },
        { source: "data.amount", price: "3010.25", ageS: expect.any(Number), fault: null },
      ],
    },
  ]);
  const shown = await turnpike(["rates"], environment);
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  expect(shown.stdout).toMatch(
    /^ETH\/USD {2}3005\.125\n {2}ok {6}feed eip155:31337\/0x\w{40} {2}3000, \d+ s old\n {2}ok {6}data\.amount {2,}3010\.25, \d+ s old\n$/,
  );
});

test.each([-2, 2])("with a clock %i hours off, prices are as old as by the database's clock", async (offHours) => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const rates = {
    pairs: [
      pair([{ type: "static", price: "3000", asOf: `${new Date().toISOString().slice(0, 19)}Z`, maxAgeS: 3_600 }]),
    ],
  };
  const environment = { ...(await settings(rates)), DATABASE_URL: database.databaseUrl };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offHours * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { pairs } = await json<{ pairs: readonly object[] }>(["rates"], environment);
  expect(pairs).toMatchObject([{ price: "3000", sources: [{ fault: null }] }]);
});

describe("a pair without a rate", () => {
  test("gives exit code 1, and the others are shown", async () => {
    const pairs = [pair([http("bid")], "BTC/USD"), pair([feed()])];
    const { code, stdout } = await turnpike(["rates"], await settings({ pairs }));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^BTC\/USD {2}no rate: 0 of 1 sources are usable, 1 needed\n/);
    expect(stdout).toMatch(/ {2}problem bid {2}returned no price at bid\n/);
    expect(stdout).toMatch(/ETH\/USD {2}3000\n/);
    expect(stdout).not.toMatch(/hush|127\.0\.0\.1/);
  });

  test("can be caused by sources that disagree", async () => {
    const tight = { ...pair([feed(), http()]), maxSpreadPercentage: "0.3" };
    const { code, stdout } = await turnpike(["rates", "--json"], await settings({ pairs: [tight] }));
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { pairs: [{ price: null, fault: /disagree/ }] }]);
  });
});

test("no rates file is fine; an invalid one is reported with its field", async () => {
  const none = await turnpike(["rates"], await settings());
  expect(none).toMatchObject({ code: 0, stdout: expect.stringContaining("There is no rates file (RATES_FILE)") });
  const wrong = await turnpike(["rates"], await settings({ pairs: [{ ...pair([feed()]), maxAgeS: "1h" }] }));
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toMatch(/market\.json: pairs\.0\.maxAgeS must be the seconds/);
  const missing = await turnpike(["rates"], { ...(await settings()), RATES_FILE: "/nowhere/rates.json" });
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("RATES_FILE: there is no /nowhere/rates.json"),
  });
  const serve = await turnpike(["serve"], { ...(await settings({ pairs: [] })), PORT: "0" });
  expect(serve).toMatchObject({ code: 2, stderr: expect.stringContaining("pairs must be a list of 1 to 100 pairs") });
});

test("doctor warns of a failing source and reports a pair without a rate as a problem", async () => {
  const healthy = { ...pair([feed(), http("bid")]), minSources: 1 };
  const environment = await settings({ pairs: [healthy, pair([http("ask")], "BTC/USD")] });
  const { stdout } = await turnpike(["doctor", "--json"], {
    ...environment,
    DATABASE_URL: inject("postgresUrl"),
    SECRET_KEY: "0123456789abcdef".repeat(4),
  });
  const { findings } = JSON.parse(stdout) as { findings: { part: string; state: string; message: string }[] };
  expect(findings.filter(({ part }) => part === "rates")).toEqual([
    { part: "rates", state: "warning", message: "ETH/USD is 3000 (bid returned no price at bid)" },
    {
      part: "rates",
      state: "problem",
      message: expect.stringMatching(/^BTC\/USD has no rate.*not offered.*\(ask returned no price/),
    },
  ]);
});
