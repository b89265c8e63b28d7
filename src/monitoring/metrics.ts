// The metrics of this process, in the OpenMetrics format. Every label has few values: route patterns, chains, numbered
// RPC URLs. None identifies a person, a partner or a payment.
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Heartbeat } from "../operations/monitoring/heartbeat.ts";
import type { VitalsReading } from "../operations/ports/monitoring/vitals.ts";
import { gauge, type OpenMetrics } from "./gauge.ts";
import { type RateSample, registerRates } from "./rate-metrics.ts";
import { registerVitals } from "./vitals-metrics.ts";

export interface Metrics {
  readonly http: HttpMetrics;
  /** One call of an RPC URL. */
  rpc(chain: string, endpoint: string, outcome: RpcOutcome, durationS: number): void;
  /** The settings' limits of each chain. */
  chain(chain: string, limits: ChainLimits): void;
  /** One lookup in a source of SCREENING, numbered in the order of the setting. */
  screened(source: string, outcome: "ok" | "refused" | "failed", durationS: number): void;
  /** Source of the gauges of rates. @param read never rejects */
  watchRates(read: () => Promise<readonly RateSample[]>): void;
  /** Age of the newest block that the nodes return, by the database's clock; null: this process does not follow. */
  newestBlock(chain: string, ageS: number | null): void;
  /** Whether this process leads the chain. */
  leads(chain: string, isLeading: boolean): void;
  /** Sources of gauges, which are read when the metrics are read. */
  watch(sources: MetricSources): void;
  /** @returns the text and its content type; never throws because a source fails */
  read(): Promise<{ readonly text: string; readonly contentType: string }>;
}

export interface ChainLimits {
  /** If the newest followed block is older, the chain is closed for payments. */
  readonly headAgeMaxS: number;
  /** A payment that was sent settles within this time. */
  readonly settleMaxS: number;
}

/** refused: the node responded with an error. failed: it did not respond, or not as it must. */
export type RpcOutcome = "ok" | "refused" | "failed";

interface HttpMetrics {
  responded(method: string, route: string, status: number, durationS: number | null): void;
  rateLimited(rate: string): void;
  reads(numbers: { held(): number; underWay(): number }): void;
}

export interface MetricSources {
  readonly heartbeat: Pick<Heartbeat, "writesProblem" | "skewS" | "disagreements">;
  connections(): { readonly open: number; readonly inUse: number; readonly waiting: number };
  /** Null: there is no replica. */
  listReads(): { readonly replica: number; readonly primary: number } | null;
  /** The most blocks of logs that each RPC URL of a chain is asked for, in the order of the settings. */
  logRanges(): readonly { readonly chain: string; readonly blocks: readonly number[] }[];
  isReady(): Promise<boolean>;
  /** Reads the database. */
  vitals(): Promise<VitalsReading>;
}

/** Seconds. A request takes milliseconds; one that waits for a chain or the pool takes up to 5 s. */
const HTTP_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const RPC_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 5, 12];
/** Beyond 3 s, a lookup has failed. */
const SCREENING_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
/** Wakes the process ten times a second: the delay that matters is above that. */
const EVENT_LOOP_PRECISION_MS = 100;

