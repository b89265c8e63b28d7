// Lists of events while other transactions hold events back. If another database's transaction ends at the wrong
// moment, a snapshot lacks events that an earlier one showed. PostgreSQL cannot produce this on demand.
import type pg from "pg";
import { expect, test } from "vitest";
import type { Database, Queryable } from "../../../src/store/database/database.ts";
import { createPermits } from "../../../src/store/database/permits.ts";
import { createEventStore } from "../../../src/store/events/events.ts";

const EVERY = { types: null, paymentId: null, merchantId: null, sinceMs: null } as const;
const NEWEST = { direction: "desc", after: null, limit: 20 } as const;
const event = (id: string) => ({
  tx: 1n,
  id: 1n,
  type: "settlement.deleted",
  at: new Date(0),
  payment_id: null,
  event_id: id,
  merchant_id: null,
  facts: {},
});

/** A database whose only event is held back in the snapshots with these numbers. */
function givenHeldBackIn(heldBack: readonly number[]) {
  let snapshots = 0;
  const inNew = (): Queryable => {
    snapshots += 1;
    const isHeldBack = heldBack.includes(snapshots);
    const query = async ({ name }: pg.QueryConfig) => {
      if (name === "events_held_back") return { rows: [{ is_held_back: isHeldBack }] };
      return { rows: name === undefined && !isHeldBack ? [event("evt_1")] : [] };
    };
    return { query } as Queryable;
  };
  const db = { query: (config) => inNew().query(config), snapshot: (work) => work(inNew()) } as Database;
  return createEventStore(db, createPermits(8));
}

test.each([
  ["first", [1, 2, 4]],
  ["next after one that showed it", [2, 3, 5]],
])("a list is read in a snapshot that holds nothing back: not in the %s", async (_, heldBack) => {
  const { events } = await givenHeldBackIn(heldBack).list("prtn_1", EVERY, NEWEST);
  expect(events.map(({ id }) => id)).toEqual(["evt_1"]);
});

test("an event is found although the first snapshot holds it back", async () => {
  expect(await givenHeldBackIn([1, 2]).find("prtn_1", "evt_1")).toMatchObject({ id: "evt_1" });
});
