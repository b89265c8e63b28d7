// turnpike batch: operators see, release and abandon what the relayer cannot send.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import {
  BUILDER,
  CHAIN,
  forgetPayments,
  type Limits,
  queuedPayment,
  ROUTER,
  someAddress,
  storeBatchOf,
} from "../../store/relaying/queued.ts";
import { json, turnpike } from "../turnpike.ts";

const RELAYER = someAddress("relayer 1");
const LIMITS: Limits = {
  relayers: [RELAYER],
  router: ROUTER,
  batchMax: 10,
  leftOutMax: 10,
  underWayMax: 4,
  fillMaxMs: 60_000,
  gasPerDay: null,
  gasAtRiskMax: 2_000_000n,
};

let server: TestServer;
let settings: Readonly<Record<string, string>>;
beforeAll(async () => {
  server = await startServer({ role: null });
});
beforeEach(async () => {
  await forgetPayments(server);
  await server.store.relay.registerRelayer(CHAIN, RELAYER, 7n);
  settings = { DATABASE_URL: server.databaseUrl, SECRET_KEY: "0123456789abcdef".repeat(4) };
});
afterAll(() => server.stop());

/** A batch of two payments that the nodes have refused. */
async function refusedBatch() {
  const payments = [await queuedPayment(server), await queuedPayment(server)];
  const stored = await storeBatchOf(server.store, LIMITS);
  if (!stored?.transaction) throw new Error("a batch was expected");
  await server.store.relay.noteRefusal(stored.transaction.batchId, "oversized data");
  return { batchId: stored.transaction.batchId, paymentIds: payments.map(({ paymentId }) => paymentId) };
}

const statesOf = async (paymentIds: readonly string[]) =>
  server.sql("select relay_state, relay_alone from confirmations where payment_id = any($1)", [paymentIds]);

test("nothing is listed if nothing waits", async () => {
  expect((await turnpike(["batch", "list"], settings)).stdout).toBe(
    "No unmined batches.\n\nNo quarantined payments.\n",
  );
  expect(await json(["batch", "list"], settings)).toEqual({ batches: [], quarantined: [] });
});

test("a refused batch is listed with the nodes' words, warned of by the doctor, and can be abandoned", async () => {
  const { batchId, paymentIds } = await refusedBatch();
  const { batches } = await json<{ batches: readonly object[] }>(["batch", "list"], settings);
  expect(batches).toEqual([
    {
      id: batchId.toString(),
      chain: CHAIN,
      relayer: RELAYER,
      nonce: "7",
      payments: 2,
      recoveries: 0,
      createdAt: expect.stringMatching(/^20/),
      lastSentAt: null,
      refusals: 1,
      refusal: "oversized data",
      isAbandoned: false,
    },
  ]);
  const shown = await turnpike(["batch", "list"], settings);
  const [head, row] = shown.stdout.split("\n");
  expect(head).toMatch(/^batch +created +chain +relayer +nonce +content +last sent +state$/);
  expect(row).toMatch(/^\d+ +20\d\d-\d\d-\d\d [\d:]{8}Z .* 7 +2 payments +never +not accepted by any node, refused /);
  expect(row?.endsWith("refused (1): oversized data")).toBe(true);

  expect(await json(["batch", "abandon", batchId.toString()], settings)).toEqual({
    batch: batchId.toString(),
    payments: 2,
    recoveries: 0,
  });
  const alone = { relay_state: "queued", relay_alone: true };
  expect(await statesOf(paymentIds)).toEqual([alone, alone]);
  expect(await server.store.relay.silentTransactions(CHAIN, [RELAYER], 60_000, 10)).toMatchObject([
    { batchId, isAbandoned: true, isEmpty: false },
  ]);
  expect(await turnpike(["batch", "abandon", "999"], settings)).toMatchObject({
    code: 1,
    stderr: "turnpike: there is no unmined batch 999: see turnpike batch list\n",
  });
  expect((await turnpike(["batch", "abandon", "x"], settings)).code).toBe(1);
});

test("a batch of recoveries is listed as such, and its abandonment says what becomes of them", async () => {
  const { batchId, paymentIds } = await refusedBatch();
  await server.sql("update confirmations set batch_id = null, relay_state = 'queued' where payment_id = any($1)", [
    paymentIds,
  ]);
  await server.sql(
    `insert into unrecovered (terms_hash, chain, token, payment_id, partner_id, amount, minimum, since, batch_id)
     select sha256(n::text::bytea), $1, 'token', $2, $3, 2, 1, now(), $4 from generate_series(1, 2) n`,
    [CHAIN, paymentIds[0], server.partnerId, batchId],
  );
  const listed = async () => (await turnpike(["batch", "list"], settings)).stdout;
  expect(await listed()).toMatch(/2 recoveries +never +not accepted by any node/);
  expect((await turnpike(["batch", "abandon", batchId.toString()], settings)).stdout).toBe(
    `batch ${batchId} is abandoned; 2 recoveries of it will be tried again\n`,
  );
  await server.sql("delete from unrecovered");
  expect(await listed()).toMatch(/ 7 +never +not accepted by any node, .*, abandoned\n/);
});

test("a quarantined payment is listed with the reason, warned of by the doctor, and can be released", async () => {
  const { paymentId } = await queuedPayment(server);
  await storeBatchOf(server.store, LIMITS, {
    ...BUILDER,
    pack: () => ({ call: null, packed: [], refused: [{ index: 0, reason: "the signature is malformed" }] }),
  });
  expect(await json(["batch", "list"], settings)).toMatchObject({
    quarantined: [{ paymentId, chain: CHAIN, reason: "cannot be encoded: the signature is malformed" }],
  });
  const shown = (await turnpike(["batch", "list"], settings)).stdout;
  expect(shown).toMatch(/^quarantined payment +chain +deadline +reason$/m);
  expect(shown).toMatch(new RegExp(`^${paymentId} +${CHAIN} +20\\S+ \\S+Z +cannot be encoded`, "m"));
  expect((await turnpike(["payment", "show", paymentId], settings)).stdout).toContain(
    "relayer: quarantined, 0 attempts; cannot be encoded: the signature is malformed",
  );
  const doctor = await turnpike(["doctor"], settings);
  expect(doctor.stdout).toContain(`${CHAIN}: a payment is quarantined and not relayed. See turnpike batch list.`);
  expect(await json(["batch", "release", paymentId], settings)).toEqual({ paymentId });
  expect(await statesOf([paymentId])).toEqual([{ relay_state: "queued", relay_alone: true }]);
  expect(await turnpike(["batch", "release", paymentId], settings)).toMatchObject({
    code: 1,
    stderr: `turnpike: the payment ${paymentId} is not quarantined: see turnpike batch list\n`,
  });
});
