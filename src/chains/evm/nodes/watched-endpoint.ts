// Tracks an endpoint's health. The endpoint must confirm its chain id before the first use and after each failure.
import { withTimeout } from "../../../operations/timing/with-timeout.ts";
import type { Endpoint } from "./endpoint.ts";
import { EndpointFailure } from "./errors.ts";
import { blocksRequested, createLogRange, isWide, type LogRange } from "./log-range.ts";
import { isFinalAnswer } from "./send-outcome.ts";

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
/** Refusals in a row that count as a failure: a used-up quota, a blocked key. A busy node refuses one or two. */
const REFUSALS_MAX = 3;

/** Called when an endpoint does not return the logs of so many blocks. @param reason names the endpoint */
export type OnNarrowed = (blocks: number, reason: string) => void;

/** @param hasOthers an endpoint without others never rests, because nothing can replace it */
export function watchEndpoint(
  endpoint: Endpoint,
  chainNumber: number,
  hasOthers: boolean,
  onNarrowed: OnNarrowed = () => {},
): WatchedEndpoint {
  const health = createHealth(hasOthers, () => checkChainId(endpoint, chainNumber));
  const logRange = createLogRange();
  let isOutOfStep = false;

  /** A node that fails at the logs of many blocks may work otherwise. */
  function noteFailure(failure: unknown, blocks: number | null): void {
    if (isWide(blocks)) {
      logRange.failed(blocks);
      onNarrowed(blocks, failure instanceof Error ? failure.message : "");
    } else health.failed(failure);
  }

  async function observed<T>(ask: () => Promise<T>, blocks: number | null): Promise<T> {
    await health.identified();
    try {
      const result = await ask();
      if (isWide(blocks)) logRange.served(blocks);
      health.answered();
      return result;
    } catch (error) {
      noteFailure(error, blocks);
      throw error;
    }
  }

  /** The timeout includes the check of the chain id, which a silent endpoint does not answer either. */
  const within = <T>(answer: Promise<T>, timeoutMs: number, method: string, blocks: number | null): Promise<T> =>
    withTimeout(answer, timeoutMs, () => {
      const reason = `did not respond within ${timeoutMs} ms`;
      const failure = new EndpointFailure({ endpoint: endpoint.label, method, reason });
      noteFailure(failure, health.isIdentified() ? blocks : null);
      throw failure;
    });

  /** Null on failure, which `status` shows. */
  async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
    return health.isResting() ? null : observed(read, null).catch(() => null);
  }

  return {
    host: endpoint.host,
    logRange,
    status() {
      if (!hasOthers || !health.hasFailed()) return isOutOfStep ? "out_of_step" : "ready";
      return health.isResting() ? "resting" : "recovering";
    },
    request(method, params, timeoutMs) {
      const blocks = blocksRequested(method, params);
      const answer = observed(() => endpoint.request(method, params), blocks);
      return timeoutMs === null ? answer : within(answer, timeoutMs, method, blocks);
    },
    probe: () => void health.identified().catch(() => {}), // `status` shows the outcome
    readHead: () => orNull(() => endpoint.headNumber()),
    readBlockTimeS: (number) => orNull(() => endpoint.blockTimeS(number)),
    setOutOfStep: (value) => {
      isOutOfStep = value;
    },
  };
}

interface Health {
  /** Checks the chain id before the first use and after each failure. @throws EndpointFailure */
  identified(): Promise<void>;
  isIdentified(): boolean;
  answered(): void;
  failed(failure: unknown): void;
  hasFailed(): boolean;
  isResting(): boolean;
}

function createHealth(hasOthers: boolean, checkId: () => Promise<void>): Health {
  let identity: { readonly check: Promise<void>; isKnown: boolean } | null = null;
  let hasFailed = false;
  let restsUntilMs = 0;
  /** Since the last other answer. The chain id does not count: some providers return it beyond the quota. */
  let refusals = 0;

  function rest(): void {
    identity = null;
    hasFailed = true;
    restsUntilMs = performance.now() + REST_MS;
  }

  function identify() {
    const started = {
      isKnown: false,
      check: checkId().then(() => {
        started.isKnown = true;
        hasFailed = false;
      }),
    };
    return started;
  }

  return {
    async identified() {
      identity ??= identify();
      try {
        await identity.check;
      } catch (error) {
        rest();
        throw error;
      }
    },
    isIdentified: () => identity?.isKnown ?? false,
    answered() {
      refusals = 0;
    },
    failed(failure) {
      const answer = failure instanceof EndpointFailure ? failure.answer : null;
      if (answer === null) return rest();
      refusals = isFinalAnswer(answer) ? 0 : refusals + 1;
      if (hasOthers && refusals >= REFUSALS_MAX) rest();
    },
    hasFailed: () => hasFailed,
    isResting: () => performance.now() < restsUntilMs,
  };
}

async function checkChainId({ label, chainNumber }: Endpoint, expected: number): Promise<void> {
  const found = await chainNumber();
  if (found === expected) return;
  const reason = `serves chain ${found} instead of ${expected}`;
  throw new EndpointFailure({ endpoint: label, method: "eth_chainId", reason });
}
