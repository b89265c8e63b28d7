// turnpike doctor: finds problems of this installation and names the fix. Exit code 1 if there is one.
import { Command } from "commander";
import type { Address, Hex } from "viem";
import { createEvmChain, type EndpointReport } from "../../chains/evm/chain.ts";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { type RelayerKey, relayerAddress } from "../../chains/evm/relay/relayer-account.ts";
import { openLog } from "../../log.ts";
import { missingRouters } from "../../payment/transfers/router-change.ts";
import { trySource } from "../../screening/open.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { demoBuyerKeysOn } from "../../settings/demo-buyers.ts";
import { readDatabaseHealth } from "../../store/database/health.ts";
import { SchemaNewerError, schemaDifference } from "../../store/migrate.ts";
import { openStore } from "../../store/store.ts";
import { graceFindings, relayerFindings } from "../chains/offline.ts";
import { readPairs } from "../chains/rates.ts";
import { findDevFile, openInstalledDatabase, readChains, relayersFor } from "../installation.ts";
import { type Finding, printFindings } from "../output/findings.ts";
import { messageOf, type OutputOptions } from "../output/output.ts";
import { settingsFindings } from "../service/settings-findings.ts";
import { checkBooks } from "./books.ts";
import { checkBuyerData } from "./buyer-data.ts";
import { checkCertificate } from "./certificate.ts";
import { checkClocks } from "./clocks.ts";
import { checkDemoBuyer } from "./demo-buyer.ts";
import { checkFollowing } from "./following.ts";
import { logRangeFindings } from "./log-ranges.ts";
import { checkMail } from "./mail.ts";
import { checkMonths } from "./months.ts";
import { checkProcesses } from "./processes.ts";
import { checkPublicAddress } from "./public-address.ts";
import { checkReceipts } from "./receipts.ts";
import { checkFunds, checkRelaying, checkSigners } from "./relaying.ts";
import { checkStuck } from "./stuck.ts";
import { checkWaiting } from "./waiting.ts";
import { checkWebhooks } from "./webhooks.ts";

/** The database's clock decides expiry; beyond this skew countdowns would be wrong. */
const CLOCK_SKEW_MS_MAX = 2_000;
const POSTGRES_VERSION_MIN = 15;
/** The alert TurnpikeScreeningSlow has the same bound. */
const SCREENING_MS_WARN = 1_000;

export const doctorCommand = (): Command =>
  new Command("doctor")
    .description(
      "check this installation (database, chains, tokens, relayers, rates, screening, clock), and find stuck payments",
    )
    .option("--json", "print JSON")
    .action(doctor);

async function doctor(options: OutputOptions): Promise<void> {
  const verdicts = { warned: "It works; see the warnings above.", sound: "No problems found." };
  if (!printFindings(options, await doctorFindings(readConfig()), verdicts)) process.exitCode = 1;
}

/** @param config the settings of all services together */
export async function doctorFindings(config: Config): Promise<Finding[]> {
  const chains = await readChains(config);
  return [
    ...settingsFindings(config, "all"),
    ...(await checkDatabase(config, chains)),
    ...(await checkChains(config, chains)),
    ...(await checkRates(config, chains)),
    ...(await checkScreening(config)),
    ...(await checkCertificate(config)),
    ...(await checkPublicAddress(config)),
    ...secretFindings(config),
  ];
}

const secretFindings = ({ formerSecretKey, optionLifetimeS }: Config): Finding[] => {
  if (formerSecretKey === null) return [];
  const message = `SECRET_KEY has two keys: remove the second one ${optionLifetimeS} s after the rotation`;
  return [{ part: "secret key", state: "warning", message }];
};

async function checkDatabase(config: Config, chains: readonly EvmChainConfig[]): Promise<Finding[]> {
  const part = "database";
  try {
    const database = await openInstalledDatabase(config, openLog("warn"));
    try {
      const { pending, findings } = await askDatabase(database.url);
      const about = findings.map((finding) => ({ part, ...finding }));
      if (pending.length > 0) return about;
      return [
        ...about,
        ...(await askRouters(database.url, chains)),
        ...(await checkProcesses(database.url)),
        ...(await checkClocks(database.url, chains)),
        ...(await checkFollowing(database.url, chains)),
        ...(await checkRelaying(database.url, chains)),
        ...(await checkMonths(database.url)),
        ...(await checkWaiting(database.url, chains)),
        ...(await checkStuck(database.url, chains)),
        ...(await checkWebhooks(database.url)),
        ...(await checkBuyerData(config, database.url)),
        ...(await checkReceipts(config)),
        ...(await checkMail(config, database.url)),
        ...(await checkBooks(database.url)),
      ];
    } finally {
      await database.close();
    }
  } catch (error) {
    return [{ part, state: "problem", message: messageOf(error) }];
  }
}

async function askDatabase(
  url: string,
): Promise<{ readonly pending: readonly string[]; readonly findings: Omit<Finding, "part">[] }> {
  const [health, { missing: pending, unknown }] = [await readDatabaseHealth(url), await schemaDifference(url)];
  const skewMs = Math.abs(health.nowMs - Date.now());
  const problems: string[] = [];
  if (health.majorVersion < POSTGRES_VERSION_MIN) {
    problems.push(`is PostgreSQL ${health.majorVersion}: use ${POSTGRES_VERSION_MIN} or later`);
  }
  if (pending.length > 0) problems.push(`lacks the migrations ${pending.join(", ")}: run turnpike migrate`);
  if (unknown.length > 0) problems.push(new SchemaNewerError(unknown).message);
  if (!health.isDurable) problems.push("may lose acknowledged data: set fsync and synchronous_commit to on");
  if (skewMs > CLOCK_SKEW_MS_MAX) {
    problems.push(`its clock is ${(skewMs / 1000).toFixed(1)} s off this machine's: synchronise both by NTP`);
  }
  if (problems.length > 0) return { pending, findings: problems.map((message) => ({ state: "problem", message })) };
  return { pending, findings: [{ state: "ok", message: `PostgreSQL ${health.majorVersion}, up to date` }] };
}

