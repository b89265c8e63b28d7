// The limits of a process are shared by classes of callers: no class uses up another's.
import { EventEmitter } from "node:events";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { trackLongPolls } from "../../src/http/limits/long-polls.ts";
import { createRateLimiter } from "../../src/http/limits/rate-limit.ts";
import type { Caller, ConsoleSession, KeyCaller } from "../../src/http/request/caller.ts";

const key = (keyId: string, changes: Partial<KeyCaller> = {}): KeyCaller => ({
  type: "key",
  keyId,
  partnerId: "prtn_1",
  role: "partner",
  merchantIds: null,
  creatorId: null,
  referencePrefix: null,
  address: null,
  version: "2026-02-18",
  fees: null,
  allowedAddresses: [],
  liveMs: null,
  walletName: "",
  session: null,
  ...changes,
});
const till = (id: string) =>
  key(id, { role: "pos", session: { till: { id }, user: null, key: null } as unknown as ConsoleSession });
const user = (id: string) => key(id, { session: { till: null, user: { id }, key: null } as unknown as ConsoleSession });
const page: Caller = { type: "page", paymentId: "pay_1", version: "2026-02-18", walletName: "" };

/** Of each class, and twice where it is not limited as one. */
const CLASSES: Readonly<Record<string, Caller>> = {
  "a server": key("key_1"),
  "a read key": key("key_2", { role: "read" }),
  "a point of sale": key("key_3", { role: "pos" }),
  "another point of sale": key("key_4", { role: "pos" }),
  "a till": till("till_1"),
  "another till": till("till_2"),
  "a user": user("usr_1"),
  "a page": page,
};

const requestFrom = (address: string) => ({ address, raw: { socket: { destroyed: false } } }) as FastifyRequest;
const newReply = () => ({ raw: new EventEmitter(), header: () => {} }) as unknown as FastifyReply;
const app = { addHook: () => {}, log: { warn: () => {}, info: () => {} } } as unknown as FastifyInstance;

test.each(Object.keys(CLASSES))("the long polls of %s take none from any other class", (name) => {
  const { hold } = trackLongPolls(app, { perPayment: 3, perAddress: 5, inAll: 10_000 });
  const isHeld = (each: string, paymentId: string | null) =>
    hold({ request: requestFrom("203.0.113.1"), reply: newReply(), caller: CLASSES[each] ?? page, paymentId }) !== null;
  while (isHeld(name, "pay_1"));
  for (const each of Object.keys(CLASSES)) expect([each, isHeld(each, "pay_1")]).toEqual([each, each !== name]);
});

test.each(["a page", "a point of sale"])(
  "callers like %s hold at most nine tenths of all long polls, and others the rest",
  (name) => {
    const { hold } = trackLongPolls(app, { perPayment: 20, perAddress: 5, inAll: 20 });
    const isHeld = (caller: Caller, n: number) =>
      hold({ request: requestFrom(`203.0.113.${n}`), reply: newReply(), caller, paymentId: null }) !== null;
    const strangers = Array.from({ length: 20 }, (_, n) => isHeld(CLASSES[name] ?? page, n));
    expect(strangers.filter((each) => each)).toHaveLength(18);
    expect([isHeld(key("key_1"), 1), isHeld(till("till_1"), 1), isHeld(key("key_2"), 1)]).toEqual([true, true, false]);
  },
);

test.each(["a page", "a point of sale"])("the networks of a /56 or /48 hold few long polls of %s together", (name) => {
  const { hold } = trackLongPolls(app, { perPayment: 1_000, perAddress: 5, inAll: 10_000 });
  const heldBy = (address: string) => {
    const caller = CLASSES[name] ?? page;
    const isHeld = () => hold({ request: requestFrom(address), reply: newReply(), caller, paymentId: null }) !== null;
    return Array.from({ length: 8 }, isHeld).filter(Boolean).length;
  };
  const networks = ["1:100", "1:101", "1:102", "1:200", "1:201", "1:300", "2:0"];
  expect(networks.map((each) => heldBy(`2001:db8:${each}::1`))).toEqual([5, 5, 0, 5, 5, 0, 5]);
});

test.each(Object.keys(CLASSES))("the requests of %s take none from any other class", (name) => {
  const rate = { quota: 3, windowS: 36_000 };
  const limiter = createRateLimiter({
    read: rate,
    write: rate,
    gateway: rate,
    app: rate,
    anonymous: rate,
    addresses: rate,
  });
  const isAdmitted = (each: string): boolean => {
    try {
      limiter.admit(CLASSES[each] ?? page, "read", requestFrom("203.0.113.1"), newReply());
      return true;
    } catch {
      return false;
    }
  };
  while (isAdmitted(name));
  for (const each of Object.keys(CLASSES)) expect([each, isAdmitted(each)]).toEqual([each, each !== name]);
});

test("a visitor of a page uses up the rate and the long polls of its key for one address only", () => {
  const rate = { quota: 3, windowS: 36_000 };
  const limiter = createRateLimiter({
    read: rate,
    write: rate,
    gateway: rate,
    app: rate,
    anonymous: rate,
    addresses: rate,
  });
  const admit = (address: string) =>
    limiter.admit(key("key_1", { role: "pos" }), "write", requestFrom(address), newReply());
  for (let n = 0; n < 3; n++) admit("2001:db8:1:1::1");
  expect(() => admit("2001:db8:1:1:ffff::1")).toThrow("Too many requests");
  admit("2001:db8:1:2::1");
});
