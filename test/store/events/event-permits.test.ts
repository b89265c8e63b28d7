// Lists of events and deliveries, and replays, leave connections for others.
import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { expect, test } from "vitest";
import type { Database, Queryable } from "../../../src/store/database/database.ts";
import { createPermits } from "../../../src/store/database/permits.ts";
import { createEventStore } from "../../../src/store/events/events.ts";
import { createDeliveryStore } from "../../../src/store/webhooks/deliveries.ts";

const EVERY = { types: null, paymentId: null, merchantId: null, sinceMs: null } as const;
const NEWEST = { direction: "desc", after: null, limit: 20 } as const;
const ALL = { fromMs: 0, untilMs: null, types: null, onlyFailed: false } as const;

/** Stores of a process with eight connections, whose statements wait until they are ended. */
function given() {
  const running = new Set<() => void>();
  const query = ({ name }: pg.QueryConfig): Promise<unknown> => {
    if (name === "events_held_back") return Promise.resolve({ rows: [{ is_held_back: false }] });
    return new Promise((resolve) => {
      const end = (): void => {
        running.delete(end);
        resolve({ rows: [] });
      };
      running.add(end);
    });
  };
  const db = { query, snapshot: (work) => work(db as Queryable) } as Database;
  const permits = createPermits(8);
  return { events: createEventStore(db, permits), deliveries: createDeliveryStore(db, permits), running };
}

test("a partner reads at most two lists of events and deliveries at a time, and all partners four", async () => {
  const { events, deliveries, running } = given();
  const lists: Promise<unknown>[] = [];
  const atOnce = async (partnerId: string): Promise<number> => {
    for (let count = 0; count < 5; count += 1) {
      lists.push(events.list(partnerId, EVERY, NEWEST), deliveries.list(partnerId, "whe_1", null, null, 20));
    }
    await setImmediate();
    return running.size;
  };
  expect([await atOnce("prtn_a"), await atOnce("prtn_b"), await atOnce("prtn_c")]).toEqual([2, 4, 4]);
  const ended = Promise.all(lists).then(() => true);
  while (!(await Promise.race([ended, setImmediate(false)]))) for (const end of running) end();
});

test("a replay is refused while another one of the partner runs, and holds up no other partner", async () => {
  const { deliveries, running } = given();
  const [first, others] = ["prtn_a", "prtn_b"].map((id) => deliveries.replay(id, "whe_1", ALL));
  await expect(deliveries.replay("prtn_a", "whe_1", ALL)).rejects.toMatchObject({ code: "rate_limited" });
  for (const end of running) end();
  expect(await Promise.all([first, others])).toEqual([0, 0]);
  const next = deliveries.replay("prtn_a", "whe_1", ALL);
  for (const end of running) end();
  expect(await next).toBe(0);
});
