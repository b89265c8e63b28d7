// The live keys and wallet apps as one process knows them: asked for with every request, so they are kept in memory for a
// moment, and when each key was last used is written together and seldom.
//
// What is revoked must be refused at once, by every process. The database tells all of them of each change to a key, its
// partner or an app (triggers of migrations 0004 and 0012), whereupon a process forgets all it has; while it cannot hear,
// it keeps nothing.
//
// The key itself is never compared: its SHA-256 is looked up. How long that takes tells at most something of the hash of
// what was sent, which nobody can steer towards the hash of a key they do not have.
import type { WalletApp } from "../merchant/partner.ts";
import type { Queryable } from "./database.ts";
import type { LiveKey } from "./keys.ts";

export interface KeyRing {
  /** The key with this SHA-256, unless it is revoked. */
  findLive(hash: Buffer): Promise<LiveKey | null>;
  /** The wallet app of this id, unless it is revoked. */
  findLiveApp(appId: string): Promise<WalletApp | null>;
  /** Writes down which keys were used since the last time. */
  recordUse(): Promise<void>;
}

interface KeyRingPorts {
  readonly keys: { findLive(hash: Buffer): Promise<LiveKey | null> };
  readonly walletApps: { findLive(appId: string): Promise<WalletApp | null> };
  readonly changes: { onKeys(forget: () => void): void; isListening(): boolean };
}

/** Bounds what a lost connection that looks alive can do: the system may take minutes to notice. */
const KEPT_MS = 5_000;
/** A few MB; beyond it the oldest goes. */
const KEPT_MAX = 10_000;
/** How exactly the last use of a key is known. */
const USE_EVERY_MS = 60_000;

export function createKeyRing(db: Queryable, { keys, walletApps, changes }: KeyRingPorts): KeyRing {
  const uses = new Uses();
  const findKey = remembering(changes, (name) => keys.findLive(Buffer.from(name, "base64")));
  const findLiveApp = remembering(changes, (appId) => walletApps.findLive(appId));
  return {
    async findLive(hash) {
      const key = await findKey(hash.toString("base64"));
      if (key) uses.note(key.keyId);
      return key;
    },
    findLiveApp,
    async recordUse() {
      const keyIds = uses.take();
      if (keyIds.length === 0) return;
      try {
        await recordUse(db, keyIds);
      } catch (error) {
        uses.putBack(keyIds);
        throw error;
      }
    },
  };
}

/** Asks for what is not known, and keeps what was found until it may have changed. */
function remembering<Value>(
  changes: KeyRingPorts["changes"],
  find: (name: string) => Promise<Value | null>,
): (name: string) => Promise<Value | null> {
  const kept = new Map<string, { readonly value: Value; readonly untilMs: number }>();
  let generation = 0;
  changes.onKeys(() => {
    generation += 1;
    kept.clear();
  });
  return async (name) => {
    const known = kept.get(name);
    if (known && performance.now() < known.untilMs) return known.value;
    const asked = generation;
    const value = await find(name);
    // What was read before a change must not be kept after it.
    if (!value || asked !== generation || !changes.isListening()) return value;
    kept.delete(name);
    kept.set(name, { value, untilMs: performance.now() + KEPT_MS });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}

/** Which keys were used, each at most once a minute. */
class Uses {
  readonly #notedMs = new Map<string, number>();
  readonly #waiting = new Set<string>();

  note(keyId: string): void {
    const nowMs = performance.now();
    if (nowMs - (this.#notedMs.get(keyId) ?? Number.NEGATIVE_INFINITY) < USE_EVERY_MS) return;
    this.#notedMs.set(keyId, nowMs);
    this.#waiting.add(keyId);
  }

  take(): string[] {
    const oldMs = performance.now() - USE_EVERY_MS;
    for (const [keyId, notedMs] of this.#notedMs) if (notedMs < oldMs) this.#notedMs.delete(keyId);
    const keyIds = [...this.#waiting];
    this.#waiting.clear();
    return keyIds;
  }

  putBack(keyIds: readonly string[]): void {
    for (const keyId of keyIds) this.#waiting.add(keyId);
  }
}

/** Other processes record the same keys; whoever is first in a minute writes. */
const recordUse = (db: Queryable, keyIds: readonly string[]) =>
  db.query({
    name: "record_key_use",
    text: `update api_keys set last_used_at = now()
            where id = any($1) and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    values: [keyIds],
  });
