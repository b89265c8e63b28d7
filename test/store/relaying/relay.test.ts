// The relayer's queue and nonces under concurrent use by several processes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openStore, type Store } from "../../../src/store/store.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import {
  BUILDER,
  CHAIN,
  forgetPayments,
  type Limits,
  markMined,
  queuedPayment,
  ROUTER,
  someAddress,
  storeBatchOf,
} from "./queued.ts";

const RELAYERS = ["relayer 1", "relayer 2", "relayer 3"].map(someAddress);
const LIMITS = {
  relayers: RELAYERS,
  router: ROUTER,
  batchMax: 5,
  leftOutMax: 2,
  underWayMax: 4,
  fillMaxMs: 60_000,
  gasPerDay: null,
  gasAtRiskMax: 2_000_000n,
};

let server: TestServer;
let stores: Store[];
beforeAll(async () => {
  server = await startServer({ role: null });
  stores = [1, 2].map(() => openStore({ url: server.databaseUrl, connectionsMax: 10, onError: () => {} }));
});
beforeEach(async () => {
  await forgetPayments(server);
  for (const relayer of RELAYERS) await server.store.relay.registerRelayer(CHAIN, relayer, 7n);
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await server.stop();
});

const storeBatch = async (store: Store, limits: Limits = LIMITS, builder = BUILDER) =>
  (await storeBatchOf(store, limits, builder))?.transaction ?? null;

async function queue(payments: number): Promise<void> {
  await Promise.all(Array.from({ length: payments }, () => queuedPayment(server)));
}

describe("batches stored concurrently by two processes", () => {
  test("contain each payment once, and their nonces have no gaps or repeats", async () => {
    await queue(60);
    const batches = await untilNull(() =>
      Promise.all(stores.flatMap((store) => [1, 2, 3].map(() => storeBatch(store)))),
    );
    expect(batches).toHaveLength(12); // five payments each
    const rows = await server.sql<{ relayer: string; nonces: number[] }>(
      "select relayer, array_agg(nonce::integer order by nonce) as nonces from relay_batches group by relayer",
    );
    for (const { nonces } of rows) expect(nonces).toEqual(nonces.map((_, index) => 7 + index));
    const payments = await server.sql(
      "select payment_id from confirmations where relay_state = 'sent' and batch_id is not null",
    );
    expect(payments).toHaveLength(60);
    const counted = await server.sql(
      `select b.payments, count(*)::integer as held
         from relay_batches b join confirmations c on c.batch_id = b.id group by b.id`,
    );
    expect(counted).toEqual(counted.map(() => ({ payments: 5, held: 5 })));
  });

  /** Repeats until no process gets a batch, marking each as sent like the relayer. */
  async function untilNull(attempt: () => Promise<Awaited<ReturnType<typeof storeBatch>>[]>) {
    const stored = [];
    for (;;) {
      const batches = (await attempt()).filter((batch) => batch !== null);
      if (batches.length === 0) return stored;
      for (const { hash } of batches) await server.store.relay.markSent(hash);
      stored.push(...batches);
    }
  }
});

describe("a batch of payments that do not all fit", () => {
  const only = { ...LIMITS, relayers: RELAYERS.slice(0, 1), batchMax: 3, fillMaxMs: 1_000 };

  test.each([
    { what: "takes those to the oldest one's destination together", queued: "a0 b1 a2 b3 a4 b5", batches: "aaa bbb" },
    { what: "then those with its fee receiver", queued: "a0 x1 b2 y3 a4 b5", batches: "aab bxy" },
    { what: "but none that came much later than the oldest", queued: "a0 b1 b2 a1001 a1002 b3", batches: "abb aab" },
    { what: "after that time, the oldest first", queued: "a0 b2000 c2001 b2002 c2003 b2004", batches: "abc bbc" },
    { what: "then the oldest of the others", queued: "a0 b1 c2 c3 b4 c5", batches: "abb ccc" },
  ])("$what: $queued", async ({ queued, batches }) => {
    await queueAll(queued.split(" "));
    const taken: string[] = [];
    for (const _ of batches.split(" ")) {
      const { paymentIds = [] } = (await storeBatchOf(server.store, only)) ?? {};
      await server.sql("update relay_transactions set last_sent_at = now()");
      taken.push(await destinationsOf(paymentIds));
    }
    expect(taken.join(" ")).toBe(batches);
  });

  /** @param payments letters for destinations, each with its milliseconds; x and y have a different fee receiver */
  async function queueAll(payments: readonly string[]): Promise<void> {
    for (const payment of payments) {
      const [letter = "", ms] = [payment.slice(0, 1), Number(payment.slice(1))];
      const feeReceiver = someAddress("xy".includes(letter) ? "another" : "fees");
      const { paymentId } = await queuedPayment(server, { destination: someAddress(letter), feeReceiver });
      await server.sql(
        `update confirmations set relay_after = date_trunc('day', now()) - interval '1 day' + $2 * interval '1 ms'
          where payment_id = $1`,
        [paymentId, ms],
      );
    }
  }

  /** The letters of the payments, in order. */
  async function destinationsOf(paymentIds: readonly string[]): Promise<string> {
    const rows = await server.sql<{ destination: string }>(
      "select destination from confirmations where payment_id = any($1)",
      [paymentIds],
    );
    const letters = rows.map(({ destination }) => [..."abcxy"].find((letter) => someAddress(letter) === destination));
    return letters.sort().join("");
  }
});

