// Pays test payments with faults, as the demo buyer of a test net.
import { type RehearsePorts, rehearse } from "../operations/rehearsals/rehearse.ts";
import type { Activity } from "./activity.ts";
import { type Loop, startLoop } from "./loop.ts";

export interface RehearsalPorts extends Omit<RehearsePorts, "buyers" | "canReorganise"> {
  /** Null: the chain has no demo buyer. */
  readonly buyers: RehearsePorts["buyers"] | null;
}

interface Wiring {
  readonly activity: Pick<Activity, "touch">;
  readonly whileLeading: (work: () => Promise<boolean>) => () => Promise<boolean>;
}

const INTERVAL_MS = 500;
/** A shop that rehearses waits this long at most until the buyer begins. */
const IDLE_INTERVAL_MS = 2_000;
/** Nothing changes while the process runs. */
const WITHOUT_BUYER_INTERVAL_MS = 60 * 60_000;

export function startRehearsals(ports: RehearsalPorts, { activity, whileLeading }: Wiring): Loop {
  const { chain, buyers, store, log } = ports;
  let isUnderWay = false;
  let canReorganise: boolean | null = null;
  const intervalMs = () => {
    if (buyers === null) return WITHOUT_BUYER_INTERVAL_MS;
    return isUnderWay ? INTERVAL_MS : IDLE_INTERVAL_MS;
  };
  const run = async (): Promise<boolean> => {
    if (buyers === null) {
      await store.report(chain.id, null);
      return false;
    }
    if (canReorganise === null) {
      const can = await buyers.canReorganise();
      await store.report(chain.id, { canReorganise: can });
      canReorganise = can;
    }
    isUnderWay = await rehearse({ ...ports, buyers, canReorganise });
    if (isUnderWay) activity.touch(chain.id); // the buyer's transactions are on their way
    return false;
  };
  return startLoop({ name: `rehearse ${chain.id}`, intervalMs, log, run: whileLeading(run) });
}
