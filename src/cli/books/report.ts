// turnpike report: what was paid, earned and spent in each month, on each chain, for each partner.
import { Command } from "commander";
import { formatEther } from "viem";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { type CsvColumns, csvHead, csvLine, spreadsheetOf } from "../../contract/payments/csv.ts";
import { formatStandardUnits } from "../../money/amount.ts";
import { type Fraction, fractionOf, multiply, parseDecimal } from "../../money/fraction.ts";
import { type ReportRow, report } from "../../operations/books/report.ts";
import type { Month } from "../../payment/books/entry.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { readPairs } from "../chains/rates.ts";
import { readChains, withStore } from "../installation.ts";
import { toMonth } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { table } from "../output/text.ts";

interface ReportOptions extends OutputOptions {
  readonly chain?: string;
  readonly partner?: string;
  readonly month?: Month;
  readonly csv?: boolean;
}

export const reportCommand = (): Command =>
  new Command("report")
    .description("sum volume, fees, gas and failures by month (UTC), chain and partner, from the books")
    .option("--month <month>", "one month, for example 2026-11; by default all", toMonth)
    .option("--chain <caip2>", "one chain, for example eip155:8453; by default all")
    .option("--partner <partner>", "one partner; by default all")
    .option("--csv", "print CSV")
    .option("--json", "print JSON")
    .action(run);

async function run(options: ReportOptions): Promise<void> {
  const { chain = null, partner: partnerId = null, month = null } = options;
  if (options.csv && options.json) throw new CommandError("--csv and --json: choose one of them");
  const config = readConfig();
  const chains = await readChains(config);
  const rows = await withStore(config, ({ report: store }) => report(store, { chain, partnerId, month }));
  const priceOf = await nativePrices(config, chains, rows);
  const shown = rows.map((row) => toShown(row, chains, priceOf));
  const lines = shown.flatMap(linesOf);
  if (options.csv) process.stdout.write(csvOf(lines));
  else print(options, { rows: shown }, table(Object.keys(COLUMNS), lines.map(cellsOf), "The books are empty."));
}

/** US dollars for one coin. */
type PriceOf = (chain: string) => Fraction | null;

/** Today's rates, because the books have no rate of coins that only a relayer spends. */
async function nativePrices(
  config: Config,
  chains: readonly EvmChainConfig[],
  rows: readonly ReportRow[],
): Promise<PriceOf> {
  const pairs = rows.some(({ gas }) => gas > 0n) ? await readPairs(config, chains) : [];
  return (chain) => {
    const symbol = nativeOf(chains, chain)?.symbol;
    return parseDecimal(pairs.find(({ pair }) => pair === `${symbol}/USD`)?.price ?? "");
  };
}

const nativeOf = (chains: readonly EvmChainConfig[], chain: string) =>
  chains.find(({ caip2 }) => caip2 === chain)?.assets.find(({ method }) => method === "native");

type Shown = ReturnType<typeof toShown>;

/** Amounts in standard units, or in smallest units if the asset is not configured. */
function toShown(row: ReportRow, chains: readonly EvmChainConfig[], priceOf: PriceOf) {
  const configured = chains.flatMap(({ assets }) => assets);
  const assets = row.assets.map(({ asset, payments, volume, refunded, exceptions, fees }) => {
    const known = configured.find(({ id }) => id === asset);
    const amount = (value: bigint): string => (known ? formatStandardUnits(value, known.decimals) : value.toString());
    return {
      asset,
      symbol: known?.symbol ?? null,
      payments: Number(payments),
      volume: amount(volume),
      fees: amount(fees),
      refunded: amount(refunded),
      exceptions: amount(exceptions),
    };
  });
  const price = priceOf(row.chain);
  const { month, chain, partnerId } = row;
  return {
    month,
    chain,
    partnerId,
    assets,
    failed: Number(row.failed),
    gas: formatEther(row.gas),
    gasCoin: nativeOf(chains, chain)?.symbol ?? null,
    gasWorthUsd: price === null ? null : worthOf(row.gas, price),
  };
}

/** A hundredth of a cent, since a batch on a cheap chain costs less than a cent. */
const WORTH_DECIMALS = 4;
const ETHER_DECIMALS = 18;

/** Rounded down. */
function worthOf(gas: bigint, price: Fraction): string {
  const { numerator, denominator } = multiply(fractionOf(gas, ETHER_DECIMALS), price);
  return formatStandardUnits((numerator * 10n ** BigInt(WORTH_DECIMALS)) / denominator, WORTH_DECIMALS);
}

interface Line {
  readonly row: Shown;
  readonly asset: Shown["assets"][number] | null;
  /** Failures and gas are of all assets together, and stand in one line only. */
  readonly isFirst: boolean;
}

const linesOf = (row: Shown): readonly Line[] =>
  row.assets.length === 0
    ? [{ row, asset: null, isFirst: true }]
    : row.assets.map((asset, at) => ({ row, asset, isFirst: at === 0 }));

/** Once per row. */
const once =
  (read: (row: Shown) => string | null) =>
  ({ row, isFirst }: Line): string | undefined =>
    isFirst ? (read(row) ?? undefined) : undefined;

const COLUMNS: CsvColumns<Line> = {
  month: ["plain", ({ row }) => row.month],
  chain: ["plain", ({ row }) => row.chain],
  partner: ["plain", ({ row }) => row.partnerId ?? undefined],
  asset: ["free", ({ asset }) => asset?.symbol ?? asset?.asset],
  payments: ["amount", ({ asset }) => asset?.payments.toString()],
  volume: ["amount", ({ asset }) => asset?.volume],
  fees: ["amount", ({ asset }) => asset?.fees],
  refunded: ["amount", ({ asset }) => asset?.refunded],
  exceptions: ["amount", ({ asset }) => asset?.exceptions],
  failed: ["amount", once(({ failed }) => String(failed))],
  gas: ["amount", once(({ gas }) => gas)],
  coin: ["free", once(({ gasCoin }) => gasCoin)],
  "gas in USD": ["amount", once(({ gasWorthUsd }) => gasWorthUsd)],
};

function csvOf(lines: readonly Line[]): string {
  const spreadsheet = spreadsheetOf();
  return csvHead(COLUMNS, spreadsheet) + lines.map((line) => csvLine(COLUMNS, line, spreadsheet)).join("");
}

const cellsOf = (line: Line): readonly string[] => Object.values(COLUMNS).map(([, read]) => read(line) ?? "");
