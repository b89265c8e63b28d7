// Wakes whoever waits for the payments of a whole partner. One process looks for all of its waiters together, at most so often:
// however many tabs are open and however much happens elsewhere, it is one short query.
import type { ChangeSubscription } from "../operations/await-status.ts";
import { Refusal } from "../operations/errors/refusal.ts";
import type { Log } from "../operations/log.ts";
import type { Changes } from "./changes.ts";
import type { Queryable } from "./database.ts";
import { Listeners } from "./listeners.ts";

/** A payment that is made tells nobody (that would cost each of them), so it is looked for. */
const LOOK_EVERY_MS = 1_000;
/** One that moves is told, and many that move at once are looked for once. */
const LOOK_SOON_MS = 100;

/** More than a shop has screens. */
const WAITERS_MAX = 100;
const RETRY_AFTER_S = 10;

/** Numbers of events are drawn before their transactions end; few take as long, and their waiters are told when they ask again. */
const LATE_MS = 2_000;

export interface PartnerFeed {
  /** @throws Refusal rate_limited */
  subscribe(partnerId: string): ChangeSubscription;
}

const LOOK = `
  select coalesce(max(id), 0) as newest,
         array(select distinct partner_id from payment_events where id > $1 and partner_id = any($2)) as partners
    from payment_events`;

export function openPartnerFeed(db: Queryable, changes: Pick<Changes, "onPayments" | "onKeys">, log: Log): PartnerFeed {
  const waiters = new Listeners();
  const newest = new NewestThen();
  let timer: NodeJS.Timeout | null = null;
  let dueMs = 0;

  const lookIn = (ms: number): void => {
    const atMs = performance.now() + ms;
    if (timer && atMs >= dueMs) return;
    if (timer) clearTimeout(timer);
    dueMs = atMs;
    timer = setTimeout(() => void look(), ms).unref();
  };
  const look = async (): Promise<void> => {
    timer = null;
    const partners = waiters.topics;
    if (partners.length === 0) {
      newest.forget();
      return;
    }
    await wakeChanged(partners).catch((error: unknown) => {
      log.warn(
        { err: error },
        "it is not known which payments have changed, for those who wait for it; it is looked again",
      );
    });
    lookIn(LOOK_EVERY_MS);
  };
  const wakeChanged = async (partners: readonly string[]): Promise<void> => {
    const since = newest.at(performance.now() - LATE_MS);
    const values = [since ?? 0n, since === null ? [] : partners];
    const { rows } = await db.query<{ newest: bigint; partners: string[] }>({ name: "feed", text: LOOK, values });
    newest.note(rows[0]?.newest ?? 0n, performance.now());
    // Before the first look everybody has looked for themselves, but not at the same moment.
    for (const partner of since === null ? partners : (rows[0]?.partners ?? [])) waiters.wake(partner);
  };

  changes.onPayments(() => {
    if (waiters.topics.length > 0) lookIn(LOOK_SOON_MS);
  });
  changes.onKeys(() => {
    for (const partner of waiters.topics) waiters.wake(partner);
  });
  return {
    subscribe(partnerId) {
      if (waiters.countOf(partnerId) >= WAITERS_MAX) {
        throw new Refusal("rate_limited", `More than ${WAITERS_MAX} requests wait for changes already`, {
          retryAfterS: RETRY_AFTER_S,
        });
      }
      const subscription = waiters.subscribe(partnerId);
      lookIn(LOOK_SOON_MS);
      return subscription;
    },
  };
}

/** Which event was the newest at earlier looks. */
class NewestThen {
  #looks: { readonly atMs: number; readonly event: bigint }[] = [];

  note(event: bigint, atMs: number): void {
    this.#looks.push({ atMs, event });
  }

  forget(): void {
    this.#looks = [];
  }

  /** At the last look before `atMs`, or at the first there was; null where there was none. */
  at(atMs: number): bigint | null {
    while (this.#looks[1] && this.#looks[1].atMs <= atMs) this.#looks.shift();
    return this.#looks[0]?.event ?? null;
  }
}
