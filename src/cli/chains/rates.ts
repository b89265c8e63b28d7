// turnpike rates: every pair of the rates file with its current sources. Exit code 1 if a pair has no rate.
import { Command } from "commander";
import type { Logger } from "pino";
import { createEvmChain } from "../../chains/evm/chain.ts";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { openLog } from "../../log.ts";
import { formatStandardUnits } from "../../money/amount.ts";
import type { Fraction } from "../../money/fraction.ts";
import { createRates } from "../../rates/rates.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { readDatabaseHealth } from "../../store/database/health.ts";
import { readChains, readRates } from "../installation.ts";
import { type OutputOptions, print } from "../output/output.ts";

export const ratesCommand = (): Command =>
  new Command("rates")
    .description("show each pair's rate and the current price of each of its sources")
    .option("--json", "print JSON")
    .action(rates);

async function rates(options: OutputOptions): Promise<void> {
  const config = readConfig();
  const pairs = await readPairs(config, await readChains(config));
  print(options, { pairs }, pairs.length > 0 ? pairs.flatMap(linesOf) : [NO_RATES]);
  if (pairs.some(({ price }) => price === null)) process.exitCode = 1;
}

const NO_RATES = "There is no rates file (RATES_FILE): only stablecoins are offered, each in its own currency.";

interface ShownSource {
  readonly source: string;
  /** Null if the source returned none. */
  readonly price: string | null;
  readonly ageS: number | null;
  /** Why its price is not used; null if it is used. */
  readonly fault: string | null;
}

interface ShownPair {
  readonly pair: string;
  /** Null without a rate. */
  readonly price: string | null;
  readonly fault: string | null;
  readonly sources: readonly ShownSource[];
}

/** Empty without a rates file. */
export async function readPairs(config: Config, chains: readonly EvmChainConfig[]): Promise<readonly ShownPair[]> {
  const aheadMs = await databaseAheadMs(config);
  const nowMs = () => Date.now() + aheadMs;
  const rates = createRates(await readRates(config, chains), {
    feeds: new Map(chains.map((chain) => [chain.caip2, createEvmChain(chain, []).feeds])),
    log: SILENT, // the command prints the faults itself
    nowMs,
  });
  const states = await rates.states();
  const nowS = nowMs() / 1000;
  return states.map(({ pair, price, fault, sources }) => ({
    pair: pair.name,
    price: price && decimalText(price),
    fault: fault?.message ?? null,
    sources: sources.map(({ source, observation, fault: found }) => ({
      source: source.label,
      price: observation?.text ?? null,
      ageS: observation && Math.max(0, Math.floor(nowS - observation.observedAtS)),
      fault: found?.message ?? null,
    })),
  }));
}

/** The service judges prices by the database's clock. An embedded database has this machine's. */
async function databaseAheadMs({ databaseDirectUrl, databaseUrl }: Config): Promise<number> {
  const url = databaseDirectUrl ?? databaseUrl;
  const health = url === null ? null : await readDatabaseHealth(url).catch(() => null);
  return health ? health.nowMs - Date.now() : 0;
}

const SILENT: Logger = openLog("silent");

const SHOWN_DECIMALS = 18;

const decimalText = ({ numerator, denominator }: Fraction): string =>
  formatStandardUnits((numerator * 10n ** BigInt(SHOWN_DECIMALS)) / denominator, SHOWN_DECIMALS);

function linesOf({ pair, price, fault, sources }: ShownPair): string[] {
  const width = Math.max(...sources.map(({ source }) => source.length));
  return [
    `${pair}  ${price ?? `no rate: ${fault}`}`,
    ...sources.map((shown) => {
      const said = shown.price === null ? "" : `${shown.price}, ${shown.ageS} s old`;
      const parts = [said, shown.fault].filter((part) => part !== null && part !== "");
      return `  ${shown.fault === null ? "ok     " : "problem"} ${shown.source.padEnd(width)}  ${parts.join(": ")}`;
    }),
  ];
}
