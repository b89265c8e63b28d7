// The work on one chain: following it, relaying to it and resolving unpaid payments. It is done by the process that
// holds the chain's lock; the others stand by.

import { findUse } from "../operations/following/find-use.ts";
import { type FollowChainPorts, followChain } from "../operations/following/follow-chain.ts";
import { takeInMissed } from "../operations/following/take-in-missed.ts";
import type { Log } from "../operations/log.ts";
import type { RelayPorts } from "../operations/ports/relay.ts";
import { registerRelayers, relayQueued } from "../operations/relay-payments.ts";
import { type ReportLanePorts, reportLane } from "../operations/report-lane.ts";
import { releaseLeftovers, resendSilent, restartStalled } from "../operations/resend-batches.ts";
import { type ResolveUnpaidPorts, resolveUnpaid } from "../operations/resolve-unpaid.ts";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";
import { type Loop, startLoop } from "./loop.ts";

export interface ChainWorkerPorts {
  readonly follow: Omit<FollowChainPorts, "throttle">;
  readonly relay: Omit<RelayPorts, "router" | "throttle">;
  readonly unpaid: Omit<ResolveUnpaidPorts, "takeInMissed" | "findUse">;
  readonly lane: Pick<ReportLanePorts, "funds" | "reports">;
  readonly leadership: { hold(): Promise<boolean>; release(): Promise<void> };
  /** Calls `wake` when something is queued for the chain. @returns a function that unsubscribes */
  readonly onRelay: (chain: string, wake: () => void) => () => void;
  readonly log: Log;
  /** Milliseconds between two reads of the head. */
  readonly pollMs: number;
}

/** How often the queue is checked without a notification. */
const RELAY_INTERVAL_MS = 1_000;
const RESOLVE_INTERVAL_MS = 1_000;
const REPORT_INTERVAL_MS = 15_000;
/** Until this worker leads. */
const REPORT_RETRY_MS = 1_000;

export function startChainWorker(ports: ChainWorkerPorts): { stop(): Promise<void> } {
  const chain = ports.follow.chain.id;
  const following = { ...ports.follow, throttle: createLogThrottle() };
  const relaying = { ...ports.relay, router: ports.unpaid.payment.router, throttle: createLogThrottle() };
  let isRegistered = false;
  const whileLeading = (work: () => Promise<boolean>) => async () => (await ports.leadership.hold()) && (await work());

  const relay = startLoop({
    name: `relay ${chain}`,
    intervalMs: RELAY_INTERVAL_MS,
    log: ports.log,
    run: whileLeading(async () => {
      await inTurn([
        async () => {
          if (!isRegistered) await registerRelayers(relaying);
          isRegistered = true;
          await relayQueued(relaying);
        },
        () => resendSilent(relaying),
        () => restartStalled(relaying),
        () => releaseLeftovers(relaying),
      ]);
      return false;
    }),
  });
  const resolve = startLoop({
    name: `resolve ${chain}`,
    intervalMs: RESOLVE_INTERVAL_MS,
    log: ports.log,
    run: whileLeading(async () => {
      await resolveUnpaid({
        ...ports.unpaid,
        takeInMissed: (payment) => takeInMissed(following, payment),
        findUse: (payment) => findUse(following, payment),
      });
      relay.wake(); // a mined batch may have freed its relayer, and a held payment may be queued again
      return false;
    }),
  });
  const follow = startLoop({
    name: `follow ${chain}`,
    intervalMs: ports.pollMs,
    log: ports.log,
    run: whileLeading(async () => {
      const { hasAdvanced, hasMore } = await followChain(following);
      if (hasAdvanced) resolve.wake(); // the block may have mined a batch and freed its relayer
      return hasMore;
    }),
  });
  let nextReportMs = 0;
  const report = startLoop({
    name: `report ${chain}`,
    intervalMs: REPORT_RETRY_MS,
    log: ports.log,
    run: whileLeading(async () => {
      if (performance.now() < nextReportMs) return false;
      await reportLane({ ...ports.lane, chain, log: ports.log, throttle: relaying.throttle });
      nextReportMs = performance.now() + REPORT_INTERVAL_MS;
      return false;
    }),
  });
  const unsubscribe = ports.onRelay(chain, () => relay.wake());
  return {
    async stop() {
      unsubscribe();
      await Promise.all([follow, relay, resolve, report].map((loop: Loop) => loop.stop()));
      await ports.leadership.release();
    },
  };
}

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