describe("a batch that fails to build", () => {
  test("leaves its payments in the queue and uses no nonce", async () => {
    await queue(1);
    const sign = async () => {
      throw new Error("no key");
    };
    const failing = storeBatch(server.store, LIMITS, { ...BUILDER, sign });
    await expect(failing).rejects.toThrow("no key");
    expect((await storeBatch(server.store))?.nonce).toBe(7n);
  });
});

const DAY_MS = 86_400_000;

describe("a relayer", () => {
  test("never gets a nonce below the chain's count, nor one twice", async () => {
    const [relayer] = RELAYERS;
    if (!relayer) throw new Error("three relayers were expected");
    const only = { ...LIMITS, relayers: [relayer] };
    await queue(1);
    await server.store.relay.registerRelayer(CHAIN, relayer, 3n);
    expect((await storeBatch(server.store, only))?.nonce).toBe(7n);
    await server.store.relay.registerRelayer(CHAIN, relayer, 20n);
    await queue(5);
    await sentAll();
    expect((await storeBatch(server.store, only))?.nonce).toBe(20n);
  });

  test("with an open batch gets another only when it is full, up to a limit", async () => {
    const only = { ...LIMITS, relayers: RELAYERS.slice(0, 1), underWayMax: 2 };
    await queue(1);
    expect(await storeBatch(server.store, only)).not.toBeNull();
    await sentAll();
    await queue(4);
    expect(await storeBatch(server.store, only)).toBeNull();
    await queue(6);
    expect(await storeBatch(server.store, only)).not.toBeNull();
    await sentAll();
    expect(await storeBatch(server.store, only)).toBeNull();
  });

  test("with an open batch gets another that is not full once it has waited, but not in its last place", async () => {
    const only = { ...LIMITS, relayers: RELAYERS.slice(0, 1), underWayMax: 3, fillMaxMs: 500 };
    const wait = (ms: number) =>
      server.sql("update confirmations set relay_after = now() - $1 * interval '1 ms' where relay_state = 'queued'", [
        ms,
      ]);
    await queue(1);
    expect(await storeBatch(server.store, only)).not.toBeNull();
    await sentAll();
    await queue(2);
    await wait(400);
    const waiting = await storeBatchOf(server.store, only);
    expect(waiting).toEqual({ transaction: null, paymentIds: [], quarantined: [], fillsInMs: expect.any(Number) });
    expect(waiting?.fillsInMs).toBeGreaterThan(0);
    expect(waiting?.fillsInMs).toBeLessThanOrEqual(100);
    await wait(60 * DAY_MS); // the state after restoring a backup
    expect(await storeBatch(server.store, only)).not.toBeNull();
    await sentAll();
    await queue(4);
    await wait(500);
    expect(await storeBatch(server.store, only)).toBeNull();
    await queue(1);
    expect(await storeBatch(server.store, only)).not.toBeNull();
  });

  const sentAll = () => server.sql("update relay_transactions set last_sent_at = now()");
});

