// `turnpike dev`, which `npm start` runs: a whole local Turnpike (embedded PostgreSQL, local chain, a partner with keys, a
// merchant with destinations) in one directory. A second start finds everything of the first one again.
import type { Logger } from "pino";
import type { EvmChainConfig } from "../chains/evm/config.ts";
import { parseChains } from "../chains/evm/config.ts";
import type { Config } from "../config.ts";
import { DEFAULT_VERSION } from "../contract/versions.ts";
import { type Service, startService } from "../main.ts";
import { hashApiKey, newApiKey } from "../merchant/api-key.ts";
import type { Role } from "../merchant/partner.ts";
import { fiatUnit } from "../money/amount.ts";
import { createMerchant } from "../operations/create-merchant.ts";
import { createSettlements } from "../operations/create-settlements.ts";
import { migrate } from "../store/migrate.ts";
import { openStore, type Store } from "../store/store.ts";
import { localAccounts } from "./accounts.ts";
import { type DevFile, readDevFile, writeDevFile } from "./dev-file.ts";
import { type FurnishedChain, mineAbove, startFurnishedChain } from "./local-chain.ts";
import { startPostgres } from "./postgres.ts";
import { localRates, localRatesEntry } from "./rates.ts";
import {
  makeDir,
  readOrMakeBuyerDataKeys,
  readOrMakeSecret,
  type Workspace,
  workspace,
  writePrivate,
} from "./workspace.ts";

export interface Dev {
  readonly file: DevFile;
  stop(): Promise<void>;
}

/** What a person is told while it starts. */
export type Say = (line: string) => void;

export async function startDev(config: Config, log: Logger, say: Say): Promise<Dev> {
  const space = workspace(config.turnpikeDir);
  await makeDir(space.dir);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };
  try {
    const [postgres, chain] = await startParts(space, log, stops);
    say(`PostgreSQL  ${postgres.tookOver ? "taken over" : "started"} in ${space.postgresDir}`);
    say(
      `Chain       ${chain.tookOver ? "taken over" : "started"}: ${chain.entry.caip2}, a block a second, at ${chain.rpcUrl}`,
    );
    await migrate(postgres.databaseUrl);
    const lost = await bringChainUp(postgres.databaseUrl, chain);
    if (lost > 0n) say(`            lost its newest ${lost} blocks in a crash; what they held is sent again`);
    const service = await startServiceOn(config, space, postgres.databaseUrl, chain, log);
    stops.push(() => service.stop());
    const file = await describe(config, space, postgres.databaseUrl, chain, service);
    say(`Interface   ${file.baseUrl}`);
    return { file, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns how many blocks the database knows that the chain has lost */
async function bringChainUp(databaseUrl: string, { entry, rpcUrl }: FurnishedChain): Promise<bigint> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const newest = await store.follow.newestBlock(entry.caip2);
    return newest ? await mineAbove(rpcUrl, newest.number) : 0n;
  } finally {
    await store.close();
  }
}

/** Both at once; where one fails the other is stopped by the caller, which has it in `stops`. */
async function startParts(space: Workspace, log: Logger, stops: (() => Promise<void>)[]) {
  const started = await Promise.allSettled([
    startPostgres({ dir: space.postgresDir, log: (line) => log.info(line) }).then((postgres) => {
      stops.push(() => postgres.stop());
      return postgres;
    }),
    startFurnishedChain(space.dir, (line) => log.info(line)).then((chain) => {
      stops.push(() => chain.stop());
      return chain;
    }),
  ]);
  const [postgres, chain] = started;
  if (postgres.status === "rejected") throw postgres.reason;
  if (chain.status === "rejected") throw chain.reason;
  return [postgres.value, chain.value] as const;
}

async function startServiceOn(
  config: Config,
  space: Workspace,
  databaseUrl: string,
  chain: FurnishedChain,
  log: Logger,
): Promise<Service> {
  await writePrivate(space.chainsFile, `${JSON.stringify([chain.entry], null, 2)}\n`);
  const feeds = [{ caip2: chain.entry.caip2, ...chain.deployment }];
  await writePrivate(space.ratesFile, `${JSON.stringify(localRatesEntry(feeds), null, 2)}\n`);
  const relayerKeys = localAccounts().relayers.map(({ privateKey }) => privateKey);
  return startService({
    config: {
      ...config,
      databaseUrl,
      relayerKeys,
      buyerDataKeys: config.buyerDataKeys ?? (await readOrMakeBuyerDataKeys(space.buyerDataKeysFile)),
    },
    databaseUrl,
    secretKey: config.secretKey ?? (await readOrMakeSecret(space.secretFile)),
    chains: chainConfigs(chain),
    rates: localRates(feeds),
    role: "all",
    log,
  });
}

