// Asks every process for its readiness, and remembers when each said first that it was not ready.
import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "./member.ts";

const EVERY_MS = 250;

export class Probes {
  readonly #unreadyMs = new Map<Member, number>();
  readonly #running: readonly Promise<void>[];
  #isOver = false;

  constructor(members: readonly Member[]) {
    this.#running = members.map((member) => this.#probe(member));
  }

  async #probe(member: Member): Promise<void> {
    while (!this.#isOver) {
      const isReady = await member.isReady();
      if (isReady === false && !this.#unreadyMs.has(member)) this.#unreadyMs.set(member, performance.now());
      await sleep(EVERY_MS);
    }
  }

  /** Seconds until this process reported that it is not ready; null if it never did. */
  unreadyAfterS(member: Member, sinceMs: number): number | null {
    const atMs = this.#unreadyMs.get(member);
    return atMs === undefined ? null : (atMs - sinceMs) / 1_000;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }
}
