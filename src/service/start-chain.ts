// Wires the worker of one chain together.
import type { Logger } from "pino";
import type { Address } from "viem";
import type { EvmChain } from "../chains/evm/chain.ts";
import { assetIdAt } from "../chains/evm/config/assets.ts";
import type { EvmChainConfig } from "../chains/evm/config/config.ts";
import { quotingOn } from "../operations/gateway/payable-chains.ts";
import type { Screening } from "../operations/gateway/screen-accounts.ts";
import type { Heartbeat } from "../operations/monitoring/heartbeat.ts";
import type { PaymentChains } from "../operations/ports/chain/payment-chain.ts";
import { relayTimes } from "../operations/timing/relay-times.ts";
import { percentagePolicy } from "../payment/fee.ts";
import type { Config } from "../settings/config.ts";
import { crashAt } from "../settings/crash-point.ts";
import type { Changes } from "../store/events/changes.ts";
import type { Leaderships } from "../store/following/leader.ts";
import type { Store } from "../store/store.ts";
import type { Activity } from "../workers/activity.ts";
import { startChainWorker } from "../workers/chain.ts";
import { rehearsalPorts } from "./rehearsals.ts";
import type { Monitoring } from "./start-monitoring.ts";

interface ChainOptions {
  readonly config: Config;
  /** All chains of the installation. */
  readonly chains: readonly EvmChainConfig[];
  readonly log: Logger;
}

interface ChainParts {
  readonly store: Store;
  readonly changes: Changes;
  readonly leaderships: Leaderships;
  readonly screening: Screening;
  readonly activity: Activity;
  readonly monitoring: Monitoring;
  readonly heartbeat: Pick<Heartbeat, "nowMs">;
  /** The routers of deposit addresses that are watched, by chain. */
  readonly routersWatched: ReadonlyMap<string, readonly Address[]>;
  /** All chains of the installation. */
  readonly paymentChains: PaymentChains;
}

export function startChain(
  { config, chains, log }: ChainOptions,
  chain: EvmChainConfig,
  { payment, reader: present, readerWith, writer, recovering, demoBuyer, relayerFunds, nodes }: EvmChain,
  parts: ChainParts,
) {
  const { store, changes, leaderships, screening, activity, monitoring, heartbeat, routersWatched } = parts;
  const earlierRouters = (routersWatched.get(payment.id) ?? []).filter((router) => router !== payment.router);
  const reader = earlierRouters.length > 0 ? readerWith(earlierRouters) : present;
  const quotes = { screening, standardFees: percentagePolicy(config.feePpm), log };
  const crashPoint = crashAt(config.crashPoint);
  if (writer.relayers.length === 0) {
    log.warn({ chain: payment.id }, "no relayer keys: options paid by a signature are not offered, set RELAYER_KEYS");
  }
  const quoting = quotingOn(payment, chains);
  const { ledger, relay, unpaid, recoveries } = store.ofLeader;
  const { tracing } = monitoring;
  return startChainWorker({
    follow: { chain: reader, ledger, quoting, quotes, earlierRouters, log, crashPoint },
    relay: { chain: writer, store: relay, log, ...relayTimes(chain.blockTimeS), tracing, crashPoint },
    unpaid: { payment, reader, store: unpaid, log },
    recoveries: {
      quoting: payment,
      chain: recovering,
      reader,
      routers: [payment.router, ...earlierRouters],
      store: recoveries,
      newestBlock: unpaid.newestBlock,
      assetOf: (token) => assetIdAt(payment.id, payment.assets, token),
    },
    rehearsals: rehearsalPorts(config, { payment, demoBuyer }, { ...parts, nowMs: heartbeat.nowMs, log }),
    availability: { funds: relayerFunds, nodes, reports: store.chainAvailability },
    leadership: monitoring.watchLeadership(payment.id, leaderships.of(payment.id)),
    onRelay: (chain, wake) => changes.onRelay(chain, wake),
    activity,
    log,
    pace: chain,
    onHead: ({ timeS }) => monitoring.sawHead(payment.id, heartbeat.nowMs() / 1_000 - timeS),
  });
}