/** @param about constant facts of this process */
export function createMetrics(about: { readonly version: string; readonly role: string }): Metrics {
  const registry: OpenMetrics = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS });
  gauge(registry, "turnpike_info", "Version and role of this process", ["version", "role"]).set({ ...about }, 1);
  const rpcCalls = new Counter({
    name: "turnpike_rpc_requests_total",
    help: "Requests to RPC URLs, numbered in the order of the settings",
    labelNames: ["chain", "endpoint", "outcome"],
    registers,
  });
  const rpcSeconds = new Histogram({
    name: "turnpike_rpc_request_duration_seconds",
    help: "Duration of requests to RPC URLs",
    labelNames: ["chain", "endpoint"],
    buckets: RPC_BUCKETS_S,
    registers,
  });
  const leads = gauge(registry, "turnpike_leads", "1 if this process leads the chain", ["chain"]);
  const screened = new Histogram({
    name: "turnpike_screening_duration_seconds",
    help: "Duration of lookups in sources of SCREENING, numbered in the order of the setting. refused: an account is",
    labelNames: ["source", "outcome"],
    buckets: SCREENING_BUCKETS_S,
    registers,
  });
  const newest = "Age of the newest block that the RPC URLs return, by the database's clock; negative: from the future";
  const newestBlock = gauge(registry, "turnpike_chain_newest_block_age_seconds", newest, ["chain"]);
  const limit = "Age of the newest followed block beyond which the chain is closed for payments";
  const headAgeMax = gauge(registry, "turnpike_chain_head_age_max_seconds", limit, ["chain"]);
  const slowest = "Time within which a payment that was sent settles, by the chain's policy for large payments";
  const settleMax = gauge(registry, "turnpike_chain_settle_max_seconds", slowest, ["chain"]);
  const refreshes: Refresh[] = [];
  return {
    http: httpMetrics(registry, refreshes),
    rpc(chain, endpoint, outcome, durationS) {
      rpcCalls.inc({ chain, endpoint, outcome });
      rpcSeconds.observe({ chain, endpoint }, durationS);
    },
    chain(chain, limits) {
      headAgeMax.set({ chain }, limits.headAgeMaxS);
      settleMax.set({ chain }, limits.settleMaxS);
    },
    screened: (source, outcome, durationS) => screened.observe({ source, outcome }, durationS),
    watchRates: (read) => void refreshes.push(registerRates(registry, read)),
    newestBlock(chain, ageS) {
      if (ageS === null) newestBlock.remove({ chain });
      else newestBlock.set({ chain }, ageS);
    },
    leads: (chain, isLeading) => leads.set({ chain }, isLeading ? 1 : 0),
    watch: (sources) => void refreshes.push(gaugesOf(registry, sources)),
    async read() {
      await Promise.all(refreshes.map((refresh) => refresh()));
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

/** Sets gauges. */
type Refresh = () => void | Promise<void>;

function httpMetrics(registry: OpenMetrics, refreshes: Refresh[]): HttpMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: "turnpike_http_requests_total",
    help: "Responses, by route pattern. 499: the client disconnected",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "turnpike_http_request_duration_seconds",
    help: "Time to respond, without long polls",
    labelNames: ["method", "route"],
    buckets: HTTP_BUCKETS_S,
    registers,
  });
  const limited = new Counter({
    name: "turnpike_http_rate_limited_total",
    help: "Requests refused with 429, by class of RATE_LIMITS",
    labelNames: ["class"],
    registers,
  });
  return {
    responded(method, route, status, durationS) {
      requests.inc({ method, route, status });
      if (durationS !== null) seconds.observe({ method, route }, durationS);
    },
    rateLimited: (rate) => limited.inc({ class: rate }),
    reads({ held, underWay }) {
      const polls = gauge(registry, "turnpike_http_held_requests", "Long polls that wait now", []);
      const all = "Requests without a response, long polls included";
      const open = gauge(registry, "turnpike_http_requests_under_way", all, []);
      refreshes.push(() => {
        polls.set(held());
        open.set(underWay());
      });
    },
  };
}

/** What this process's last look at the database has shown. */
function heartbeatGauges(registry: OpenMetrics, heartbeat: MetricSources["heartbeat"]): () => void {
  const written = "1 if the database took this process's last test write";
  const writes = gauge(registry, "turnpike_database_writes_up", written, []);
  const ahead = "Seconds by which this machine's clock is ahead of the database's";
  const skew = gauge(registry, "turnpike_clock_skew_seconds", ahead, []);
  const others = "Processes whose setting differs from that of most; all of them if there is no majority";
  const differing = gauge(registry, "turnpike_settings_differ", others, ["setting", "host", "role"]);
  return () => {
    writes.set(heartbeat.writesProblem() === null ? 1 : 0);
    skew.set(heartbeat.skewS() ?? 0);
    differing.reset();
    for (const { setting, processes } of heartbeat.disagreements()) {
      for (const { host, role } of processes) differing.inc({ setting, host, role });
    }
  };
}

function gaugesOf(registry: OpenMetrics, sources: MetricSources): Refresh {
  const { heartbeat, connections, listReads, logRanges, isReady, vitals } = sources;
  const name = "turnpike_database_connections";
  const pool = gauge(registry, name, "Connections of the pool, and callers that wait for one", ["state"]);
  const lists = gauge(registry, "turnpike_list_reads", "List reads since the start, with DATABASE_READ_URL", [
    "server",
  ]);
  const most = "Most blocks of logs that the RPC URL is asked for at once; it falls when a range fails";
  const range = gauge(registry, "turnpike_rpc_log_range_blocks", most, ["chain", "endpoint"]);
  const ready = gauge(registry, "turnpike_ready", "1 if /readyz says that this process is ready", []);
  const showVitals = registerVitals(registry);
  const showHeartbeat = heartbeatGauges(registry, heartbeat);
  return async () => {
    showHeartbeat();
    const { open, inUse, waiting } = connections();
    pool.set({ state: "in_use" }, inUse);
    pool.set({ state: "idle" }, open - inUse);
    pool.set({ state: "waiting" }, waiting);
    for (const [server, reads] of Object.entries(listReads() ?? {})) {
      lists.set({ server: server as "replica" | "primary" }, reads);
    }
    for (const { chain, blocks } of logRanges()) {
      for (const [index, each] of blocks.entries()) range.set({ chain, endpoint: String(index + 1) }, each);
    }
    const [isReadyNow, vitalsNow] = await Promise.all([isReady(), vitals()]);
    ready.set(isReadyNow ? 1 : 0);
    showVitals(vitalsNow);
  };
}
