// Caches live keys and wallet apps. Triggers (schema/01_partners.sql) notify every process of a change, which clears
// its cache; without notifications nothing is cached, so a revoked key is refused immediately.
import { keepNewest } from "../../concurrency/keep-newest.ts";
import type { WalletApp } from "../../merchant/partner.ts";
import type { Queryable } from "../database/database.ts";
import type { LiveKey } from "./keys.ts";

export interface KeyRing {
  /** The key with this SHA-256, unless it is revoked or has expired. */
  findLive(hash: Buffer): Promise<LiveKey | null>;
  /** The wallet app of this id, unless it is revoked. */
  findLiveApp(appId: string): Promise<WalletApp | null>;
  /** Stores which keys were used since the last call. */
  recordUse(): Promise<void>;
}

interface KeyRingPorts {
  readonly keys: { findLive(hash: Buffer): Promise<LiveKey | null> };
  readonly walletApps: { findLive(appId: string): Promise<WalletApp | null> };
  readonly changes: { onKeys(forget: () => void): void; isListening(): boolean };
}

/** Limits the effect of a lost connection, which the operating system may take minutes to notice. */
const KEPT_MS = 5_000;
/** Cached values: a few MB. Beyond this, the oldest is evicted. */
const KEPT_MAX = 10_000;
/** Precision of a key's last use. */
const USE_EVERY_MS = 60_000;

/** Keys are looked up by SHA-256, so timing reveals nothing about a key. */
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

/** Caches what `find` returns until it may have changed. Concurrent requests share one look-up. */
function remembering<Value extends object>(
  changes: KeyRingPorts["changes"],
  find: (name: string) => Promise<Value | null>,
): (name: string) => Promise<Value | null> {
  const kept = new Map<string, { readonly value: Value; readonly untilMs: number }>();
  const pending = new Map<string, Promise<Value | null>>();
  let generation = 0;
  changes.onKeys(() => {
    generation += 1;
    kept.clear();
    pending.clear();
  });
  async function lookUp(name: string): Promise<Value | null> {
    const asked = generation;
    const value = await find(name);
    // A value read before a change must not be cached after it.
    if (!value || asked !== generation || !changes.isListening()) return value;
    kept.delete(name);
    kept.set(name, { value, untilMs: performance.now() + keptMs(value) });
    keepNewest(kept, KEPT_MAX);
    return value;
  }
  return (name) => {
    const known = kept.get(name);
    if (known && performance.now() < known.untilMs) return Promise.resolve(known.value);
    if (!changes.isListening()) return find(name);
    const same = pending.get(name);
    if (same) return same;
    const found = lookUp(name).finally(() => {
      if (pending.get(name) === found) pending.delete(name);
    });
    pending.set(name, found);
    return found;
  };
}

/** An expired key is not cached. */
const keptMs = (value: object & { readonly expiresInMs?: number | null }): number =>
  Math.min(KEPT_MS, value.expiresInMs ?? KEPT_MS);

/** Keys used since the last write, each at most once a minute. */
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

/** Other processes record the same keys; only the first in each minute writes. */
const recordUse = (db: Queryable, keyIds: readonly string[]) =>
  db.query({
    name: "record_key_use",
    text: `update api_keys set last_used_at = now()
            where id = any($1) and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    values: [keyIds],
  });