/** Chains that were removed, or whose router was changed, while open payments still need them. */
async function askRouters(url: string, chains: readonly EvmChainConfig[]): Promise<Finding[]> {
  const store = openStore({ url, connectionsMax: 1, onError: () => {} });
  try {
    const changed = missingRouters(chains, await store.routers.underWay());
    return changed.map(({ chain, message }) => ({ part: chain, state: "problem", message }));
  } finally {
    await store.close();
  }
}

async function checkChains(config: Config, chains: readonly EvmChainConfig[]): Promise<Finding[]> {
  if (chains.length === 0) {
    const message = "none is configured, so buyers get no options: set CHAINS_FILE";
    return [{ part: "chains", state: "warning", message }];
  }
  const isDev = (await findDevFile(config)) !== null;
  const findings = await Promise.all(
    chains.map((chain) => {
      const demoBuyers = demoBuyerKeysOn(config, chain);
      return checkChain(chain, { relayers: relayersFor(config, chain, isDev), demoBuyers }, isDev);
    }),
  );
  return findings.flat();
}

async function checkScreening(config: Config): Promise<Finding[]> {
  const sources = config.screening ?? [];
  const chains = sources.length > 0 ? (await readChains(config)).map((chain) => createEvmChain(chain, [])) : [];
  const oracleOn = (id: string, contract: Address) =>
    chains.find(({ payment }) => payment.id === id)?.sanctionsOracle(contract);
  return Promise.all(
    sources.map(async (source): Promise<Finding> => {
      const part = source.type === "list" ? `screening ${source.file}` : `screening ${source.chain}/${source.address}`;
      try {
        const startedMs = performance.now();
        await trySource(source, { oracleOn });
        const tookMs = Math.round(performance.now() - startedMs);
        const took = `responds in ${tookMs} ms`;
        if (tookMs <= SCREENING_MS_WARN) return { part, state: "ok", message: took };
        return { part, state: "warning", message: `${took}: buyers wait for it, and beyond 3000 ms they cannot pay` };
      } catch (error) {
        const why = messageOf(error);
        return { part, state: "problem", message: `nobody can pay until it responds: ${why}` };
      }
    }),
  );
}

/** No findings without a rates file, which is optional. */
async function checkRates(config: Config, chains: readonly EvmChainConfig[]): Promise<Finding[]> {
  const part = "rates";
  const pairs = await readPairs(config, chains);
  return pairs.flatMap(({ pair, price, fault, sources }): Finding[] => {
    const faults = sources.flatMap(({ source, fault: found }) => (found === null ? [] : [`${source} ${found}`]));
    const details = faults.length > 0 ? ` (${faults.join("; ")})` : "";
    if (price === null) {
      return [
        {
          part,
          state: "problem",
          message: `${pair} has no rate, so assets that need it are not offered: ${fault}${details}`,
        },
      ];
    }
    return [{ part, state: faults.length > 0 ? "warning" : "ok", message: `${pair} is ${price}${details}` }];
  });
}

async function checkChain(
  chain: EvmChainConfig,
  keys: { readonly relayers: readonly RelayerKey[]; readonly demoBuyers: readonly Hex[] },
  isDev: boolean,
): Promise<Finding[]> {
  const part = chain.caip2;
  const { relayers: relayerKeys, demoBuyers } = keys;
  const evm = createEvmChain(chain, relayerKeys, undefined, undefined, undefined, undefined, demoBuyers);
  // checkClocks compares with the database's clock as well.
  const problems = (await evm.check()).filter(({ about }) => about !== "clock");
  const rest = [
    ...endpointFindings(part, await evm.endpoints()),
    ...logRangeFindings(part, await evm.logRanges()),
    ...relayerFindings(chain, relayerKeys),
    ...graceFindings(chain),
    ...(await checkFunds(evm)),
    ...(await checkSigners(part, relayerKeys)),
    ...(await checkDemoBuyer(evm)),
  ];
  if (problems.length === 0) return [{ part, state: "ok", message: `${chain.name} is as configured` }, ...rest];
  const relayers = relayerKeys.map(relayerAddress);
  const about = (relayer: string) => problems.some(({ message }) => message.includes(relayer));
  // Other relayers can do the work of a relayer without coins; if none has any, no payment reaches the chain.
  const isStuck = relayers.length > 0 && relayers.every(about);
  const findings = problems.map(
    ({ kind, message }): Finding => ({
      part,
      state:
        kind === "warning" && !(isStuck && relayers.some((relayer) => message.includes(relayer)))
          ? "warning"
          : "problem",
      message: kind === "unreachable" && isDev ? `${message} The local chain runs only while npm start does.` : message,
    }),
  );
  return [...findings, ...rest];
}

/** The RPC URLs that respond; the others are among the chain's problems. */
const endpointFindings = (part: string, endpoints: readonly EndpointReport[]): Finding[] =>
  endpoints.flatMap(({ label, serves }) => {
    if (!serves) return [];
    return [
      { part, state: "ok", message: `${label} is at block ${serves.head}, responded in ${serves.answeredInMs} ms` },
    ];
  });
