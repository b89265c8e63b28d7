// Which chains can complete a payment now: a worker follows them, and unless the buyer sends the transaction,
// a relayer can pay gas.
import { isTransaction, type OptionMethod } from "../../money/asset.ts";
import type { AvailabilityReports, AvailabilityState } from "../ports/chain/chain-reports.ts";
import type { PaymentChain, PaymentChains } from "../ports/chain/payment-chain.ts";
import type { Log } from "../ports/log.ts";
import { createLogThrottle } from "../timing/log-throttle.ts";

export interface ChainAvailability {
  /** Whether a payment on this chain by this method can complete, from a state at most a second old. */
  isOpen(): Promise<(chain: PaymentChain, method: OptionMethod) => boolean>;
}

/** A worker reports every 15 s. */
const REPORT_AGE_MAX_S = 60;
const KEPT_MS = 1_000;

/**
 * A process that has just started offers every chain for as long as its newest block may be old, because workers may
 * be starting with it.
 */
export function createChainAvailability(
  reports: Pick<AvailabilityReports, "read">,
  chains: PaymentChains,
  log: Log,
  nowMs: () => number = () => performance.now(),
): ChainAvailability {
  const throttle = createLogThrottle();
  const startedMs = nowMs();
  let read: Promise<readonly AvailabilityState[]> | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;

  function states(): Promise<readonly AvailabilityState[]> {
    if (read && nowMs() - readAtMs < KEPT_MS) return read;
    readAtMs = nowMs();
    const reading = reports.read([...chains.keys()]);
    read = reading;
    reading.catch(() => {
      if (read === reading) read = null;
    });
    return reading;
  }

  function say(chain: string, what: string, isOpen: boolean): boolean {
    const key = `${chain} ${what}`;
    if (isOpen)
      throttle.recovered(key, () => log.info({ chain }, `the chain's options are offered again (it was: ${what})`));
    else throttle.warn(key, () => log.warn({ chain }, `options of the chain are not offered: ${what}`));
    return isOpen;
  }

  return {
    async isOpen() {
      const byChain = new Map((await states()).map((state) => [state.chain, state]));
      const uptimeS = (nowMs() - startedMs) / 1_000;
      return ({ id, headAgeMaxS }, method) => {
        const isStarting = uptimeS < headAgeMaxS;
        const { headAgeS = null, report = null } = byChain.get(id) ?? {};
        const isFollowed = isStarting || (headAgeS !== null && headAgeS <= headAgeMaxS);
        if (!say(id, "its worker is missing or far behind", isFollowed)) return false;
        if (isTransaction(method)) return true;
        if (!say(id, "none of its RPC URLs responds to its worker", (report?.awayS ?? 0) <= REPORT_AGE_MAX_S))
          return false;
        const isFresh = report !== null && report.ageS <= REPORT_AGE_MAX_S;
        if (!say(id, "its worker does not report", isFresh || isStarting)) return false;
        return say(id, "no relayer can pay gas", !isFresh || report.canRelay);
      };
    },
  };
}
