// Tracks an endpoint's health. It is used only after it has confirmed its chain id, again after each failure.
import { withTimeout } from "../../../operations/timing/with-timeout.ts";
import type { Endpoint } from "./endpoint.ts";
import { EndpointFailure } from "./errors.ts";
import { createLogRange, type LogRange } from "./log-range.ts";

/**
 * ready: works as far as known. out_of_step: works, but its head is far from the others'. resting: failed a moment ago.
 * recovering: failed, and has not responded since.
 */
export type EndpointStatus = "ready" | "out_of_step" | "resting" | "recovering";

export interface WatchedEndpoint {
  /** The URL's host. Never logged. */
  readonly host: string;
  /** How many blocks of logs it returns in one call. */
  readonly logRange: LogRange;
  status(): EndpointStatus;
  /** @param timeoutMs null for the endpoint's own, longer timeout. @throws EndpointFailure */
  request(method: string, params: unknown, timeoutMs: number | null): Promise<unknown>;
  /** Checks in the background whether it works again. */
  probe(): void;
  /** Number of its newest block; null if it does not respond or failed a moment ago. */
  readHead(): Promise<number | null>;
  /** Time of its block with this number, in Unix seconds; null like `readHead`. */
  readBlockTimeS(number: number): Promise<number | null>;
  setOutOfStep(isOutOfStep: boolean): void;
}

/** How long an endpoint is not used after a failure. */
const REST_MS = 2_000;

/** @param hasOthers without others it never rests, because nothing can replace it */
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

  /** Covers the chain id check too: a silent endpoint does not respond to that either. */
  const within = <T>(answer: Promise<T>, timeoutMs: number, method: string): Promise<T> =>
    withTimeout(answer, timeoutMs, () => {
      fail();
      throw new EndpointFailure({ endpoint: endpoint.label, method, reason: `did not respond within ${timeoutMs} ms` });
    });

  /** `status` shows the failure. */
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