describe("one payer's payments", () => {
  test("hold up no others, however many pages of the queue they fill", async ({ onTestFinished }) => {
    onTestFinished(async () => void (await forgetPayments(server))); // their terms are made up
    const { paymentId } = await queuedPayment(server);
    await repeat(paymentId, 2_500);
    const last = await queuedPayment(server);
    const taken = await storeBatchOf(server.store, { ...LIMITS, batchMax: 10 });
    expect(taken?.paymentIds).toHaveLength(6); // five of the first payer
    expect(taken?.paymentIds.at(-1)).toBe(last.paymentId);
  });

  /** Queues more payments of the same payer, many of them at the same time. */
  const repeat = (paymentId: string, times: number) =>
    server.sql(
      `set local session_replication_role = replica;
       create temporary table again on commit drop as
         select '${paymentId.slice(0, -4)}' || lpad(no::text, 4, '0') as id, no from generate_series(1, ${times}) no;
       insert into payments select r.* from payments p, again, jsonb_populate_record(p, jsonb_build_object(
           'id', again.id, 'payment_key', sha256(again.id::bytea))) r where p.id = '${paymentId}';
       insert into confirmations select r.* from confirmations c, again, jsonb_populate_record(c, jsonb_build_object(
           'payment_id', again.id, 'terms_hash', sha256(again.id::bytea),
           'relay_after', c.relay_after + no / 400 * interval '1 us')) r where c.payment_id = '${paymentId}'`,
    );
});

describe("payments for a previous router", () => {
  test("stay in the queue and hold up no others", async () => {
    const old = await queuedPayment(server, { router: someAddress("old router") });
    expect(await storeBatch(server.store)).toBeNull();
    const { paymentId } = await queuedPayment(server);
    expect(await storeBatch(server.store)).not.toBeNull();
    expect(await statesOf([old.paymentId, paymentId])).toEqual(["queued", "sent"]);
  });
});

describe("a payment left out of its mined batch", () => {
  test("is retried at once the first time, then after growing delays", async () => {
    const { paymentId } = await queuedPayment(server);
    const delays: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const batch = await storeBatch(server.store);
      if (!batch) throw new Error("a queued payment was expected");
      await markMined(server, batch.relayer, batch.nonce + 1n);
      const [row] = await server.sql<{ delay_s: number }>(
        `select round(extract(epoch from relay_after - now()))::integer as delay_s
           from confirmations where payment_id = $1`,
        [paymentId],
      );
      delays.push(row?.delay_s ?? Number.NaN);
      await server.sql("update confirmations set relay_after = now(), left_out = 0 where payment_id = $1", [paymentId]);
      expect(await server.store.unpaid.heldPayments(CHAIN, 10)).toMatchObject([{ paymentId, attempts: attempt + 1 }]);
      await server.store.unpaid.requeue(paymentId, null);
    }
    expect(delays).toEqual([0, 1, 3, 7]);
  });
});

test("payments left out of their mined batch are retried a few at a time, and with no others", async () => {
  await queue(5);
  const first = await storeBatch(server.store);
  if (!first) throw new Error("queued payments were expected");
  await markMined(server, first.relayer, first.nonce + 1n);
  const held = await server.store.unpaid.heldPayments(CHAIN, 10);
  await queue(3);
  for (const { paymentId } of held) await server.store.unpaid.requeue(paymentId, null);
  const sizes: string[] = [];
  for (let batch = 0; batch < 4; batch++) {
    const stored = await storeBatch(server.store, LIMITS, {
      ...BUILDER,
      pack: (some, wereLeftOut) => {
        sizes.push(`${some.length} ${wereLeftOut ? "again" : "new"}`);
        return BUILDER.pack(some, wereLeftOut);
      },
    });
    await server.store.relay.markSent(stored?.hash ?? "0x");
    await server.sql("update relay_batches set mined_in = 1");
  }
  expect(sizes).toEqual(["3 new", "2 again", "2 again", "1 again"]);
});

test("a requeued payment can be taken at once, not only after its rounded time", async () => {
  const { paymentId } = await queuedPayment(server);
  for (let round = 0; round < 50; round++) {
    await server.sql("update confirmations set relay_state = 'held' where payment_id = $1", [paymentId]);
    await server.store.unpaid.requeue(paymentId, null);
    const batch = await storeBatch(server.store);
    expect(batch, `round ${round}`).not.toBeNull();
    await server.store.relay.markSent(batch?.hash ?? "0x");
    await server.sql("update relay_batches set mined_in = 1");
  }
});

const statesOf = async (paymentIds: readonly string[]): Promise<(string | undefined)[]> => {
  const rows = await server.sql<{ payment_id: string; relay_state: string }>(
    "select payment_id, relay_state from confirmations",
  );
  return paymentIds.map((id) => rows.find(({ payment_id }) => payment_id === id)?.relay_state);
};
