// The cache of live keys: its content and its expiry.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Queryable } from "../../../src/store/database/database.ts";
import { createKeyRing } from "../../../src/store/people/key-ring.ts";
import type { LiveKey } from "../../../src/store/people/keys.ts";

const KEY: LiveKey = {
  keyId: "key_1",
  partnerId: "prtn_1",
  role: "partner",
  merchantId: null,
  version: "2026-02-18",
  fees: null,
  allowedAddresses: [],
  expiresInMs: null,
};
const HASH = Buffer.alloc(32, 1);
const APP = { id: "app", name: "App" };

/** A key ring on a database whose responses the test controls and counts. */
function ringWith({ isListening = true } = {}) {
  const forgetting: (() => void)[] = [];
  let answer = async (): Promise<LiveKey | null> => KEY;
  const asked = vi.fn(() => answer());
  const askedForApp = vi.fn(async (id: string) => (id === APP.id ? APP : null));
  const writes: unknown[] = [];
  const query = vi.fn(async ({ values }: { values?: unknown[] }) => {
    writes.push(values?.[0]);
    return { rows: [], rowCount: 0 };
  });
  const ring = createKeyRing({ query } as unknown as Queryable, {
    keys: { findLive: asked },
    walletApps: { findLive: askedForApp },
    changes: {
      onKeys: (callback) => void forgetting.push(callback),
      isListening: () => isListening,
    },
  });
  return {
    ring,
    asked,
    askedForApp,
    writes,
    query,
    change: () => {
      for (const forget of forgetting) forget();
    },
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

describe("a key", () => {
  test("is looked up once, and again after some seconds", async () => {
    const { ring, asked } = ringWith();
    for (let i = 0; i < 3; i++) expect(await ring.findLive(HASH)).toEqual(KEY);
    expect(asked).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5_001);
    await ring.findLive(HASH);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test("that is about to expire is looked up again then", async () => {
    const { ring, asked, answerWith } = ringWith();
    answerWith(async () => ({ ...KEY, expiresInMs: 1_000 }));
    await ring.findLive(HASH);
    vi.advanceTimersByTime(999);
    await ring.findLive(HASH);
    expect(asked).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await ring.findLive(HASH);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test("is looked up once by concurrent requests, but not for those after its change", async () => {
    const { ring, asked, answerWith, change } = ringWith();
    const before = [ring.findLive(HASH), ring.findLive(HASH)];
    expect(asked).toHaveBeenCalledTimes(1);
    answerWith(async () => null);
    change();
    expect(await ring.findLive(HASH)).toBeNull();
    expect(await Promise.all(before)).toEqual([KEY, KEY]);
  });

  test("is looked up by each request while changes are not heard", async () => {
    const { ring, asked } = ringWith({ isListening: false });
    await Promise.all([ring.findLive(HASH), ring.findLive(HASH)]);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test("that is unknown is looked up each time", async () => {
    const { ring, asked, answerWith } = ringWith();
    answerWith(async () => null);
    for (let i = 0; i < 3; i++) expect(await ring.findLive(HASH)).toBeNull();
    expect(asked).toHaveBeenCalledTimes(3);
  });

  test("is refused from the moment of its change", async () => {
    const { ring, answerWith, change } = ringWith();
    await ring.findLive(HASH);
    answerWith(async () => null);
    change();
    expect(await ring.findLive(HASH)).toBeNull();
  });

  test("that was read before a change and arrives after it is not cached", async () => {
    const { ring, answerWith, change } = ringWith();
    let arrive = (_: LiveKey): void => {};
    answerWith(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    const found = ring.findLive(HASH);
    change();
    arrive(KEY);
    await found;
    answerWith(async () => null);
    expect(await ring.findLive(HASH)).toBeNull();
  });

  test("is not cached while notifications are down", async () => {
    const { ring, asked } = ringWith({ isListening: false });
    for (let i = 0; i < 3; i++) await ring.findLive(HASH);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  test("is evicted if there are too many, oldest first", async () => {
    const { ring, asked } = ringWith();
    const hashOf = (index: number) => Buffer.alloc(32, `${index} `);
    for (let i = 0; i <= 10_000; i++) await ring.findLive(hashOf(i));
    expect(asked).toHaveBeenCalledTimes(10_001);
    await ring.findLive(hashOf(10_000));
    expect(asked).toHaveBeenCalledTimes(10_001);
    await ring.findLive(hashOf(0));
    expect(asked).toHaveBeenCalledTimes(10_002);
  });
});

describe("the last use", () => {
  test("is written once a minute, however often a key is used", async () => {
    const { ring, writes } = ringWith();
    for (let i = 0; i < 100; i++) await ring.findLive(HASH);
    await ring.recordUse();
    await ring.recordUse();
    await ring.findLive(HASH);
    await ring.recordUse();
    expect(writes).toEqual([["key_1"]]);
    vi.advanceTimersByTime(60_001);
    await ring.findLive(HASH);
    await ring.recordUse();
    expect(writes).toEqual([["key_1"], ["key_1"]]);
  });

  test("is retried the next time if it could not be written", async () => {
    const { ring, writes, query } = ringWith();
    await ring.findLive(HASH);
    query.mockRejectedValueOnce(new Error("down"));
    await expect(ring.recordUse()).rejects.toThrow("down");
    await ring.recordUse();
    expect(writes).toEqual([["key_1"]]);
  });

  test("of a refused key is not written", async () => {
    const { ring, answerWith, query } = ringWith();
    answerWith(async () => null);
    await ring.findLive(HASH);
    await ring.recordUse();
    expect(query).not.toHaveBeenCalled();
  });
});

test("a wallet app is looked up once, and again after a change; an unknown one each time", async () => {
  const { ring, askedForApp, change } = ringWith();
  for (let i = 0; i < 3; i++) expect(await ring.findLiveApp(APP.id)).toEqual(APP);
  expect(askedForApp).toHaveBeenCalledTimes(1);
  change();
  expect(await ring.findLiveApp(APP.id)).toEqual(APP);
  expect(askedForApp).toHaveBeenCalledTimes(2);
  for (let i = 0; i < 3; i++) expect(await ring.findLiveApp("another")).toBeNull();
  expect(askedForApp).toHaveBeenCalledTimes(5);
});
