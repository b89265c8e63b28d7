// Three API and two worker processes of one installation. Each reaches the database in another way.

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Installation, TestServer } from "../harness/server/server.ts";
import { startTcpForwarder, type TcpForwarder } from "../harness/server/tcp-forwarder.ts";
import type { Cluster } from "./cluster.ts";
import { databaseUrl } from "./cluster.ts";
import { Member } from "./member.ts";
import type { Proxies } from "./proxies.ts";

/** When a worker began to lead the chain, in milliseconds of performance.now(). */
export interface Lead {
  readonly worker: Member;
  readonly atMs: number;
}

export interface Gateway {
  readonly apis: readonly Member[];
  readonly workers: readonly Member[];
  leader(): Member;
  /** Each lead since the start, the newest last. */
  leads(): readonly Lead[];
  /** Makes the worker lead that `cutOff` cuts off. */
  leadFromTheFarHost(): Promise<void>;
  /** Nothing passes between that worker and its databases and node any more, not even the end of a connection. */
  cutOff(): void;
  /** Replaces that worker by a new one, with new connections. */
  replaceFarHost(): Promise<void>;
  stop(): Promise<void>;
}

export async function startGateway(
  server: TestServer,
  cluster: Cluster,
  proxies: Proxies,
  rigDir: string,
): Promise<Gateway> {
  const leads: Lead[] = [];
  const onLead = (worker: Member) => void leads.push({ worker, atMs: performance.now() });
  const onLine = (line: string, { name }: Member) => appendFileSync(join(rigDir, `${name}.log`), `${line}\n`);
  const observers = { onLine, onLead };
  const { installation } = server;
  const through = (url: string, directUrl?: string): Installation => ({
    ...installation,
    environment: {
      ...installation.environment,
      METRICS_PORT: "0",
      DATABASE_URL: url,
      ...(directUrl !== undefined && { DATABASE_DIRECT_URL: directUrl }),
    },
  });
  const severalHosts = databaseUrl(...cluster.hosts.map(({ postgresPort }) => postgresPort));
  const ending = databaseUrl(proxies.endingPort);
  const far = await startFarHost(server, cluster);
  const farInstallation = (): Installation => {
    const [node = 0, ...databases] = far.ports();
    const chains = installation.chains.map((chain) => ({ ...chain, rpcUrls: [`http://127.0.0.1:${node}`] }));
    return { ...through(databaseUrl(...databases)), chains };
  };
  const apis = [
    new Member("several hosts", "api", through(severalHosts), observers),
    new Member("HAProxy", "api", through(databaseUrl(proxies.keepingPort)), observers),
    new Member("PgBouncer", "api", through(databaseUrl(proxies.poolerPort), severalHosts), observers),
  ];
  const farWorker = new Member("far worker", "worker", farInstallation(), observers);
  const nearWorker = new Member("near worker", "worker", through(ending), observers);
  const workers = [farWorker, nearWorker];
  await farWorker.start();
  await Promise.all([...apis, nearWorker].map((member) => member.start()));
  const leader = (): Member => {
    const lead = leads.at(-1);
    if (!lead) throw new Error("no worker leads the chain");
    return lead.worker;
  };
  return {
    apis,
    workers,
    leader,
    leads: () => leads,
    async leadFromTheFarHost() {
      if (leader() === farWorker) return;
      await nearWorker.stop("SIGTERM");
      while (leader() !== farWorker) await new Promise((resolve) => setTimeout(resolve, 100));
      await nearWorker.start();
    },
    cutOff: () => far.isolate(),
    async replaceFarHost() {
      await farWorker.stop("SIGKILL");
      await far.reconnect();
      farWorker.reinstall(farInstallation());
      await farWorker.start();
    },
    async stop() {
      await Promise.all([...apis, ...workers].map((member) => member.stop("SIGTERM")));
      await far.close();
    },
  };
}

interface FarHost {
  /** Ports of the node, then of each database host. */
  ports(): readonly number[];
  isolate(): void;
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

/** A host whose only way to the others can be cut. */
async function startFarHost({ rpcUrl }: TestServer, cluster: Cluster): Promise<FarHost> {
  const targets = [Number(new URL(rpcUrl).port), ...cluster.hosts.map(({ postgresPort }) => postgresPort)];
  const open = (): Promise<TcpForwarder[]> => Promise.all(targets.map(startTcpForwarder));
  let forwarders = await open();
  const close = async (): Promise<void> => {
    await Promise.all(forwarders.map((forwarder) => forwarder.close()));
  };
  return {
    ports: () => forwarders.map(({ port }) => port),
    isolate() {
      for (const forwarder of forwarders) forwarder.isolate();
    },
    async reconnect() {
      await close();
      forwarders = await open();
    },
    close,
  };
}
