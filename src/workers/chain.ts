// The work on one chain: following it, relaying to it and resolving unpaid payments. It is done by the process that
// leads the chain; the others stand by.
import { createDepositComparison } from "../operations/following/compare-deposits.ts";
import { findUse } from "../operations/following/find-use.ts";
import { type FollowChainPorts, followChain } from "../operations/following/follow-chain.ts";
import { ingestMissed } from "../operations/following/ingest-missed.ts";
import type { Block, ChainReader } from "../operations/ports/chain/chain-reader.ts";
import type { RelayPorts } from "../operations/ports/relaying/relay.ts";
import { MinedNonceReadings } from "../operations/relaying/mined-nonces.ts";
import { registerRelayers, relayQueued } from "../operations/relaying/relay-payments.ts";
import { releaseLeftovers, resendSilent, restartStalled } from "../operations/relaying/resend-batches.ts";
import { type ResolveUnpaidPorts, resolveUnpaid } from "../operations/relaying/resolve-unpaid.ts";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";
import type { Activity } from "./activity.ts";
import { type AvailabilityPorts, startAvailabilityReports } from "./availability-reports.ts";
import { createBlockRhythm } from "./block-rhythm.ts";
import { type LeadershipPort, leaderOnly, leaderWriter } from "./leading.ts";
import { type Loop, startLoop } from "./loop.ts";
import { type RecoveryPorts, startRecoveries } from "./recoveries.ts";
import { type RehearsalPorts, startRehearsals } from "./rehearsals.ts";

export interface ChainPace {
  readonly blockTimeS: number;
  /** The most milliseconds between two reads of the head while something is in flight. */
  readonly pollMs: number;
  /** An older newest block closes the chain for payments. */
  readonly headAgeMaxS: number;
}

export interface ChainWorkerPorts extends AvailabilityPorts {
  readonly follow: Omit<FollowChainPorts, "throttle">;
  readonly relay: Omit<RelayPorts, "router" | "throttle">;
  readonly unpaid: Omit<ResolveUnpaidPorts, "ingestMissed" | "findUse" | "readings">;
  readonly recoveries: RecoveryPorts;
  readonly rehearsals: RehearsalPorts;
  readonly leadership: LeadershipPort;
  /** Calls `wake` when something is in flight on the chain. @returns a function that unsubscribes */
  readonly onRelay: (chain: string, wake: () => void) => () => void;
  readonly activity: Pick<Activity, "isBusy" | "touch" | "onBusy">;
  readonly pace: ChainPace;
  /** Called with each newest block that the nodes return. */
  readonly onHead: (head: Block) => void;
}

/** How often the queue is checked without a notification. */
const RELAY_INTERVAL_MS = 1_000;
const RESOLVE_INTERVAL_MS = 1_000;
/** Nothing waits on an idle chain; this finds work that the activity does not know of. */
const IDLE_INTERVAL_MS = 5 * 60_000;

