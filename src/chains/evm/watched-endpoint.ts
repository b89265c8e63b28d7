// An endpoint with what is known of its health. It is believed only after it has said that it serves this chain, and again
// after each failure.
import { withTimeout } from "../../operations/timing/with-timeout.ts";
import type { Endpoint } from "./endpoint.ts";
import { EndpointFailure } from "./errors.ts";

/**
 * ready: works, as far as is known. lagging: works, with a head behind the others'. resting: failed a moment ago.
 * recovering: failed, and has not answered since.
 */
export type Standing = "ready" | "lagging" | "resting" | "recovering";

export interface WatchedEndpoint {
  standing(): Standing;
  /** @param timeoutMs shorter than the endpoint's own; null: that one. @throws EndpointFailure */
  request(method: string, params: unknown, timeoutMs: number | null): Promise<unknown>;
  /** Asks it, in the background, whether it works again. */
  look(): void;
  /** The number of its newest block; null where it does not say, or failed a moment ago. */
  readHead(): Promise<number | null>;
  setLagging(isLagging: boolean): void;
}

/** An endpoint that failed is left alone for so long. */
const REST_MS = 2_000;

/** @param hasOthers without others it never rests: there is nobody to ask in its place */
export function watchEndpoint(endpoint: Endpoint, chainNumber: number, hasOthers: boolean): WatchedEndpoint {
  const { label } = endpoint;
  let identified: Promise<void> | null = null;
  let hasFailed = false;
  let isLagging = false;
  let restsUntilMs = 0;

  async function identify(): Promise<void> {
    const found = await endpoint.chainNumber();
    if (found !== chainNumber) {
      const reason = `serves chain ${found} instead of ${chainNumber}`;
      throw new EndpointFailure({ endpoint: label, method: "eth_chainId", reason });
    }
    hasFailed = false;
  }

  function fail(): void {
    identified = null;
    hasFailed = true;
    restsUntilMs = Date.now() + REST_MS;
  }

  async function asked<T>(ask: () => Promise<T>): Promise<T> {
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

  /** Its word on the chain counts, too: a silent endpoint does not say that either. */
  const within = <T>(answer: Promise<T>, timeoutMs: number, method: string): Promise<T> =>
    withTimeout(answer, timeoutMs, () => {
      fail();
      throw new EndpointFailure({ endpoint: label, method, reason: `did not answer within ${timeoutMs} ms` });
    });

  return {
    standing() {
      if (!hasOthers || !hasFailed) return isLagging ? "lagging" : "ready";
      return Date.now() < restsUntilMs ? "resting" : "recovering";
    },
    request(method, params, timeoutMs) {
      const answer = asked(() => endpoint.request(method, params));
      return timeoutMs === null ? answer : within(answer, timeoutMs, method);
    },
    look() {
      void asked(async () => {}).catch(() => {}); // `standing` tells how it went
    },
    async readHead() {
      if (Date.now() < restsUntilMs) return null;
      return asked(() => endpoint.headNumber()).catch(() => null); // `standing` tells
    },
    setLagging(value) {
      isLagging = value;
    },
  };
}
