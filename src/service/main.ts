// Wires the store, the chains, the operations, the HTTP API and the workers together. No business decisions here.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Address } from "viem";
import { createEvmChain, type EvmChain } from "../chains/evm/chain.ts";
import type { EvmChainConfig } from "../chains/evm/config/config.ts";
import { peopleServices } from "../http/console/people/people.ts";
import { macKeys } from "../http/credentials/mac-keys.ts";
import type { LocalSite } from "../http/public-route.ts";
import { buildServer } from "../http/server.ts";
import { LISTEN_BACKLOG } from "../http/settings.ts";
import { createLogoSource } from "../logos/source.ts";
import { expiryChains } from "../operations/gateway/payable-chains.ts";
import type { Screening } from "../operations/gateway/screen-accounts.ts";
import type { TakeLogoPorts } from "../operations/merchants/take-logo.ts";
import { createChainAvailability } from "../operations/monitoring/chain-availability.ts";
import type { Heartbeat } from "../operations/monitoring/heartbeat.ts";
import type { PaymentChains } from "../operations/ports/chain/payment-chain.ts";
import type { ReadReadiness } from "../operations/ports/monitoring/readiness.ts";
import { createFaults } from "../operations/rehearsals/can-rehearse.ts";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";
import { buyerDataTokenKeys } from "../payment/buyer-data/buyer-data-token.ts";
import { percentagePolicy } from "../payment/fee.ts";
import { pageKeys } from "../payment/lists/page-token.ts";
import { optionKeys } from "../payment/option.ts";
import { receiptKeys } from "../payment/receipts/receipt-keys.ts";
import type { RatesConfig } from "../rates/config.ts";
import { createRates } from "../rates/rates.ts";
import type { Config } from "../settings/config.ts";
import { crashAt } from "../settings/crash-point.ts";
import { demoBuyerKeysOn } from "../settings/demo-buyers.ts";
import { relayersOn } from "../settings/relayers.ts";
import { createSession } from "../store/database/session.ts";
import { type Changes, listenForChanges } from "../store/events/changes.ts";
import { createLeaderships, type Leaderships } from "../store/following/leader.ts";
import { openStore, type Store } from "../store/store.ts";
import { startActivity } from "../workers/activity.ts";
import { startWhenAdmitted } from "../workers/admit.ts";
import { startExpireWorkers } from "../workers/expire.ts";
import { startHousekeeping } from "../workers/housekeeping.ts";
import { startLoop } from "../workers/loop.ts";
import { httpSettings, limitsOf } from "./api-settings.ts";
import { closing } from "./closing.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { mailKeysOf, startMail } from "./mail.ts";
import { refusingDemoBuyers } from "./rehearsals.ts";
import { startChain } from "./start-chain.ts";
import { createMonitoring, type Monitoring, type MonitoringOptions } from "./start-monitoring.ts";
import { openConfiguredScreening, refuseMissingRouters, refuseWrongChains } from "./startup-checks.ts";
import { startWebhooks, type WebhookPlaces, webhookPlacesOf } from "./webhooks.ts";

export const SERVICE_ROLES = ["api", "worker", "all"] as const;
export type ServiceRole = (typeof SERVICE_ROLES)[number];

export interface ServiceOptions extends Pick<MonitoringOptions, "tracing"> {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Serves work that needs a session, if `databaseUrl` leads to PgBouncer. */
  readonly databaseDirectUrl?: string | null;
  /** Null in a worker, which seals nothing. */
  readonly secretKey: Buffer | null;
  readonly chains: readonly EvmChainConfig[];
  /** An asset without rates has a price only in the currency it is pegged to. */
  readonly rates?: RatesConfig | null;
  readonly role: ServiceRole;
  readonly log: Logger;
  /** Source of merchants' logos, by default the public internet. */
  readonly logoSource?: TakeLogoPorts["logoSource"];
  /** The allowed targets of webhooks; the default is the public internet and WEBHOOK_NETWORKS. */
  readonly webhookPlaces?: WebhookPlaces;
  /** Pages of a local Turnpike. */
  readonly local?: LocalSite | null;
  /** This machine's clock, in milliseconds. */
  readonly wallMs?: () => number;
  /** The clock of times that this process sets, in milliseconds; by default the database's. */
  readonly nowMs?: () => number;
}

