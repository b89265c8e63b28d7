// Wakes waiters for any event of a partner. A process polls for all of its waiters with one short query, however many
// tabs are open.

import { Refusal } from "../../operations/errors/refusal.ts";
import type { ChangeSubscription } from "../../operations/payments/await-status.ts";
import type { Log } from "../../operations/ports/log.ts";
import type { Queryable } from "../database/database.ts";
import { Listeners } from "../database/listeners.ts";
import type { Changes } from "./changes.ts";

/** Creating a payment sends no notification, which would slow every creation, so new payments are found by polling. */
const POLL_EVERY_MS = 1_000;
/** Delay after a notification, so that many at once cause one query. */
const POLL_SOON_MS = 100;

/** Waiters per partner: more screens than any shop has. */
const WAITERS_MAX = 100;
const RETRY_AFTER_S = 10;

/**
 * Event ids are assigned before their transactions commit. Waiters notice the few that commit even later only with
 * their next request.
 */
const COMMIT_LATE_MS = 2_000;

export interface PartnerFeed {
  /** @throws Refusal rate_limited */
  subscribe(partnerId: string): ChangeSubscription;
}

// Both tables number their rows from one sequence.
const CHANGED = `
  select greatest((select max(id) from payment_events), (select max(id) from partner_events), 0) as newest,
         array(select partner_id from payment_events where id > $1 and partner_id = any($2)
               union select partner_id from partner_events where id > $1 and partner_id = any($2)) as partners`;

export function openPartnerFeed(
  db: Queryable,
  changes: Pick<Changes, "onPayments" | "onEvents" | "onKeys">,
  log: Log,
): PartnerFeed {
  const waiters = new Listeners();
  const watermarks = new Watermarks();
  let timer: NodeJS.Timeout | null = null;
  let dueMs = 0;

  const pollIn = (ms: number): void => {
    const atMs = performance.now() + ms;
    if (timer && atMs >= dueMs) return;
    if (timer) clearTimeout(timer);
    dueMs = atMs;
    timer = setTimeout(() => void poll(), ms).unref();
  };
  const poll = async (): Promise<void> => {
    timer = null;
    const partners = waiters.topics;
    if (partners.length === 0) {
      watermarks.clear();
      return;
    }
    await wakeChanged(partners).catch((error: unknown) => {
      log.warn({ err: error }, "could not read which payments have changed; retrying");
    });
    pollIn(POLL_EVERY_MS);
  };
  const wakeChanged = async (partners: readonly string[]): Promise<void> => {
    const since = watermarks.at(performance.now() - COMMIT_LATE_MS);
    const values = [since ?? 0n, since === null ? [] : partners];
    const { rows } = await db.query<{ newest: bigint; partners: string[] }>({ name: "feed", text: CHANGED, values });
    watermarks.record(rows[0]?.newest ?? 0n, performance.now());
    // Before the first poll, the waiters have no common starting point, because each read at a different time.
    for (const partner of since === null ? partners : (rows[0]?.partners ?? [])) waiters.wake(partner);
  };

  const pollSoon = (): void => {
    if (waiters.topics.length > 0) pollIn(POLL_SOON_MS);
  };
  changes.onPayments(pollSoon);
  changes.onEvents(pollSoon);
  changes.onKeys(() => {
    for (const partner of waiters.topics) waiters.wake(partner);
  });
  return {
    subscribe(partnerId) {
      if (waiters.countOf(partnerId) >= WAITERS_MAX) {
        throw new Refusal("rate_limited", `More than ${WAITERS_MAX} requests are already waiting for changes`, {
          retryAfterS: RETRY_AFTER_S,
        });
      }
      const subscription = waiters.subscribe(partnerId);
      pollIn(POLL_SOON_MS);
      return subscription;
    },
  };
}

/** The newest event id at earlier polls. */
class Watermarks {
  #marks: { readonly atMs: number; readonly event: bigint }[] = [];

  record(event: bigint, atMs: number): void {
    this.#marks.push({ atMs, event });
  }

  clear(): void {
    this.#marks = [];
  }

  /** The newest event id at the last poll before `atMs`, or else at the first poll; null if there was none. */
  at(atMs: number): bigint | null {
    while (this.#marks[1] && this.#marks[1].atMs <= atMs) this.#marks.shift();
    return this.#marks[0]?.event ?? null;
  }
}
