// A running copy of the installation: its database restored into a server of the drill's own, two APIs and two workers
// with its settings, and its nodes behind proxies that pass on only what reads.
import type { EvmChainConfig } from "../../../chains/evm/config/config.ts";
import { openStore, type Store } from "../../../store/store.ts";
import { openShop, type ShopKey } from "../measure/writes.ts";
import type { Cluster } from "./cluster.ts";
import { type ProxiedNode, proxyNode } from "./nodes.ts";
import { type Member, newMember } from "./processes.ts";
import { settingsOfCopy } from "./settings.ts";

/** How many processes each role has. */
const PROCESSES = [1, 2] as const;

export interface Installation {
  /** Its settings, with the values from files. */
  readonly given: Readonly<Record<string, string | undefined>>;
  readonly chains: readonly EvmChainConfig[];
  /** The text of the rules of Prometheus. */
  readonly rules: string;
}

export interface Nodes {
  /** By chain number. */
  readonly proxies: ReadonlyMap<number, readonly ProxiedNode[]>;
  /** The methods of requests that were refused, with how often. */
  readonly refused: ReadonlyMap<string, number>;
}

export interface Copy extends Installation {
  readonly nodes: Nodes;
  readonly apis: readonly Member[];
  readonly workers: readonly Member[];
  readonly shop: ShopKey;
  readonly store: Store;
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function proxyNodes(chains: readonly EvmChainConfig[]): Promise<Nodes> {
  const refused = new Map<string, number>();
  const count = (method: string) => void refused.set(method, (refused.get(method) ?? 0) + 1);
  const proxies = await Promise.all(
    chains.map(async ({ chainNumber, rpcUrls }) => {
      const nodes = await Promise.all(rpcUrls.map((url) => proxyNode(url, count)));
      return [chainNumber, nodes] as const;
    }),
  );
  return { proxies: new Map(proxies), refused };
}

export const closeNodes = ({ proxies }: Nodes): void => {
  for (const node of [...proxies.values()].flat()) node.close();
};

/** The settings of processes that use this database. */
export const settingsFor = ({ given, chains }: Installation, { proxies }: Nodes, url: string) => ({
  ...settingsOfCopy(
    given,
    chains,
    new Map([...proxies].map(([chain, nodes]) => [chain, nodes.map((each) => each.url)])),
  ),
  DATABASE_URL: url,
});

/** Starts the processes on databases that hold the schema. @param clusters the primary, and its standbys */
export async function startCopy(
  installation: Installation,
  nodes: Nodes,
  clusters: readonly [Cluster, ...Cluster[]],
): Promise<Copy> {
  const url = urlOf(clusters);
  const settings = settingsFor(installation, nodes, url);
  const [apis, workers] = await Promise.all(
    (["api", "worker"] as const).map((role) =>
      Promise.all(PROCESSES.map((each) => newMember(`${role}-${each}`, role))),
    ),
  );
  const members = [...(apis ?? []), ...(workers ?? [])];
  // An error of an idle connection is reported by the next statement.
  const store = openStore({ url, connectionsMax: 2, onError: () => {} });
  const stop = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.kill("SIGKILL")));
    await store.close();
  };
  try {
    for (const member of members) await member.start(settings);
    const [chain] = installation.chains;
    if (!chain) throw new Error("the installation has no chain");
    const shop = await openShop(store, chain, apis?.[0]?.baseUrl ?? "");
    return { ...installation, nodes, apis: apis ?? [], workers: workers ?? [], shop, store, settings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One URL that names all servers: the one that accepts writes is used. */
function urlOf([primary, ...standbys]: readonly [Cluster, ...Cluster[]]): string {
  const hostOf = ({ url }: Cluster): string => new URL(url).host;
  return primary.url.replace(hostOf(primary), [primary, ...standbys].map(hostOf).join(","));
}
