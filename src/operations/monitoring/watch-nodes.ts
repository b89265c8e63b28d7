// Notices that none of a chain's RPC URLs responds: nothing on the chain is followed or settled then.
import type { Log } from "../ports/log.ts";
import type { LogThrottle } from "../timing/log-throttle.ts";

export interface ChainNodes {
  /** The number of its RPC URLs. */
  readonly count: number;
  /** Milliseconds since one of them last returned a result, or since the start. */
  silentMs(): number;
  /** Asks them in turn for their newest block. @throws if none returns it */
  ask(): Promise<unknown>;
}

export interface WatchNodesPorts {
  /** CAIP-2. */
  readonly chain: string;
  readonly nodes: ChainNodes;
  readonly log: Log;
  readonly throttle: LogThrottle;
}

/** A chain with payments is read more often, so only an idle one is asked. */
const ASK_AFTER_MS = 10_000;
/** Shorter silences are a provider's restart. With the time that a silent URL takes, an outage is told within 30 s. */
const AWAY_AFTER_MS = 15_000;

/** @returns the seconds for which none has responded; null if one does */
export async function watchNodes({ chain, nodes, log, throttle }: WatchNodesPorts): Promise<number | null> {
  if (nodes.silentMs() < ASK_AFTER_MS) return responds();
  let failure: unknown;
  try {
    await nodes.ask();
    return responds();
  } catch (error) {
    failure = error;
  }
  const silentMs = nodes.silentMs();
  if (silentMs < AWAY_AFTER_MS) return null;
  const silentS = Math.round(silentMs / 1_000);
  const text =
    `none of the chain's ${nodes.count} RPC URLs has responded for ${silentS} s: nothing on it is followed, relayed ` +
    "or settled until one does. Check the providers and this machine's network";
  throttle.warn(chain, (times) => log.error({ chain, silentS, times, err: failure }, text));
  return silentMs / 1_000;

  function responds(): null {
    throttle.recovered(chain, () => log.info({ chain }, "an RPC URL of the chain responds again"));
    return null;
  }
}
