// Simulated time. PostgreSQL's now() reads it from a table; code that runs in a simulated process sees it, with that
// process's skew, in Date and performance. Everything else keeps real time.
import { AsyncLocalStorage } from "node:async_hooks";
import crypto, { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** What a simulated process sees of the world. */
export interface Surroundings {
  /** Milliseconds since 1970 by its own clock. */
  nowMs(): number;
  /** Bytes for ids and keys. */
  bytes(count: number): Buffer;
  fetch(url: string, body: string): Promise<Response>;
  /** A point at which the process may be interrupted. If it dies, the promise never settles. */
  reach(at: string): Promise<void>;
  /** The same inside a database transaction. @throws if the process dies, so that the transaction is rolled back */
  reachInside(): void;
}

const current = new AsyncLocalStorage<Surroundings>();

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
  syncBuiltinESMExports();
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const here = current.getStore();
    return here ? here.fetch(String(input), String(init?.body)) : real(input, init);
  };
  const later = globalThis.setTimeout;
  globalThis.setTimeout = ((work: () => void, ms: number) =>
    current.getStore() && ms <= LINGER_MS_MAX ? setImmediate(work) : later(work, ms)) as typeof setTimeout;
}

/** Bytes that follow from a seed and a counter. */
export function bytesOf(seed: number): (count: number) => Buffer {
  let made = 0;
  return (count) => {
    made += 1;
    return createHash("sha512").update(`${seed} ${made}`).digest().subarray(0, count);
  };
}