function chainConfigs(chain: FurnishedChain): readonly EvmChainConfig[] {
  const parsed = parseChains([chain.entry]);
  if ("chains" in parsed) return parsed.chains;
  throw new Error(parsed.issues.map(({ field, message }) => `${field} ${message}`).join("; "));
}

const assetsOf = (chain: FurnishedChain) => chainConfigs(chain).flatMap(({ assets }) => assets);

/** Makes the demo partner and merchant where this directory has none yet, and writes dev.json. */
async function describe(
  config: Config,
  space: Workspace,
  databaseUrl: string,
  chain: FurnishedChain,
  service: Service,
): Promise<DevFile> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const earlier = await readDevFile(space.devFile);
    const owner = (earlier && (await isKnown(store, earlier)) && earlier) || (await makeOwner(store, chain));
    const baseUrl = service.baseUrl ?? "";
    const collectDataFrom = await readCollectDataFrom(store, owner.partnerId);
    const file = devFile(
      owner,
      { baseUrl, databaseUrl, payLinkHost: payLinkHost(config, baseUrl) },
      chain,
      collectDataFrom,
    );
    await writeDevFile(space.devFile, file);
    return file;
  } finally {
    await store.close();
  }
}

const payLinkHost = (config: Config, baseUrl: string): string =>
  config.payLinkHost ?? new URL(config.publicUrl ?? baseUrl.replace("127.0.0.1", "localhost")).host;

type Owner = Pick<DevFile, "apiKey" | "walletApiKey" | "walletApp" | "partnerId" | "merchantId">;

async function isKnown(store: Store, { apiKey, partnerId, merchantId }: Owner): Promise<boolean> {
  const hash = hashApiKey(apiKey);
  const key = hash && (await store.keys.findLive(hash));
  return key?.partnerId === partnerId && (await store.merchants.find(partnerId, merchantId)) !== null;
}

/** 1 000.00 USD: beyond the demo payment, so that both ways can be tried. */
const DEMO_COLLECT_FROM = { currency: "USD", value: 100_000n };

/** As the partner's rules say it now: a person may have changed them. */
async function readCollectDataFrom(store: Store, partnerId: string): Promise<DevFile["collectDataFrom"]> {
  const value = (await store.collectRules.find(partnerId))?.from.get(DEMO_COLLECT_FROM.currency);
  return value === undefined ? undefined : { unit: fiatUnit(DEMO_COLLECT_FROM.currency), value: value.toString() };
}

const DEMO_APP_ID = "demo-wallet";

async function makeOwner(store: Store, chain: FurnishedChain): Promise<Owner> {
  const partner = await store.partners.insert("Demo partner", DEFAULT_VERSION);
  const keyOf = async (role: Role) => {
    const { apiKey, hash, prefix } = newApiKey(role);
    await store.keys.insert({ partnerId: partner.id, role, hash, prefix });
    return apiKey;
  };
  await store.walletApps.insert({ id: DEMO_APP_ID, name: "Demo wallet" });
  await store.collectRules.set(partner.id, {
    from: new Map([[DEMO_COLLECT_FROM.currency, DEMO_COLLECT_FROM.value]]),
    chains: [],
    assets: [],
    termsUrl: null,
  });
  const merchant = await createMerchant(store, partner.id, {
    name: "Demo shop",
    email: "shop@example.com",
    logo: null,
  });
  await createSettlements(
    { settlements: store.settlements, chains: new Map() },
    { partnerId: partner.id, merchantId: merchant.id, actor: "operator" },
    assetsOf(chain).map(({ id }) => ({
      asset: id,
      destination: `${chain.entry.caip2}:${localAccounts().destination}`,
    })),
  );
  return {
    apiKey: await keyOf("partner"),
    walletApiKey: await keyOf("wallet"),
    walletApp: { appId: DEMO_APP_ID },
    partnerId: partner.id,
    merchantId: merchant.id,
  };
}

function devFile(
  { apiKey, walletApiKey, walletApp, partnerId, merchantId }: Owner,
  places: Pick<DevFile, "baseUrl" | "databaseUrl" | "payLinkHost">,
  chain: FurnishedChain,
  collectDataFrom: DevFile["collectDataFrom"],
): DevFile {
  const { entry, rpcUrl, deployment } = chain;
  const { router, permit2, multicall3 } = deployment;
  const { buyer, destination, feeReceiver } = localAccounts();
  return {
    baseUrl: places.baseUrl,
    apiKey,
    walletApiKey,
    walletApp,
    partnerId,
    merchantId,
    payLinkHost: places.payLinkHost,
    databaseUrl: places.databaseUrl,
    chains: [{ caip2: entry.caip2, rpcUrl, router, permit2, multicall3 }],
    tokens: assetsOf(chain).map(({ symbol, id, decimals, pays }) => ({ symbol, asset: id, decimals, pays })),
    buyer,
    ...(collectDataFrom && { collectDataFrom }),
    destination,
    feeReceiver,
  };
}
