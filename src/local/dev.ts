// `turnpike dev` (run by `npm start`): a complete local Turnpike in one directory, with embedded PostgreSQL, local
// chains, a partner with keys and a merchant with destinations. Later starts reuse all of it.
import type { Logger } from "pino";
import { type EvmChainConfig, parseChains } from "../chains/evm/config/config.ts";
import type { RatesConfig } from "../rates/config.ts";
import { type Service, startService } from "../service/main.ts";
import { LOCAL_PLACES } from "../service/webhooks.ts";
import type { Config } from "../settings/config.ts";
import { migrate } from "../store/migrate.ts";
import { openStore } from "../store/store.ts";
import { localAccounts } from "./accounts.ts";
import { type FurnishedChain, LOCAL_CHAINS, mineAbove, startFurnishedChain } from "./chain/local-chain.ts";
import { isKnown, makeDestinations, makeOwner, type Owner, readCollectDataFrom } from "./demo-owner.ts";
import { type DevFile, localUrl, readDevFile, writeDevFile } from "./dev-file.ts";
import { startPostgres } from "./postgres/postgres.ts";
import { expectFreePort } from "./process/free-port.ts";
import { localRates, localRatesEntry } from "./rates.ts";
import { expectLocalParts } from "./tokens/parts.ts";
import { isLoopback, localSite } from "./welcome/routes.ts";
import {
  makeDir,
  readOrMakeBuyerDataKeys,
  readOrMakeReceiptKeys,
  readOrMakeSecret,
  type Workspace,
  workspace,
  writeOnce,
  writePrivate,
} from "./workspace.ts";

export interface Dev {
  readonly file: DevFile;
  stop(): Promise<void>;
}

/** Prints a progress line for the user. */
export type Say = (line: string) => void;

/** The operator's rates, used instead of the local chains' feeds; null if not set. */
export type OwnRates = (chains: readonly EvmChainConfig[]) => Promise<RatesConfig | null>;

export async function startDev(config: Config, log: Logger, say: Say, ownRates: OwnRates): Promise<Dev> {
  expectLocalParts();
  await expectFreePort(config.host, config.port);
  const space = workspace(config.turnpikeDir);
  await makeDir(space.dir);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };
  try {
    const { postgres, chains } = await startParts(space, log, stops);
    say(`PostgreSQL  ${postgres.tookOver ? "taken over" : "started"} in ${space.postgresDir}`);
    for (const { tookOver, entry, rpcUrl } of chains) {
      say(`Chain       ${tookOver ? "taken over" : "started"}: ${entry.caip2}, a block a second, at ${rpcUrl}`);
    }
    await migrate(postgres.databaseUrl);
    for (const chain of chains) {
      const lost = await bringChainUp(postgres.databaseUrl, chain);
      if (lost === 0n) continue;
      say(`            ${chain.entry.caip2} lost its newest ${lost} blocks in a crash; their payments are resent`);
    }
    const service = await startServiceOn(config, space, postgres.databaseUrl, chains, log, ownRates);
    stops.push(() => service.stop());
    const file = await describe(config, space, postgres.databaseUrl, chains, service);
    say(`API         ${localUrl(file.baseUrl)}`);
    return { file, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns the number of blocks that the database knows and the chain has lost */
async function bringChainUp(databaseUrl: string, { entry, rpcUrl }: FurnishedChain): Promise<bigint> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const newest = await store.ledger.newestBlock(entry.caip2);
    return newest ? await mineAbove(rpcUrl, newest.number) : 0n;
  } finally {
    await store.close();
  }
}

/** Starts all parts in parallel and adds each to `stops`, so that the caller can stop them if one fails. */
async function startParts(space: Workspace, log: Logger, stops: (() => Promise<void>)[]) {
  const stoppable = async <Part extends { stop(): Promise<void> }>(starting: Promise<Part>): Promise<Part> => {
    const part = await starting;
    stops.push(() => part.stop());
    return part;
  };
  const tell = (line: string) => log.info(line);
  const postgres = stoppable(startPostgres({ dir: space.postgresDir, log: tell }));
  const chains = LOCAL_CHAINS.map(({ number }) => stoppable(startFurnishedChain(space.dir, number, tell)));
  // Waits for all before throwing the first failure, so that none is still starting when the others are stopped.
  await Promise.allSettled([postgres, ...chains]);
  return { postgres: await postgres, chains: await Promise.all(chains) };
}

