// A partner's events.
import { setTimeout } from "node:timers/promises";
import { type EventFilter, type EventPlace, type PartnerEvent, parsePaymentEventId } from "../../events/event.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { ReadPermits } from "../database/permits.ts";
import { completeEvents } from "./facts.ts";
import { type EventRow, findOfPartner, findOfPayment, type PageOrder, readPage } from "./pages.ts";
import { forgetOldEvents } from "./partner-events.ts";

export interface EventPage {
  readonly events: readonly PartnerEvent[];
  /** The place of the last event that was read; null if there was none. */
  readonly end: EventPlace | null;
  /** Whether the page is full, so that there may be more. */
  readonly isFull: boolean;
}

export interface EventStore {
  list(partnerId: string, filter: EventFilter, order: PageOrder): Promise<EventPage>;
  /** Null if the event is unknown, another partner's, or older than 30 days. */
  find(partnerId: string, eventId: string): Promise<PartnerEvent | null>;
  /** Null as for `find`. */
  placeOf(partnerId: string, eventId: string): Promise<EventPlace | null>;
  /** Deletes events and deliveries past their 30 days, at most a page of each. */
  forgetOld(): Promise<{ readonly hasMore: boolean }>;
}

export function createEventStore(db: Database, permits: Pick<ReadPermits, "lists">): EventStore {
  const findRow = async (partnerId: string, eventId: string): Promise<EventRow | null> =>
    (await rowOf(db, partnerId, eventId)) ??
    whenComplete(partnerId, db.snapshot, (tx) => rowOf(tx, partnerId, eventId));
  return {
    async list(partnerId, filter, order) {
      const snapshot: Database["snapshot"] = (work) => permits.lists.run(partnerId, () => db.snapshot(work));
      return whenComplete(partnerId, snapshot, async (tx) => {
        const rows = await readPage(tx, partnerId, filter, order);
        const last = rows.at(-1);
        return {
          events: await completeEvents(tx, partnerId, rows),
          end: last ? { tx: last.tx, id: last.id } : null,
          isFull: rows.length === order.limit,
        };
      });
    },

    async find(partnerId, eventId) {
      const row = await findRow(partnerId, eventId);
      const [event] = row ? await completeEvents(db, partnerId, [row]) : [];
      return event ?? null;
    },

    async placeOf(partnerId, eventId) {
      const row = await findRow(partnerId, eventId);
      return row && { tx: row.tx, id: row.id };
    },

    forgetOld: () => forgetOldEvents(db),
  };
}

const HELD_BACK = `
  select exists (select from payment_events where partner_id = $1 and tx >= (select events_horizon()))
      or exists (select from partner_events where partner_id = $1 and tx >= (select events_horizon())) as is_held_back`;

/** Milliseconds between reads. Transactions last a few milliseconds; longer ones delay events, not requests. */
const PAUSES_MS = [2, 4, 8, 16, 32, 64, 128];
/** Maximum wait, including waits for permits. */
const WAIT_MAX_MS = 1_000;

/**
 * Lets a caller read the events of the change it has just made, which other transactions may hold back. Both reads use
 * one snapshot: transactions of other databases count while they end, so a later snapshot may hold back more events.
 */
async function whenComplete<T>(
  partnerId: string,
  snapshot: Database["snapshot"],
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const untilMs = performance.now() + WAIT_MAX_MS;
  for (const pauseMs of PAUSES_MS) {
    if (performance.now() > untilMs) break;
    const complete = await snapshot(async (tx) =>
      (await isHeldBack(tx, partnerId)) ? null : { result: await work(tx) },
    );
    if (complete) return complete.result;
    await setTimeout(pauseMs);
  }
  return snapshot(work);
}

async function isHeldBack(db: Queryable, partnerId: string): Promise<boolean> {
  const values = [partnerId];
  const { rows } = await db.query<{ is_held_back: boolean }>({ name: "events_held_back", text: HELD_BACK, values });
  return rows[0]?.is_held_back === true;
}

function rowOf(db: Queryable, partnerId: string, eventId: string): Promise<EventRow | null> {
  const ofPayment = parsePaymentEventId(eventId);
  if (!ofPayment) return findOfPartner(db, partnerId, eventId);
  return findOfPayment(db, partnerId, ofPayment.paymentId, ofPayment.sequence);
}
