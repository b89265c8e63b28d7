// Following the list of events against a stand-in of its contract.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ApiError, createTurnpike, type FollowOptions } from "../../src/server-client/index.ts";
import { type StandIn, startEvents } from "./events-server.ts";

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startEvents();
});
afterAll(() => standIn.stop());

let waitsMs: number[];
beforeEach(() => {
  waitsMs = [];
});
const { events } = (() => {
  const wait = async (ms: number) => void waitsMs.push(ms);
  const lazily: typeof fetch = (input, init) => fetch(String(input).replace("http://stand-in", standIn.baseUrl), init);
  return createTurnpike({ baseUrl: "http://stand-in", apiKey: "key", wait, fetch: lazily, retries: 0 });
})();

async function next(count: number, options: FollowOptions): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of events.follow(options)) {
    found.push(id);
    if (found.length === count) break;
  }
  return found;
}

test("follows from an event on, holding requests, and resumes without a gap", async () => {
  const first = standIn.add("payment.created");
  const others = [standIn.add("payment.processing"), standIn.add("payment.succeeded")];
  expect(await next(2, { after: first })).toEqual(others);
  const waiting = next(2, { after: others[1] });
  await expect.poll(() => standIn.seen.at(-1)?.get("after")).toBe(others[1]);
  const later = standIn.add("payment.created");
  await expect.poll(() => standIn.seen.at(-1)?.get("after")).toBe(later);
  expect(await Promise.all([waiting, standIn.add("payment.expired")]).then(([ids]) => ids)).toEqual([later, "evt_5"]);
  expect(standIn.seen.at(-1)?.get("maxPollMs")).toBe("30000");
});

test("without a start, begins after the newest event", async () => {
  const waiting = next(1, { type: ["merchant.created"] });
  await expect.poll(() => standIn.seen.at(-1)?.has("since")).toBe(true); // there is none of this type yet
  const created = standIn.add("merchant.created");
  expect(await waiting).toEqual([created]);
  const after = next(1, { type: ["merchant.created"] });
  await expect.poll(() => standIn.seen.at(-1)?.get("after")).toBe(created);
  standIn.add("payment.created");
  const second = standIn.add("merchant.created");
  expect(await after).toEqual([second]);
});

test("outlives failures of the server, with growing pauses", async () => {
  standIn.fail(503, 500, 429);
  expect(await next(1, { after: "evt_1" })).toEqual(["evt_2"]);
  expect(waitsMs).toEqual([1_000, 2_000, 4_000]);
});

test("ends with a refusal that would not pass, and with its signal", async () => {
  standIn.fail(401);
  await expect(next(1, { after: "evt_1" })).rejects.toThrow(ApiError);
  const aborting = new AbortController();
  const waiting = next(1, { after: standIn.add("payment.created"), signal: aborting.signal });
  await expect.poll(() => standIn.seen.at(-1)?.has("maxPollMs")).toBe(true);
  aborting.abort(new Error("shutting down"));
  await expect(waiting).rejects.toThrow("shutting down");
});

test("lists events page by page", async () => {
  const found = [];
  for await (const event of events.list({ type: ["merchant.created"], limit: 10 })) found.push(event.type);
  expect(found).toEqual(["merchant.created", "merchant.created"]);
});

test("continues with the next event, once, after 30 days without one", async () => {
  const type = ["merchant.updated"] as const;
  const waiting = next(3, { after: standIn.add("payment.created"), type });
  const updated = standIn.add("merchant.updated");
  await expect.poll(() => standIn.seen.at(-1)?.get("after")).toBe(updated);
  standIn.forget();
  await expect.poll(() => standIn.seen.at(-1)?.has("since")).toBe(true);
  const later = standIn.add("merchant.updated");
  await expect.poll(() => standIn.seen.at(-1)?.get("after")).toBe(later);
  const last = standIn.add("merchant.updated");
  expect(await waiting).toEqual([updated, later, last]);
});

test("continues with the oldest event that is kept if its start is no longer known", async () => {
  const last = standIn.add("payment.created");
  standIn.forget();
  const kept = [standIn.add("payment.created"), standIn.add("payment.expired")];
  expect(await next(2, { after: last })).toEqual(kept);
});
