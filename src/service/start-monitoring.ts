// Wires readiness and metrics, and opens their port.
import type { Logger } from "pino";
import type { EvmChain } from "../chains/evm/chain.ts";
import type { EvmChainConfig } from "../chains/evm/config/config.ts";
import type { OnRpcCall } from "../chains/evm/nodes/endpoint.ts";
import type { OnNarrowed } from "../chains/evm/nodes/watched-endpoint.ts";
import type { Settings } from "../http/settings.ts";
import { checkFollowedChains } from "../monitoring/followed-chains.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import type { RateSample } from "../monitoring/rate-metrics.ts";
import { CHECK_TIMEOUT_MS, createReadiness, type ReadinessCheck } from "../monitoring/readiness.ts";
import { startMonitoringServer } from "../monitoring/server.ts";
import type { Heartbeat } from "../operations/monitoring/heartbeat.ts";
import type { ReadReadiness } from "../operations/ports/monitoring/readiness.ts";
import type { VitalsReading } from "../operations/ports/monitoring/vitals.ts";
import { type Tracing, UNTRACED } from "../operations/ports/tracing.ts";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";
import { withTimeout } from "../operations/timing/with-timeout.ts";
import { settleMaxS } from "../payment/transfers/finality.ts";
import type { RateBook } from "../rates/book.ts";
import type { OnLookup } from "../screening/screening.ts";
import type { Config } from "../settings/config.ts";
import { isReadOnly } from "../store/database/unavailable.ts";
import type { Changes } from "../store/events/changes.ts";
import type { Lead, Leadership } from "../store/following/leader.ts";
import { schemaDifference } from "../store/migrate.ts";
import type { Store } from "../store/store.ts";
import { VERSION } from "../version.ts";

export interface MonitoringOptions {
  readonly config: Pick<Config, "metricsPort" | "metricsHost">;
  readonly databaseUrl: string;
  readonly databaseDirectUrl?: string | null;
  readonly chains: readonly EvmChainConfig[];
  readonly role: string;
  readonly log: Logger;
  /** Tracing is off by default. */
  readonly tracing?: Tracing;
}

interface MonitoredParts {
  readonly chains: readonly Pick<EvmChain, "payment" | "logRangesNow">[];
  readonly store: Pick<Store, "vitals" | "chainAvailability" | "readLeaders" | "connections" | "listReads">;
  readonly changes: Pick<Changes, "isListening">;
  readonly heartbeat: Pick<Heartbeat, "writesProblem" | "isClockOff" | "skewS" | "disagreements">;
}

export interface Monitoring {
  readonly tracing: Tracing;
  /** The observers of requests. */
  readonly http: Pick<Settings, "observer" | "tracing">;
  onRpcCall(chain: string): OnRpcCall;
  /** Logs which RPC URL does not return the logs of so many blocks. */
  onNarrowed(chain: string): OnNarrowed;
  /** Counts a lookup in a screening source. */
  readonly onLookup: OnLookup;
  /** The same rates, which are read with the metrics and shown. */
  watchRates<Book extends RateBook>(rates: Book, nowMs: () => number): Book;
  /** The chain's nodes have returned a newest block of this age, by the database's clock. */
  sawHead(chain: string, ageS: number): void;
  /** The same leadership, whose state is shown. */
  watchLeadership(chain: string, leadership: Leadership): Leadership;
  /** Opens the port. @throws listen errors */
  start(parts: MonitoredParts): Promise<{ readonly readiness: ReadReadiness; close(): Promise<void> }>;
  /** The service stops: it is not ready from now on. */
  stopping(): void;
}

const NARROWED = "an RPC URL did not return the logs of so many blocks at once: it is asked for fewer";