export interface Service {
  /** Base URL of the HTTP API; null in a worker. */
  readonly baseUrl: string | null;
  /** Responds to long polls, waits for running work, and closes everything. */
  stop(): Promise<void>;
}

/** @throws ChainMismatchError, database errors, listen errors */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, databaseUrl, log } = options;
  const monitoring = await createMonitoring(options);
  // The database's clock, once the heartbeat has read it.
  const clock = { nowMs: options.wallMs ?? (() => Date.now()) };
  const chains = options.chains.map((chain) =>
    createEvmChain(
      chain,
      relayersOn(config, chain.chainNumber),
      undefined,
      monitoring.onRpcCall(chain.caip2),
      monitoring.onNarrowed(chain.caip2),
      () => clock.nowMs(),
      demoBuyerKeysOn(config, chain),
    ),
  );
  await refuseWrongChains(chains, log);
  const store = openStore({
    url: databaseUrl,
    readUrl: options.role === "worker" ? null : config.databaseReadUrl,
    connectionsMax: config.databaseConnections,
    isPooled: (options.databaseDirectUrl ?? databaseUrl) !== databaseUrl,
    chains: expiryChains(options.chains),
    onError: (error) => log.warn({ err: error }, "an idle database connection was lost"),
    log,
    tracing: monitoring.tracing,
  });
  try {
    refuseMissingRouters(options, await store.routers.underWay());
    const routersWatched = new Map<string, readonly Address[]>();
    for (const { payment } of chains) routersWatched.set(payment.id, await store.routers.watched(payment.id));
    return await startParts(options, { chains, store, monitoring, routersWatched }, clock);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function startParts(
  options: ServiceOptions,
  { chains, store, monitoring, routersWatched }: Pick<Parts, "chains" | "store" | "monitoring" | "routersWatched">,
  clock: { nowMs: () => number },
): Promise<Service> {
  const configured = await openConfiguredScreening(options.config, chains, options.log, monitoring.onLookup);
  const screening = refusingDemoBuyers(configured, chains);
  const paymentChains = new Map(chains.map(({ payment }) => [payment.id, payment]));
  const session = createSession(options.databaseDirectUrl ?? options.databaseUrl, options.log);
  session.use({ lost: () => store.recycleConnections() });
  const changes = listenForChanges(session);
  const leaderships = createLeaderships(session);
  await session.open();
  const heartbeat = await startHeartbeat(options, store).catch(closing(session));
  clock.nowMs = heartbeat.nowMs;
  const watched = await monitoring.start({ chains, store, changes, heartbeat }).catch(closing(heartbeat, session));
  const { readiness } = watched;
  const parts = {
    chains,
    paymentChains,
    store,
    changes,
    leaderships,
    screening,
    monitoring,
    readiness,
    heartbeat,
    routersWatched,
  };
  const api =
    options.role === "worker" ? null : await startApi(options, parts).catch(closing(watched, heartbeat, session));
  const workers = options.role === "api" ? [] : await startWorkers(options, parts);
  return {
    baseUrl: api?.baseUrl ?? null,
    async stop() {
      monitoring.stopping();
      if (api) {
        api.drain();
        await sleep(options.config.drainDelayS * 1_000);
      }
      await Promise.all([api?.close(), ...workers.map((worker) => worker.stop())]);
      await watched.close();
      await heartbeat.close();
      changes.close();
      await session.close();
      await store.close();
    },
  };
}

interface Parts {
  readonly chains: readonly EvmChain[];
  readonly paymentChains: PaymentChains;
  readonly store: Store;
  readonly changes: Changes;
  readonly leaderships: Leaderships;
  readonly screening: Screening;
  readonly monitoring: Monitoring;
  readonly readiness: ReadReadiness;
  readonly heartbeat: Heartbeat;
  /** The routers of deposit addresses that are watched, by chain. */
  readonly routersWatched: ReadonlyMap<string, readonly Address[]>;
}

/** An outage counts as over after this long without another failed request. */
const REQUESTS_CALM_MS = 60_000;

/** Interval of storing when keys were last used. */
const KEY_USE_INTERVAL_MS = 5_000;

async function startApi(
  {
    config,
    secretKey,
    log,
    rates: ratesConfig = null,
    logoSource = createLogoSource(),
    webhookPlaces = webhookPlacesOf(config),
    local = null,
  }: ServiceOptions,
  { chains, paymentChains, store, changes, screening, monitoring, readiness, heartbeat: { nowMs } }: Parts,
) {
  if (!secretKey) throw new TypeError("the API needs a secret key");
  const keys = store.openKeyRing(changes);
  const secrets = [secretKey, config.formerSecretKey] as const;
  const feeds = new Map(chains.map((chain) => [chain.payment.id, chain.feeds]));
  const rates = monitoring.watchRates(createRates(ratesConfig, { feeds, log, nowMs }), nowMs);
  void rates.states(); // warms the cache for the first buyer and logs missing rates early
  const publicUrl = { value: config.publicUrl ?? `http://localhost:${config.port}` };
  const server = buildServer(
    {
      ...store,
      keys,
      keyRecords: store.keys,
      ...peopleServices(...secrets),
      changes,
      feed: store.openFeed(changes, log),
      chains: paymentChains,
      followed: store.ledger,
      chainAvailability: createChainAvailability(store.chainAvailability, paymentChains, log),
      relayers: store.chainAvailability,
      destinations: store.settlements,
      faults: createFaults(store.rehearsals, paymentChains),
      logoSource,
      rates,
      optionKeys: optionKeys(...secrets),
      optionFacts: store.openOptionFacts(config.destinationGraceS),
      ...limitsOf(config),
      cursorKeys: macKeys("cursor", ...secrets),
      pageKeys: pageKeys(...secrets),
      buyerDataTokenKeys: buyerDataTokenKeys(...secrets),
      buyerDataKeys: config.buyerDataKeys,
      mailKeys: mailKeysOf(config),
      receiptKeys: config.receiptKeys && receiptKeys(config.receiptKeys),
      screening,
      fees: { standard: percentagePolicy(config.feePpm), find: store.feePolicies.find },
      webhookUrls: webhookPlaces,
      log,
      throttle: createLogThrottle(undefined, REQUESTS_CALM_MS),
      crashPoint: crashAt(config.crashPoint),
      // The database's clock, which also decides expiry.
      nowS: () => Math.floor(nowMs() / 1000),
      nowMs,
    },
    httpSettings(config, log, publicUrl, { readiness, ...monitoring.http, local }),
    local?.routes,
  );
  changes.onKeys(() => server.endRevoked());
  await server.listen({ host: config.host, port: config.port, backlog: LISTEN_BACKLOG });
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  if (!config.publicUrl) publicUrl.value = `http://localhost:${port}`;
  const recordKeyUse = () => keys.recordUse().then(() => false);
  const keyUse = startLoop({ name: "key use", intervalMs: KEY_USE_INTERVAL_MS, log, run: recordKeyUse });
  return {
    baseUrl: `http://${config.host}:${port}`,
    drain: () => server.drain(),
    async close() {
      await server.close();
      await keyUse.stop();
      // A failure must not interrupt the shutdown.
      await keys
        .recordUse()
        .catch((error: unknown) => log.warn({ err: error }, "the last use of keys was not recorded"));
    },
  };
}

async function startWorkers(
  options: ServiceOptions,
  { chains, ...others }: Parts,
): Promise<{ stop(): Promise<void> }[]> {
  const { store } = others;
  const paymentChains = chains.map(({ payment }) => payment);
  const activity = startActivity({ read: store.readPendingWork, log: options.log });
  const parts = { ...others, activity };
  const perChain = chains.map((chain, index) => {
    const config = options.chains[index];
    if (!config) throw new Error("a chain without its configuration");
    const { check, payment } = chain;
    const start = () => startChain(options, config, chain, parts);
    return startWhenAdmitted({ id: payment.id, check }, options.log, start);
  });
  const mail = await startMail(options, paymentChains, others);
  return [
    activity,
    ...(mail ? [mail] : []),
    ...startExpireWorkers(store.payments, activity, options.log),
    startWebhooks(options, paymentChains, others),
    ...startHousekeeping(store, activity, {
      buyerDataRetentionDays: options.config.buyerDataRetentionDays,
      log: options.log,
    }),
    ...perChain,
  ];
}
