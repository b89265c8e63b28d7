// Held responses are limited per payment, per caller and in all. Beyond a limit the present state is sent at once.
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { HttpNumbers, HttpObserver } from "../../src/http/request/observer.ts";
import { connectionsMax } from "../../src/http/server/connections.ts";
import { buildServer } from "../../src/http/server.ts";
import { newApiKey } from "../../src/merchant/api-key.ts";
import { isOfMerchant, type Role } from "../../src/merchant/partner.ts";
import type { WaitSignal } from "../../src/operations/payments/await-status.ts";
import type { LiveKey } from "../../src/store/people/keys.ts";
import { fakeServices, openPayment, PARTNER_KEY, readableLogger, settingsWith } from "../harness/fake-ports.ts";
import { createTally } from "../harness/tally.ts";

const AS_APP = { "app-id": "wallet", "client-id": "c" };
const AS_PARTNER = { "api-key": PARTNER_KEY.apiKey };
const PER_ADDRESS = 5;
const MERCHANT = "mrch_00000000000000000000000000000000";
/** The status in the metrics. */
const DISCONNECTED = 499;

interface Given {
  readonly trustedProxies?: readonly string[];
  readonly lookUp?: Promise<void>;
  /** The role of the keys; each text is another key of one partner. */
  readonly role?: Role;
}

let server: ReturnType<typeof buildServer>;
let abort: AbortController;
afterEach(async () => {
  abort.abort();
  await server.close();
});

/**
 * A server on which nothing changes, and its number of long polls.
 * @param lookUp resolves when apps are found
 */
async function start({ trustedProxies = [], lookUp, role }: Given = {}) {
  const held = createTally();
  const lookingUp = createTally();
  const disconnected = createTally();
  const numbers: HttpNumbers[] = [];
  const subscribe = () => ({
    next: (_: number, signal?: WaitSignal) =>
      new Promise<boolean>((resolve) => {
        held.add(1);
        if (!signal) return;
        signal.waiter = {
          end() {
            held.add(-1);
            resolve(true);
          },
        };
      }),
    close: () => {},
  });
  const services = fakeServices({
    payments: {
      findForBuyer: async (id: string) => openPayment(id),
      findForPartner: async (_: unknown, id: string) => ({ ...openPayment(id), merchantId: MERCHANT }),
      apply: async () => false,
    },
    ...(role && { keys: { findLive: async (hash: Buffer) => keyOf(hash, role) } }),
    changes: { subscribe },
  });
  const findLiveApp = async () => {
    lookingUp.add(1);
    await lookUp;
    return { id: "wallet", name: "Wallet" };
  };
  const observer: HttpObserver = {
    reads: (given) => void numbers.push(given),
    rateLimited: () => {},
    responded: (_method, _route, status) => status === DISCONNECTED && disconnected.add(1),
  };
  const { logger } = readableLogger();
  const settings = { ...settingsWith(logger), heldPerAddressMax: PER_ADDRESS, trustedProxies, observer };
  server = buildServer({ ...services, keys: { ...services.keys, findLiveApp } }, settings);
  abort = new AbortController();
  const PLACE = role ? "payments" : "gateway/payment";
  const baseUrl = await server.listen({ port: 0, host: "127.0.0.1" });
  const poll = (paymentId: string, headers: Record<string, string>, { maxPollMs = 60_000, place = PLACE } = {}) =>
    fetch(`${baseUrl}/v1/${place}/${paymentId}/status?maxPollMs=${maxPollMs}`, { headers, signal: abort.signal });
  const count = () => numbers[0]?.held();
  return { poll, reached: held.reached, lookingUp, disconnected, count };
}

/** A live key of one partner, for any text. */
const keyOf = (hash: Buffer, role: Role): LiveKey => ({
  keyId: `key_${hash.toString("hex").slice(0, 8)}`,
  partnerId: "prtn_1",
  role,
  merchantId: isOfMerchant(role) ? MERCHANT : null,
  version: "2026-02-18",
  fees: null,
  allowedAddresses: [],
  expiresInMs: null,
});

const ignored = (answers: readonly Promise<unknown>[]): void => {
  for (const answer of answers) answer.catch(() => {});
};

test("at most 20 for one payment", async () => {
  const { poll, reached } = await start();
  const held = Array.from({ length: 20 }, () => poll("pay_1", AS_PARTNER));
  ignored(held);
  await reached(20);
  const answer = await poll("pay_1", AS_PARTNER);
  expect(await answer.json()).toMatchObject({ status: "requires_action", isFinal: false });
  const other = poll("pay_2", AS_PARTNER);
  ignored([other]);
  await reached(21);
});

