// One run of one operation in a simulated process. At each statement, request and reply it may be interrupted: the
// process dies there, or the run pauses and continues later with what it knew.
import type { Database, Queryable } from "../../src/store/database/database.ts";
import { surroundings } from "./clock.ts";

export interface Interrupt {
  readonly how: "die" | "pause";
  /** The point at which it happens: statements, requests and replies are counted from 1. */
  readonly at: number;
}

export type Ended =
  | { readonly how: "done"; readonly value: unknown }
  | { readonly how: "failed"; readonly error: unknown }
  | { readonly how: "died" | "paused"; readonly at: string };

/** Thrown inside a database transaction of a process that has died, so that it is rolled back. */
class Died extends Error {}

const never = new Promise<never>(() => {});

export class Run {
  readonly #process: { isAlive: boolean };
  #interrupt: Interrupt | null;
  #points = 0;
  #stop: (ended: Ended) => void = () => {};
  #finished: Promise<Ended> = never;
  #resume: () => void = () => {};
  #paused: Promise<void> | null = null;

  constructor(process: { isAlive: boolean }, interrupt: Interrupt | null) {
    this.#process = process;
    this.#interrupt = interrupt;
  }

  /** Resolves once the work ends or is interrupted. */
  start(work: () => Promise<unknown>): Promise<Ended> {
    const stopped = this.#nextStop();
    this.#finished = work().then(
      (value): Ended => ({ how: "done", value }),
      (error: unknown): Ended => ({ how: "failed", error }),
    );
    return Promise.race([this.#finished, stopped]);
  }

  /** Continues a paused run; resolves like `start`. */
  resume(interrupt: Interrupt | null): Promise<Ended> {
    this.#interrupt = interrupt;
    this.#points = 0;
    const stopped = this.#nextStop();
    this.#paused = null;
    this.#resume();
    return Promise.race([this.#finished, stopped]);
  }

  #nextStop(): Promise<Ended> {
    return new Promise((resolve) => {
      this.#stop = resolve;
    });
  }

  /**
   * A point at which the run may be interrupted. A dead process never returns from one. A pause also holds the parts
   * that run in parallel.
   */
  async reach(at: string): Promise<void> {
    const interrupt = this.#process.isAlive && !this.#paused ? this.#interruptHere() : null;
    if (interrupt === "die") return this.#die(at);
    if (interrupt === "pause") this.#pause(at);
    await this.#paused;
    if (!this.#process.isAlive) return this.#die(at);
  }

  #pause(at: string): void {
    this.#paused = new Promise((resolve) => {
      this.#resume = resolve;
    });
    this.#stop({ how: "paused", at });
  }

  #die(at: string): Promise<never> {
    this.#process.isAlive = false;
    this.#stop({ how: "died", at });
    return never;
  }

  /** The same inside a transaction, which can be rolled back but not paused: other processes wait for its locks. */
  reachInside(): void {
    if (!this.#process.isAlive) throw new Died();
    const interrupt = this.#interruptHere();
    if (interrupt === "pause") this.#interrupt = { how: "pause", at: this.#points + 1 };
    if (interrupt !== "die") return;
    this.#process.isAlive = false;
    throw new Died();
  }

  #interruptHere(): Interrupt["how"] | null {
    this.#points += 1;
    if (this.#points !== this.#interrupt?.at) return null;
    const { how } = this.#interrupt;
    this.#interrupt = null;
    return how;
  }
}

/** A database whose statements are points at which the current run may be interrupted. */
export function interruptible(database: Database): Database {
  const inside = (tx: Queryable): Queryable => ({
    query: async (config) => {
      surroundings().reachInside();
      return tx.query(config);
    },
  });
  const guarded =
    (begin: Database["transaction"]): Database["transaction"] =>
    async (work) => {
      const here = surroundings();
      await here.reach("begin");
      try {
        return await begin((tx) => work(inside(tx)));
      } catch (error) {
        if (error instanceof Died) await here.reach("the rollback"); // never returns
        throw error;
      } finally {
        await here.reach("the commit");
      }
    };
  const query: Database["query"] = async (config) => {
    const here = surroundings();
    await here.reach(config.name ?? "a statement");
    const result = await database.query(config);
    await here.reach(`the result of ${config.name ?? "a statement"}`);
    return result as never;
  };
  return {
    query,
    write: query,
    transaction: guarded(database.transaction),
    snapshot: guarded(database.snapshot),
    usage: () => database.usage(),
    recycleConnections: () => database.recycleConnections(),
    close: () => database.close(),
  };
}
