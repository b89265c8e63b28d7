// Tracks an endpoint's health. The endpoint must confirm its chain id before the first use and after each failure.
import { withTimeout } from "../../../operations/timing/with-timeout.ts";
import type { Endpoint } from "./endpoint.ts";
import { EndpointFailure } from "./errors.ts";
import { createLogRange, type LogRange } from "./log-range.ts";

/**
 * ready: works as far as known. out_of_step: works, but its head is far from other heads. resting: failed a moment ago.
 * recovering: failed, and has not responded since.
 */
export type EndpointStatus = "ready" | "out_of_step" | "resting" | "recovering";

export interface WatchedEndpoint {
  /** The URL's host. Never logged. */
  readonly host: string;
  /** The number of blocks of logs that the endpoint returns in one call. */
  readonly logRange: LogRange;
  status(): EndpointStatus;
  /** @param timeoutMs null for the endpoint's own, longer timeout. @throws EndpointFailure */
  request(method: string, params: unknown, timeoutMs: number | null): Promise<unknown>;
  /** Checks in the background whether the endpoint works again. */
  probe(): void;
  /** Number of its newest block; null if it does not respond or failed a moment ago. */
  readHead(): Promise<number | null>;
  /** Time of its block with this number, in Unix seconds; null like `readHead`. */
  readBlockTimeS(number: number): Promise<number | null>;
  setOutOfStep(isOutOfStep: boolean): void;
}

/** Pause of an endpoint after a failure. */
const REST_MS = 2_000;

/** @param hasOthers an endpoint without others never rests, because nothing can replace it */
export function watchEndpoint(endpoint: Endpoint, chainNumber: number, hasOthers: boolean): WatchedEndpoint {
  let identified: Promise<void> | null = null;
  let hasFailed = false;
  let isOutOfStep = false;
  let restsUntilMs = 0;

  const identify = async (): Promise<void> => {
    await checkChainId(endpoint, chainNumber);
    hasFailed = false;
  };

  function fail(): void {
    identified = null;
    hasFailed = true;
    restsUntilMs = performance.now() + REST_MS;
  }

  async function afterIdentity<T>(ask: () => Promise<T>): Promise<T> {
    identified ??= identify();
    try {
      await identified;
    } catch (error) {
      fail();
      throw error;
    }
    try {
      return await ask();
    } catch (error) {
      const isAnswered = error instanceof EndpointFailure && error.answer !== null;
      if (!isAnswered) fail();
      throw error;
    }
  }

  /** The timeout includes the check of the chain id, which a silent endpoint does not answer either. */
  const within = <T>(answer: Promise<T>, timeoutMs: number, method: string): Promise<T> =>
    withTimeout(answer, timeoutMs, () => {
      fail();
      throw new EndpointFailure({ endpoint: endpoint.label, method, reason: `did not respond within ${timeoutMs} ms` });
    });

  /** Null on failure, which `status` shows. */
  async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
    return performance.now() < restsUntilMs ? null : afterIdentity(ask).catch(() => null);
  }

  return {
    host: endpoint.host,
    logRange: createLogRange(),
    status() {
      if (!hasOthers || !hasFailed) return isOutOfStep ? "out_of_step" : "ready";
      return performance.now() < restsUntilMs ? "resting" : "recovering";
    },
    request(method, params, timeoutMs) {
      const answer = afterIdentity(() => endpoint.request(method, params));
      return timeoutMs === null ? answer : within(answer, timeoutMs, method);
    },
    probe: () => void afterIdentity(async () => {}).catch(() => {}), // `status` shows the outcome
    readHead: () => orNull(() => endpoint.headNumber()),
    readBlockTimeS: (number) => orNull(() => endpoint.blockTimeS(number)),
    setOutOfStep: (value) => {
      isOutOfStep = value;
    },
  };
}

async function checkChainId({ label, chainNumber }: Endpoint, expected: number): Promise<void> {
  const found = await chainNumber();
  if (found === expected) return;
  const reason = `serves chain ${found} instead of ${expected}`;
  throw new EndpointFailure({ endpoint: label, method: "eth_chainId", reason });
}