export function startChainWorker(ports: ChainWorkerPorts): { stop(): Promise<void> } {
  const chain = ports.follow.chain.id;
  const rhythm = createBlockRhythm(ports.pace);
  const reader = observed(ports.follow.chain, (head) => {
    rhythm.sawHead(head.number);
    ports.onHead(head);
  });
  const following = { ...ports.follow, chain: reader, throttle: createLogThrottle() };
  const relaying = {
    ...ports.relay,
    chain: leaderWriter(ports.relay.chain, ports.leadership),
    router: ports.unpaid.payment.router,
    throttle: createLogThrottle(),
  };
  const isBusy = () => ports.activity.isBusy(chain);
  const idlePollMs = idlePollMsOf(ports.pace);
  const loops: Loop[] = [];
  const wakeAll = (): void => {
    for (const loop of loops) loop.wake();
  };
  const whileLeading = leaderOnly({ ...ports, chain }, () => {
    ports.activity.touch(chain); // the last leader may have left work
    wakeAll();
  });

  const relayed: Relayed = { fillsInMs: null };
  const relay = startLoop({
    name: `relay ${chain}`,
    intervalMs: () =>
      isBusy() ? Math.min(RELAY_INTERVAL_MS, relayed.fillsInMs ?? RELAY_INTERVAL_MS) : IDLE_INTERVAL_MS,
    log: ports.log,
    run: whileLeading(relayRun(relaying, ports.unpaid, relayed)),
  });
  const resolve = startLoop({
    name: `resolve ${chain}`,
    intervalMs: () => (isBusy() ? RESOLVE_INTERVAL_MS : IDLE_INTERVAL_MS),
    log: ports.log,
    run: whileLeading(resolveRun(ports.unpaid, following, () => relay.wake())),
  });
  const follow = startLoop({
    name: `follow ${chain}`,
    intervalMs: () => (isBusy() ? rhythm.pauseMs() : idlePollMs),
    log: ports.log,
    run: whileLeading(async () => {
      const { hasAdvanced, hasMore, isFarBehind } = await followChain(following);
      if (!isBusy()) return isFarBehind;
      if (hasAdvanced) resolve.wake(); // the block may have mined a batch and freed its relayer
      return hasMore;
    }),
  });
  const report = startAvailabilityReports(ports, { chain, isBusy, whileLeading });
  loops.push(follow, relay, resolve, report, startRecoveries(ports.recoveries, { relaying, isBusy, whileLeading }));
  loops.push(startRehearsals(ports.rehearsals, { activity: ports.activity, whileLeading }));
  ports.activity.onBusy(chain, wakeAll);
  const unsubscribe = ports.onRelay(chain, () => {
    ports.activity.touch(chain);
    relay.wake();
  });
  return {
    async stop() {
      unsubscribe();
      await Promise.all(loops.map((loop) => loop.stop()));
      await ports.leadership.release();
    },
  };
}

/** The state that the last run of the relay loop left. */
interface Relayed {
  /** After so many milliseconds, payments that wait for others must go; null: none wait. */
  fillsInMs: number | null;
}

function relayRun(relaying: RelayPorts, unpaid: ChainWorkerPorts["unpaid"], relayed: Relayed): () => Promise<boolean> {
  let isRegistered = false;
  return async () => {
    await inTurn([
      async () => {
        if (!isRegistered) await registerRelayers(relaying);
        isRegistered = true;
        relayed.fillsInMs = await relayQueued(relaying);
      },
      () => resendSilent(relaying),
      () => restartStalled(relaying, unpaid),
      () => releaseLeftovers(relaying),
    ]);
    return false;
  };
}

function resolveRun(
  unpaid: ChainWorkerPorts["unpaid"],
  following: FollowChainPorts,
  wakeRelay: () => void,
): () => Promise<boolean> {
  const readings = new MinedNonceReadings();
  const compareDeposits = createDepositComparison(following);
  return async () => {
    await inTurn([
      async () => {
        await resolveUnpaid({
          ...unpaid,
          readings,
          ingestMissed: (payment) => ingestMissed(following, payment),
          findUse: (payment) => findUse(following, payment),
        });
        wakeRelay(); // a mined batch may have freed its relayer, and a held payment may be queued again
      },
      compareDeposits,
    ]);
    return false;
  };
}

/** The same reader, with `see` called for each head. */
const observed = (chain: ChainReader, see: (head: Block) => void): ChainReader => ({
  ...chain,
  async head() {
    const head = await chain.head();
    see(head);
    return head;
  },
});

const IDLE_POLL_MS_MAX = 48_000;
/** Share of the age at which the chain closes for payments: several failed reads in a row do not close it. */
const IDLE_POLL_SHARE = 0.4;

const idlePollMsOf = ({ headAgeMaxS, pollMs }: ChainPace): number =>
  Math.max(Math.min(headAgeMaxS * 1_000 * IDLE_POLL_SHARE, IDLE_POLL_MS_MAX), pollMs);

/** Runs all steps, whether or not earlier ones fail. @throws the first failure */
async function inTurn(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: { readonly error: unknown }[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push({ error });
    }
  }
  const [first] = failures;
  if (first) throw first.error;
}