export async function createMonitoring(options: MonitoringOptions): Promise<Monitoring> {
  const { config, role, log, tracing = UNTRACED } = options;
  const metrics = config.metricsPort === null ? null : await openMetrics(role);
  for (const chain of options.chains) {
    metrics?.chain(chain.caip2, { headAgeMaxS: chain.headAgeMaxS, settleMaxS: settleMaxS(chain) });
    // Every role sets it: a chain that no process has ever led has no other sample from which an alert could be raised.
    metrics?.leads(chain.caip2, false);
  }
  const leads = new Set<string>();
  const narrowings = createLogThrottle();
  let isStopping = false;
  return {
    tracing,
    http: { observer: metrics?.http ?? null, tracing: tracing.requests },
    onRpcCall: (chain) => (endpoint, outcome, durationS, method) => {
      metrics?.rpc(chain, endpoint, outcome, durationS);
      const attributes = { "rpc.system.name": "jsonrpc", "rpc.method": method, "turnpike.chain": chain, endpoint };
      tracing.ended(method, durationS, attributes, outcome === "failed");
    },
    onNarrowed: (chain) => (blocks, reason) =>
      narrowings.warn(chain, (times) => log.warn({ chain, blocks, reason, times }, NARROWED)),
    onLookup: (source, outcome, durationS) => metrics?.screened(String(source + 1), outcome, durationS),
    watchRates(rates, nowMs) {
      metrics?.watchRates(rateReader(rates, nowMs));
      return rates;
    },
    sawHead: (chain, ageS) => metrics?.newestBlock(chain, leads.has(chain) ? ageS : null),
    watchLeadership: (chain, leadership) =>
      watchedLeadership(leadership, (isHeld) => {
        if (isHeld) leads.add(chain);
        else leads.delete(chain);
        if (!isHeld) metrics?.newestBlock(chain, null);
        metrics?.leads(chain, isHeld);
      }),
    async start(parts) {
      const readiness = createReadiness(checksOf(options, parts, leads), () => isStopping);
      if (!metrics || config.metricsPort === null) return { readiness, close: async () => {} };
      metrics.watch({
        heartbeat: parts.heartbeat,
        connections: () => parts.store.connections(),
        listReads: () => parts.store.listReads(),
        logRanges: () => parts.chains.map((chain) => ({ chain: chain.payment.id, blocks: chain.logRangesNow() })),
        isReady: async () => (await readiness()).isReady,
        vitals: vitalsReader(
          parts.store,
          options.chains.map(({ caip2 }) => caip2),
        ),
      });
      const place = { host: config.metricsHost, port: config.metricsPort };
      const server = await startMonitoringServer(place, { metrics, readiness });
      log.info({ metricsUrl: `http://${config.metricsHost}:${server.port}/metrics` }, "metrics are served");
      return { readiness, close: () => server.close() };
    },
    stopping() {
      isStopping = true;
    },
  };
}

const watchedLeadership = (leadership: Leadership, see: (isHeld: boolean) => void): Leadership => ({
  ...leadership,
  async hold() {
    let lead: Lead | null = null;
    try {
      lead = await leadership.hold();
    } finally {
      see(lead !== null);
    }
    return lead;
  },
  async release() {
    see(false);
    await leadership.release();
  },
});

/** Chains take workers out, but not the servers: buyers can still pay on the others. */
function checksOf(
  { databaseUrl, databaseDirectUrl, chains, role }: MonitoringOptions,
  { store, changes, heartbeat }: MonitoredParts,
  leads: ReadonlySet<string>,
): Readonly<Record<string, ReadinessCheck>> {
  let isMigrated = false;
  return {
    database: async () => {
      await store.vitals.ping().catch(refusedWhen);
      return null;
    },
    writes: () => heartbeat.writesProblem(),
    clock: () => (heartbeat.isClockOff() ? "the clock is seconds off the database's" : null),
    changes: () => (changes.isListening() ? null : "does not listen for changes"),
    migrations: async () => {
      // A schema that is newer than this version is fine: it is migrated first, then the processes restart.
      isMigrated ||= (await schemaDifference(databaseDirectUrl ?? databaseUrl)).missing.length === 0;
      return isMigrated ? null : "the schema lacks migrations";
    },
    ...(role === "worker" && {
      chains: checkFollowedChains({
        chains,
        leads,
        chainAvailability: store.chainAvailability,
        leaders: (asked) => store.readLeaders(asked),
      }),
    }),
  };
}

/** Several readers of the metrics share one reading. */
const VITALS_KEPT_MS = 5_000;

/** @throws `error` itself unless the server responds, and is refused because it takes no writes */
function refusedWhen(error: unknown): "refused" {
  if (isReadOnly(error)) return "refused";
  throw error;
}

function vitalsReader({ vitals }: Pick<Store, "vitals">, chains: readonly string[]): () => Promise<VitalsReading> {
  let reading: Promise<VitalsReading> | null = null;
  let kept: { readonly vitals: VitalsReading; readonly atMs: number } | null = null;
  return async () => {
    if (kept && performance.now() - kept.atMs < VITALS_KEPT_MS) return kept.vitals;
    // A reading that hangs is not started twice.
    reading ??= vitals
      .read(chains)
      .catch(refusedWhen)
      .catch(() => null)
      .then((read) => {
        kept = { vitals: read, atMs: performance.now() };
        reading = null;
        return read;
      });
    return withTimeout(reading, CHECK_TIMEOUT_MS, () => null);
  };
}

/** Sources are read at the pace of their refreshS; a reading that takes long shows with the next metrics. */
function rateReader(rates: RateBook, nowMs: () => number): () => Promise<readonly RateSample[]> {
  let known: readonly RateSample[] = [];
  return () => {
    const reading = rates.states().then((states) => {
      known = states.map(({ pair, price, sources }) => ({
        pair: pair.name,
        isKnown: price !== null,
        sources: sources.map(({ source, observation, fault }) => ({
          source: source.label,
          isUsed: fault === null,
          ageS: observation && nowMs() / 1_000 - observation.observedAtS,
        })),
      }));
      return known;
    });
    return withTimeout(reading, CHECK_TIMEOUT_MS, () => known);
  };
}

/** Loads the metrics client, which a process without METRICS_PORT does without. */
async function openMetrics(role: string): Promise<Metrics> {
  const { createMetrics } = await import("../monitoring/metrics.ts");
  return createMetrics({ version: VERSION, role });
}
