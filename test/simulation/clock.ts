// Simulated time. PostgreSQL's now() reads it from a table; code that runs in a simulated process sees it, with that
// process's skew, in Date and performance. Everything else keeps real time.
import { AsyncLocalStorage } from "node:async_hooks";
import crypto, { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { Agent } from "undici";
import { newPaymentId } from "../../src/ids.ts";
import { dispatchTo } from "../harness/chain/fake-nodes.ts";

/** The world as a simulated process sees it. */
export interface Surroundings {
  /** Milliseconds since 1970 by its own clock. */
  nowMs(): number;
  /** Bytes for ids and keys, at most 64. */
  bytes(count: number): Buffer;
  fetch(url: string, body: string): Promise<Response>;
  /** A point at which the process may be interrupted. If it dies, the promise never settles. */
  reach(at: string): Promise<void>;
  /** The same inside a database transaction. @throws if the process dies, so that the transaction is rolled back */
  reachInside(): void;
}

const current = new AsyncLocalStorage<Surroundings>();

const never = (): Promise<never> => new Promise(() => {});

/** Runs `work` in a process with these surroundings. */
export const within = <T>(around: Surroundings, work: () => T): T => current.run(around, work);

/** @throws outside a simulated process */
export function surroundings(): Surroundings {
  const here = current.getStore();
  if (!here) throw new Error("this code must run in a simulated process");
  return here;
}

/** Timers this short only collect requests that arrive together; in a simulation none do. */
const LINGER_MS_MAX = 5;

/** Replaces the sources of time, randomness and network of the code under test. Call once. */
export function takeOver(): void {
  const { now } = Date;
  Date.now = () => current.getStore()?.nowMs() ?? now();
  const monotonic = performance.now.bind(performance);
  performance.now = () => current.getStore()?.nowMs() ?? monotonic();
  const random = crypto.randomBytes;
  crypto.randomBytes = ((count: number) => current.getStore()?.bytes(count) ?? random(count)) as typeof random;
  const fill = crypto.randomFillSync;
  crypto.randomFillSync = ((buffer: Uint8Array) => {
    const here = current.getStore();
    if (!here) return fill(buffer);
    for (let from = 0; from < buffer.length; from += BYTES_MAX) {
      buffer.set(here.bytes(Math.min(BYTES_MAX, buffer.length - from)), from);
    }
    return buffer;
  }) as typeof fill;
  syncBuiltinESMExports();
  Agent.prototype.dispatch = dispatchTo(({ url, body }) => current.getStore()?.fetch(url, body) ?? null);
  const later = globalThis.setTimeout;
  globalThis.setTimeout = ((work: () => void, ms: number) =>
    current.getStore() && ms <= LINGER_MS_MAX ? setImmediate(work) : later(work, ms)) as typeof setTimeout;
}

/** Uses up the random bytes that the code under test has kept for ids, so that new ids follow from `bytes`. */
export function refillIds(bytes: Surroundings["bytes"]): void {
  let isRefilled = false;
  const counting = (count: number): Buffer => {
    isRefilled = true;
    return bytes(count);
  };
  const around = { nowMs: () => 0, bytes: counting, fetch: never, reach: never, reachInside: () => {} };
  within(around, () => {
    while (!isRefilled) newPaymentId(null);
  });
}

/** The size of a SHA-512 hash. */
const BYTES_MAX = 64;

/** Bytes that follow from a seed and a counter. */
export function bytesOf(seed: number): (count: number) => Buffer {
  let made = 0;
  return (count) => {
    made += 1;
    return createHash("sha512").update(`${seed} ${made}`).digest().subarray(0, count);
  };
}
