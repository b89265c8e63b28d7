// Tells the processes that serve buyers, through the database, that a worker leads the chain and whether it can relay.

import {
  type RelayerFunds,
  type ReportAvailabilityPorts,
  reportAvailability,
} from "../operations/monitoring/report-availability.ts";
import { type WatchNodesPorts, watchNodes } from "../operations/monitoring/watch-nodes.ts";
import type { AvailabilityReports } from "../operations/ports/chain/chain-reports.ts";
import type { Log } from "../operations/ports/log.ts";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";
import { type Loop, startLoop } from "./loop.ts";

/**
 * How often a worker that does not lead tries to; on a busy chain, the other loops try more often. More often than the
 * session's heartbeat (store/database/session.ts), which the attempts then replace.
 */
const LEAD_INTERVAL_MS = { busy: 1_000, idle: 2_500 };
/** Reports older than a minute do not count. */
const REPORT_INTERVAL_MS = { busy: 15_000, idle: 30_000 };
/** Only relaying, a top-up or the price of gas changes whether a relayer can pay. */
const FUNDS_INTERVAL_MS = { busy: 15_000, idle: 120_000 };

export interface AvailabilityPorts {
  readonly availability: Pick<ReportAvailabilityPorts, "funds"> &
    Pick<WatchNodesPorts, "nodes"> & { readonly reports: Pick<AvailabilityReports, "report" | "reportAway"> };
  readonly log: Log;
}

interface LedChain {
  readonly chain: string;
  isBusy(): boolean;
  /** Runs the work if this process leads the chain. */
  whileLeading(work: () => Promise<boolean>): () => Promise<boolean>;
}

export function startAvailabilityReports(
  { availability, log }: AvailabilityPorts,
  { chain, isBusy, whileLeading }: LedChain,
): Loop {
  let reportedMs = Number.NEGATIVE_INFINITY;
  let checkedMs = Number.NEGATIVE_INFINITY;
  let known: readonly RelayerFunds[] = [];
  let wereAway = false;
  const throttle = createLogThrottle();
  const pace = () => (isBusy() ? "busy" : "idle");
  async function funds(): Promise<readonly RelayerFunds[]> {
    const isFresh = performance.now() - checkedMs < FUNDS_INTERVAL_MS[pace()];
    if (isFresh && known.some(({ canPay }) => canPay)) return known;
    known = await availability.funds();
    checkedMs = performance.now();
    return known;
  }
  return startLoop({
    name: `report ${chain}`,
    intervalMs: () => LEAD_INTERVAL_MS[pace()],
    log,
    run: whileLeading(async () => {
      const { nodes, reports } = availability;
      const awayS = await watchNodes({ chain, nodes, log, throttle });
      const isChanged = wereAway !== (awayS !== null);
      if (!isChanged && performance.now() - reportedMs < REPORT_INTERVAL_MS[pace()]) return false;
      if (awayS === null) await reportAvailability({ chain, funds, reports, log, throttle });
      else await reports.reportAway(chain, awayS);
      wereAway = awayS !== null;
      reportedMs = performance.now();
      return false;
    }),
  });
}