async function startServiceOn(
  config: Config,
  space: Workspace,
  databaseUrl: string,
  chains: readonly FurnishedChain[],
  log: Logger,
  ownRates: OwnRates,
): Promise<Service> {
  const entries = chains.map(({ entry }) => entry);
  await writePrivate(space.chainsFile, `${JSON.stringify(entries, null, 2)}\n`);
  const feeds = chains.map(({ entry, deployment }) => ({ caip2: entry.caip2, ...deployment }));
  await writePrivate(space.ratesFile, `${JSON.stringify(localRatesEntry(feeds), null, 2)}\n`);
  const relayerKeys = localAccounts().relayers.map(({ privateKey }) => privateKey);
  const relayers = { relayerKeys, relayerKeysByChain: new Map(), relayerSigners: [], relayerSignersByChain: new Map() };
  return startService({
    config: {
      ...config,
      databaseUrl,
      ...relayers,
      demoBuyerKeys: config.demoBuyerKeys.length > 0 ? config.demoBuyerKeys : [localAccounts().demoBuyer.privateKey],
      screening: config.screening ?? (await localScreening(space)),
      receiptKeys: config.receiptKeys ?? (await readOrMakeReceiptKeys(space.receiptKeysFile)),
      buyerDataKeys: config.buyerDataKeys ?? (await readOrMakeBuyerDataKeys(space.buyerDataKeysFile)),
    },
    databaseUrl,
    secretKey: config.secretKey ?? (await readOrMakeSecret(space.secretFile)),
    chains: chainConfigs(chains),
    rates: (await ownRates(chainConfigs(chains))) ?? localRates(feeds),
    role: "all",
    webhookPlaces: LOCAL_PLACES,
    log,
    local: isLoopback(config.host) ? localSite(space.devFile) : null,
  });
}

/** A list file with one account, for the user to try out and edit. */
async function localScreening({ refusedFile }: Workspace): Promise<Config["screening"]> {
  const { address } = localAccounts().refusedBuyer;
  await writeOnce(refusedFile, `# Accounts that may not pay, one per line; reread when the file changes.\n${address}`);
  return [{ type: "list", file: refusedFile }];
}

function chainConfigs(chains: readonly FurnishedChain[]): readonly EvmChainConfig[] {
  const parsed = parseChains(chains.map(({ entry }) => entry));
  if (parsed.kind === "ok") return parsed.chains;
  throw new Error(parsed.issues.map(({ field, message }) => `${field} ${message}`).join("; "));
}

const assetsOf = (chains: readonly FurnishedChain[]) => chainConfigs(chains).flatMap(({ assets }) => assets);

/** Creates the demo partner and merchant unless they exist, and writes dev.json. */
async function describe(
  config: Config,
  space: Workspace,
  databaseUrl: string,
  chains: readonly FurnishedChain[],
  service: Service,
): Promise<DevFile> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const earlier = await readDevFile(space.devFile);
    const owner = (earlier && (await isKnown(store, earlier)) && earlier) || (await makeOwner(store));
    await makeDestinations(store, owner, chainConfigs(chains));
    const baseUrl = service.baseUrl ?? "";
    const collectDataFrom = await readCollectDataFrom(store, owner.partnerId);
    const places = { baseUrl, databaseUrl, payLinkHost: payLinkHost(config, baseUrl) };
    const features = {
      ...(collectDataFrom && { collectDataFrom }),
      ...(config.screening === null && { refusedBuyer: localAccounts().refusedBuyer }),
    };
    const file = devFile(owner, places, chains, features);
    await writeDevFile(space.devFile, file);
    return file;
  } finally {
    await store.close();
  }
}

const payLinkHost = (config: Config, baseUrl: string): string =>
  config.payLinkHost ?? new URL(config.publicUrl ?? localUrl(baseUrl)).host;

function devFile(
  { apiKey, walletApiKey, walletApp, partnerId, merchantId, test }: Owner,
  places: Pick<DevFile, "baseUrl" | "databaseUrl" | "payLinkHost">,
  chains: readonly FurnishedChain[],
  features: Pick<DevFile, "collectDataFrom" | "refusedBuyer">,
): DevFile {
  const { buyer, destination, feeReceiver } = localAccounts();
  return {
    baseUrl: places.baseUrl,
    apiKey,
    walletApiKey,
    walletApp,
    partnerId,
    merchantId,
    test,
    payLinkHost: places.payLinkHost,
    databaseUrl: places.databaseUrl,
    chains: chains.map(({ entry: { caip2 }, rpcUrl, deployment: { router, permit2, multicall3 } }) => ({
      caip2,
      rpcUrl,
      router,
      permit2,
      multicall3,
    })),
    tokens: assetsOf(chains).map(({ symbol, id, decimals, method }) => ({ symbol, asset: id, decimals, method })),
    buyer,
    ...features,
    destination,
    feeReceiver,
  };
}
