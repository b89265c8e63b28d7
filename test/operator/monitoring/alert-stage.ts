// An API and a worker as an operator runs them, with a chain and a relayer in a remote signer that fail on demand.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mnemonicToAccount } from "viem/accounts";
import { type Scrape, scrape } from "../../../src/cli/drill/measure/scrape.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import type { RefusedList } from "../../harness/chain/refused-list.ts";
import { putSanctionsList } from "../../harness/chain/sanctions-list.ts";
import type { JsonServer } from "../../harness/server/json-server.ts";
import { seenMetrics } from "../../harness/server/metrics.ts";
import { type ServiceProcess, startProcess } from "../../harness/server/process.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";

/** Sources outside of the service, on this machine. */
export interface Outside {
  /** Two sources of one rate. */
  readonly prices: readonly [JsonServer, JsonServer];
  readonly refused: RefusedList;
}

export interface AlertStage extends Outside {
  /** The second source of SCREENING, a contract on the chain. */
  readonly oracle: `0x${string}`;
  /** Called as the partner, at the API. */
  readonly server: TestServer;
  readonly chain: OwnChain;
  readonly relayer: `0x${string}`;
  readonly api: ServiceProcess;
  scrape(): Promise<Scrape>;
  killWorker(): Promise<void>;
  startWorker(): Promise<void>;
  /** A worker of another installation, with its own database, that Prometheus scrapes as well. */
  startStranger(): Promise<{ stop(): Promise<void> }>;
  /** A worker on a machine whose clock is off by so many milliseconds. */
  startLate(ms: number): Promise<{ stop(): Promise<void> }>;
  /** Moves back what the database says about payments under way and workers, as if this time had passed. */
  timePasses(seconds: number): Promise<void>;
  /** Moves the deadlines of payments under way by so many seconds. */
  moveDeadlines(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** Seconds; the lowest that a busy machine keeps. */
const HEAD_AGE_MAX_S = 20;
/** Each process has few connections, so that clients can take all of them. */
const CONNECTIONS = "4";

/** A rate that no payment of the tests needs. */
function ratesOf({ prices }: Outside): string {
  const sources = prices.map(({ url }) => ({ type: "http", url, path: "price" }));
  return JSON.stringify({ refreshS: 1, pairs: [{ pair: "GBP/USD", maxAgeS: 60, minSources: 1, sources }] });
}

export async function startAlertStage(outside: Outside): Promise<AlertStage> {
  const chain = await startOwnChain();
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-alert-stage-"));
  await writeFile(join(dir, "rates.json"), ratesOf(outside));
  const oracle = await putSanctionsList(chain.rpcUrl);
  const relayer = mnemonicToAccount("test test test test test test test test test test test junk", {
    addressIndex: 9,
  }).address;
  const environment = {
    METRICS_PORT: "0",
    DATABASE_CONNECTIONS: CONNECTIONS,
    RATE_LIMITS: "read=6000/60,write=60000/60,gateway=60000/60,app=1/3600,anonymous=3000/60",
    RELAYER_KEYS: "",
    RELAYER_SIGNERS: `${relayer}=${chain.proxy.url}`,
    RATES_FILE: join(dir, "rates.json"),
    SCREENING: `${outside.refused.source},oracle:eip155:31337/${oracle.address}`,
  };
  const bendsBooks = "payments are made older than they are";
  const changes = { rpcUrls: [chain.proxy.url], headAgeMaxS: HEAD_AGE_MAX_S };
  const installed = await startServer({ place: chain, role: null, environment, chain: changes, bendsBooks });
  const targets = new Map<string, string>();
  const processes = new Set<ServiceProcess>();
  async function start(instance: string, of: TestServer, role: "api" | "worker"): Promise<ServiceProcess> {
    const onLine = (line: string): void => {
      if (line.includes('"metrics are served"')) targets.set(instance, JSON.parse(line).metricsUrl);
    };
    const process = await startProcess(of.installation, { role, onLine });
    processes.add(process);
    return process;
  }
  const api = await start("api", installed, "api");
  let worker = await start("worker", installed, "worker");
  return {
    ...outside,
    oracle: oracle.address,
    server: installed.at(api.baseUrl),
    chain,
    relayer,
    api,
    scrape: () => scrape(targets),
    killWorker: () => worker.kill(),
    async startWorker() {
      worker = await start("worker", installed, "worker");
    },
    async startStranger() {
      const other = await startServer({ place: chain, role: null, environment, chain: changes });
      const stranger = await start("stranger", other, "worker");
      return {
        async stop() {
          await stranger.kill();
          targets.delete("stranger");
          await other.stop();
        },
      };
    },
    async startLate(ms) {
      const { log, urlOf } = seenMetrics();
      const late = await startOn(installed.installation, "worker", { log, wallMs: () => Date.now() + ms });
      targets.set("late", urlOf("/metrics").href);
      return {
        async stop() {
          await late.stop();
          targets.delete("late");
        },
      };
    },
    async timePasses(seconds) {
      await installed.sql(
        `update confirmations set confirmed_at = confirmed_at - $1 * interval '1 second',
                relay_after = relay_after - $1 * interval '1 second'
          where relay_state <> 'closed'`,
        [seconds],
      );
      await installed.sql(
        `update relay_batches set created_at = created_at - $1 * interval '1 second'
          where id in (select batch_id from confirmations where relay_state = 'sent')`,
        [seconds],
      );
      await installed.sql("update chain_workers set reported_at = reported_at - $1 * interval '1 second'", [seconds]);
    },
    async moveDeadlines(seconds) {
      await installed.sql("update confirmations set deadline_s = deadline_s + $1 where relay_state <> 'closed'", [
        seconds,
      ]);
    },
    async stop() {
      for (const process of processes) await process.kill();
      await installed.stop();
      await chain.stop();
      await rm(dir, { recursive: true });
    },
  };
}

/** The cause of an alert, in a running service. */
export interface Cause {
  readonly what: string;
  /** The alerts that it raises, perhaps beside others. */
  readonly alerts: readonly string[];
  /** Alerts that it must not raise, because they would only follow from it. */
  readonly silent?: readonly string[];
  /** A selector of the alerts' labels. */
  readonly labels?: string;
  /** The cause before is the beginning of this one. */
  readonly continues?: boolean;
  /** Causes it, waits in `untilRaised`, and ends it. */
  run(stage: AlertStage, untilRaised: () => Promise<void>): Promise<void>;
}