test.each(["partner", "read", "pos"] as const)(
  "strangers who use up a payment's long polls take none from a key of the role %s",
  async (role) => {
    const { poll, reached } = await start({ role, trustedProxies: ["127.0.0.1"] });
    const stranger = (n: number) =>
      poll("pay_1", { ...AS_APP, "x-forwarded-for": `203.0.113.${n}` }, { place: "gateway/payment" });
    ignored(Array.from({ length: 20 }, (_, n) => stranger(n)));
    await reached(20);
    expect((await stranger(20)).status).toBe(200);
    ignored([poll("pay_1", { "api-key": newApiKey(role, "prtn_1").apiKey })]);
    await reached(21);
  },
);

test("at most the configured number for one address, IPv6 networks as one; a partner's key is not counted", async () => {
  const { poll, reached } = await start({ trustedProxies: ["127.0.0.1"] });
  const from = (address: string) => ({ ...AS_APP, "x-forwarded-for": address });
  const held = Array.from({ length: PER_ADDRESS }, (_, n) => poll(`pay_${n}`, from(`2001:db8:1:1::${n}`)));
  ignored(held);
  await reached(PER_ADDRESS);
  expect((await poll("pay_9", from("2001:db8:1:1:ffff::1"))).status).toBe(200);
  const others = [poll("pay_9", from("2001:db8:1:2::1")), poll("pay_9", { ...AS_PARTNER, ...from("2001:db8:1:1::1") })];
  ignored(others);
  await reached(PER_ADDRESS + 2);
});

test("keys of points of sale are counted one by one and by address, and never as their partner", async () => {
  const { poll, reached } = await start({ role: "pos", trustedProxies: ["127.0.0.1"] });
  const by = (key: { readonly apiKey: string }, address: string) => ({
    "api-key": key.apiKey,
    "x-forwarded-for": address,
  });
  const [one, two] = [newApiKey("pos", "prtn_1"), newApiKey("pos", "prtn_1")];
  const held = Array.from({ length: PER_ADDRESS }, (_, n) => poll(`pay_${n}`, by(one, "203.0.113.1")));
  ignored(held);
  await reached(PER_ADDRESS);
  expect((await poll("pay_9", by(one, "203.0.113.1"))).status).toBe(200);
  ignored([poll("pay_9", by(two, "203.0.113.1")), poll("pay_9", by(one, "203.0.113.2"))]);
  await reached(PER_ADDRESS + 2);
});

test("the keys of a partner's servers are counted together, at half of the process", async () => {
  const { poll, reached } = await start({ role: "partner" });
  ignored(
    Array.from({ length: PER_ADDRESS + 1 }, (_, n) =>
      poll(`pay_${n}`, { "api-key": newApiKey("partner", "prtn_1").apiKey }),
    ),
  );
  await reached(PER_ADDRESS + 1);
});

test("a client that disconnects makes way for the next", async () => {
  const { poll, reached } = await start();
  const clients = Array.from({ length: PER_ADDRESS }, (_, n) => poll(`pay_${n}`, AS_APP));
  ignored(clients);
  await reached(PER_ADDRESS);
  expect((await poll("pay_9", AS_APP)).status).toBe(200);
  abort.abort();
  await reached(0);
  await server.close();
  expect((await Promise.allSettled(clients)).every(({ status }) => status === "rejected")).toBe(true);
});

test("clients that disconnect before their responses are held take no places", async () => {
  let findApps = (): void => {};
  const lookUp = new Promise<void>((resolve) => (findApps = resolve));
  const { poll, reached, lookingUp, disconnected, count } = await start({ lookUp });
  ignored(Array.from({ length: PER_ADDRESS }, (_, n) => poll(`pay_${n}`, AS_APP)));
  await lookingUp.reached(PER_ADDRESS);
  abort.abort();
  abort = new AbortController();
  await disconnected.reached(PER_ADDRESS);
  findApps();
  await poll("pay_9", AS_PARTNER, { maxPollMs: 0 });
  expect(count()).toBe(0);
  ignored(Array.from({ length: PER_ADDRESS }, (_, n) => poll(`pay_${n}`, AS_APP)));
  await reached(PER_ADDRESS);
  expect(count()).toBe(PER_ADDRESS);
});

test.each([
  ["Max open files            1024                 524288               files", 768],
  ["Max open files            1048576              1048576              files", 20_000],
  ["Max open files            unlimited            unlimited            files", 20_000],
  [null, 20_000],
])("%s allow %i connections", (limits, most) => {
  expect(connectionsMax(limits)).toBe(most);
});

test("connections beyond the limit are closed, and the log says so", async () => {
  const log = readableLogger();
  server = buildServer(fakeServices({}), settingsWith(log.logger));
  abort = new AbortController();
  server.server.maxConnections = 1;
  await server.listen({ port: 0, host: "127.0.0.1" });
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const first = connect(port, "127.0.0.1");
  await new Promise((resolve) => first.once("connect", resolve));
  const second = connect(port, "127.0.0.1");
  second.on("error", () => {});
  await new Promise((resolve) => second.once("close", resolve));
  first.destroy();
  expect(log.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)).toMatchObject([
    { connections: 1, dropped: 1 },
  ]);
});
