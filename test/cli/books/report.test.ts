// turnpike report sums the books by month, chain and partner; its totals are those of reconcile.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseUnits } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../../src/store/store.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { SECOND, startTwoChains, type TwoChains } from "../chains/two-chains.ts";
import { json, temporaryDir, turnpike } from "../turnpike.ts";

interface Report {
  readonly rows: readonly {
    readonly month: string;
    readonly chain: string;
    readonly partnerId: string | null;
    readonly assets: readonly Record<"asset" | "volume" | "fees" | "refunded" | "exceptions", string>[];
    readonly failed: number;
    readonly gas: string;
    readonly gasCoin: string | null;
    readonly gasWorthUsd: string | null;
  }[];
}

interface Reconciled {
  readonly chains: readonly {
    readonly chain: string;
    readonly sums: readonly { readonly asset: string; readonly credited: string; readonly reported: string }[];
  }[];
}

let chains: TwoChains;
let server: TestServer;
beforeAll(async () => {
  chains = await startTwoChains();
  server = chains.server;
  await chains.stopFollowing();
});
afterAll(() => chains?.stop());

const USDC_DECIMALS = 6;
const MONTH = new Date().toISOString().slice(0, 7);
const units = (text: string): bigint => parseUnits(text, USDC_DECIMALS);

/** By chain and asset. */
async function totals() {
  const settings = await chains.settingsOf();
  const { rows } = await json<Report>(["report"], settings);
  const sums = new Map<string, readonly [credited: bigint, reported: bigint]>();
  for (const { asset, volume, refunded, exceptions } of rows.flatMap(({ assets }) => assets)) {
    const [credited, reported] = sums.get(asset) ?? [0n, 0n];
    sums.set(asset, [credited + units(volume) + units(refunded), reported + units(exceptions)]);
  }
  const books = JSON.parse((await turnpike(["reconcile", "--json"], settings)).stdout) as Reconciled;
  const reconciled = books.chains.flatMap(({ sums: found }) =>
    found.map(({ asset, credited, reported }) => [asset, [BigInt(credited), BigInt(reported)]] as const),
  );
  return { report: [...sums].sort(), reconciled: reconciled.sort() };
}

test("the totals of the report are those of reconcile, also of exceptions, refunds and other months", async () => {
  const first = await totals();
  expect(first.report).toEqual(first.reconciled);
  expect(first.report.map(([, sums]) => sums)).toEqual([
    [10_000_000n, 0n],
    [10_000_000n, 0n],
  ]);
  const [one, two] = chains.paid;
  const set = (column: string, value: string | number, id: string) =>
    server.sql(`update transfers set ${column} = $2 where payment_id = $1`, [id, value]);
  await set("state", "exception", one);
  await set("block_time_s", 1_700_000_000, two);
  const changed = await totals();
  await set("state", "credited", one);
  expect(changed.report).toEqual(changed.reconciled);
  expect(changed.report.map(([, sums]) => sums)).toContainEqual([0n, 10_000_000n]);
  const { rows } = await json<Report>(["report", "--month", "2023-11"], await chains.settingsOf());
  expect(rows).toMatchObject([{ month: "2023-11", chain: SECOND, assets: [{ volume: "10" }], gas: "0" }]);
});

test("gas is what the relayers' balances lost, kept by month, with its worth at today's rate", async () => {
  await server.sql("delete from relayer_months");
  const store = openStore({ url: server.databaseUrl, connectionsMax: 1, onError: () => {} });
  const look = (balance: bigint) =>
    store.chainAvailability.report(server.caip2, true, [
      { relayer: "0x00000000000000000000000000000000000000aa", balance, batchCost: 1n },
    ] as never);
  // A top-up is not spent.
  for (const balance of [10n ** 18n, 9n * 10n ** 17n, 5n * 10n ** 18n, 49n * 10n ** 17n]) await look(balance);
  await store.close();
  const RATES_FILE = join(await temporaryDir(), "rates.json");
  const source = { type: "static", price: "3000", asOf: `${new Date().toISOString().slice(0, 19)}Z`, maxAgeS: 3_600 };
  await writeFile(RATES_FILE, JSON.stringify({ pairs: [{ pair: "ETH/USD", maxAgeS: 3_600, sources: [source] }] }));
  const settings = { ...(await chains.settingsOf()), RATES_FILE };
  const { rows } = await json<Report>(["report", "--chain", server.caip2], settings);
  expect(rows).toMatchObject([
    { month: MONTH, chain: server.caip2, partnerId: server.partnerId, gas: "0.2", gasCoin: "ETH", gasWorthUsd: "600" },
  ]);
  expect((await json<Report>(["report", "--chain", server.caip2, "--month", MONTH], settings)).rows).toEqual(rows);
  const without = await json<Report>(["report", "--chain", server.caip2], await chains.settingsOf());
  expect(without.rows).toMatchObject([{ gas: "0.2", gasWorthUsd: null }]);
});

test("a table has headings, and CSV the same columns for a spreadsheet", async () => {
  const settings = await chains.settingsOf();
  const names = "month chain partner asset payments volume fees refunded exceptions failed gas coin";
  const { stdout } = await turnpike(["report", "--chain", server.caip2], settings);
  const [head = "", line = ""] = stdout.split("\n");
  expect(head.split(/ {2,}/)).toEqual([...names.split(" "), "gas in USD"]);
  expect(line.split(/ {2,}/).slice(0, 6)).toEqual([MONTH, server.caip2, server.partnerId, "USDC", "1", "10"]);
  const csv = (await turnpike(["report", "--csv", "--chain", server.caip2], settings)).stdout;
  const [csvHead = "", csvLine = ""] = csv.split("\r\n");
  expect(csvHead).toBe(`\uFEFF${names.replaceAll(" ", ",")},gas in USD`);
  expect(csvLine).toContain(`,${server.caip2},${server.partnerId},USDC,1,10,`);
});

test("another partner, month or chain has no rows, and a month has a form", async () => {
  const settings = await chains.settingsOf();
  for (const flags of [
    ["--partner", "prtn_x"],
    ["--month", "2020-01"],
    ["--chain", "eip155:5"],
  ]) {
    expect(await turnpike(["report", ...flags], settings)).toMatchObject({ code: 0, stdout: "The books are empty.\n" });
  }
  expect((await turnpike(["report", "--month", "2026-13"], settings)).stderr).toContain(
    "it is not a month such as 2026-01.",
  );
  expect((await turnpike(["report", "--csv", "--json"], settings)).stderr).toContain("choose one of them");
});
