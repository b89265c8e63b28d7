// Many clients with one Idempotency-Key: one effect and one response for all; a client that waits too long must retry.
import pg from "pg";
import { expect, test } from "vitest";
import { untilWaiting } from "../harness/database/lock-wait.ts";
import type { ApiAnswer } from "../harness/server/api.ts";
import { givenPayment, paymentBody } from "../routes/given.ts";
import { type RouteServer, rowsOf, serverForFile, type WireBody } from "../routes/setup.ts";

const server = serverForFile({ environment: { DATABASE_CONNECTIONS: "10" } });
const CLIENTS = 200;

const merchantBody = { merchantName: "Tea & Co", merchantEmail: "tea@example.com" };
const createPayment = (key: string, changes: object = {}): Promise<ApiAnswer<WireBody>> =>
  server().call({ path: "/v1/payments", headers: { "idempotency-key": key }, body: paymentBody(changes) });
const createMerchant = (key: string): Promise<ApiAnswer<WireBody>> =>
  server().call({ path: "/v1/merchants", headers: { "idempotency-key": key }, body: merchantBody });

const newSettlement = (server: RouteServer) => ({
  settlements: [{ asset: `eip155:1/erc20:${server.deployment.usdc}`, destination: `eip155:1:${server.destination}` }],
});

test.each([
  ["a payment", "payments", createPayment],
  ["a merchant", "merchants", createMerchant],
  [
    "a settlement",
    "crypto_settlements",
    (key: string) =>
      server().call({
        path: `/v1/merchants/${server().merchantId}/settlements/crypto`,
        headers: { "idempotency-key": key },
        body: newSettlement(server()),
      }),
  ],
] as const)(`of ${CLIENTS} clients that create %s at once, one does`, async (_, table, create) => {
  const before = await rowsOf(server(), table);
  const answers = await Promise.all(Array.from({ length: CLIENTS }, () => create("one key")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
  expect(await rowsOf(server(), table)).toBe(before + 1);
});

test(`of ${CLIENTS} clients with one key and two bodies, those with the second body are refused`, async () => {
  const before = await rowsOf(server(), "payments");
  const answers = await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => createPayment("two bodies", { referenceId: `order ${index % 2}` })),
  );
  const [created, refused] = [201, 409].map((status) => answers.filter((answer) => answer.status === status));
  expect([created?.length, refused?.length]).toEqual([CLIENTS / 2, CLIENTS / 2]);
  expect(new Set(refused?.map(({ body }) => body.code))).toEqual(new Set(["idempotency_conflict"]));
  expect(await rowsOf(server(), "payments")).toBe(before + 1);
});

/** Takes a key like a request that is still running. */
async function holdKey(scope: string, key: string) {
  const client = new pg.Client({ connectionString: server().databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("insert into idempotent_answers (partner_id, scope, key, fingerprint) values ($1, $2, $3, '')", [
    server().partnerId,
    scope,
    key,
  ]);
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}

const SCOPES = () => [`POST /v1/payments ${server().merchantId}`, "POST /v1/merchants "];

test("if the first request does not finish in time, the second must retry and nothing is written", async () => {
  const releases = await Promise.all(SCOPES().map((scope) => holdKey(scope, "held")));
  const [payments, merchants] = [await rowsOf(server(), "payments"), await rowsOf(server(), "merchants")];
  for (const { status, headers, body } of await Promise.all([createPayment("held"), createMerchant("held")])) {
    expect([status, body.code, headers.get("retry-after")]).toEqual([409, "idempotency_conflict", "1"]);
  }
  for (const release of releases) await release();
  expect([await rowsOf(server(), "payments"), await rowsOf(server(), "merchants")]).toEqual([payments, merchants]);
  expect((await createPayment("held")).status).toBe(201);
});

test("if the first request fails, the waiting second one is executed", async () => {
  const releases = await Promise.all(SCOPES().map((scope) => holdKey(scope, "given up")));
  const waiting = [createPayment("given up"), createMerchant("given up")];
  await untilWaiting(server(), waiting.length);
  for (const release of releases) await release();
  for (const { status, headers } of await Promise.all(waiting)) {
    expect([status, headers.get("idempotent-replayed")]).toEqual([201, null]);
  }
});

test("a repeat gets the original response although the request would be invalid by now", async () => {
  const expiresAt = Math.floor(Date.now() / 1000) + 2;
  const first = await createPayment("past", { expiresAt });
  expect(first.status).toBe(201);
  const { body } = await server().call({ path: `/v1/payments/${first.body.paymentId}/status?maxPollMs=20000` });
  expect(body.status).toBe("expired");
  const second = await createPayment("past", { expiresAt });
  expect([second.status, second.body]).toEqual([201, first.body]);
  // The same body under another key is a new request.
  expect((await createPayment("present", { expiresAt })).status).toBe(400);
});

test("one key on several paths, for several merchants and by several partners is several requests", async () => {
  const key = { "idempotency-key": "everywhere" };
  const [one, two] = [await givenPayment(server()), await givenPayment(server())];
  const cancel = (paymentId: string) =>
    server().call({ method: "POST", path: `/v1/payments/${paymentId}/cancel`, headers: key });
  const { body: made } = await createMerchant("everywhere");
  const other = await server().newOwner();
  const answers = [
    await cancel(one),
    await cancel(two),
    await createPayment("everywhere"),
    await server().call({
      path: "/v1/payments",
      headers: { ...key, "merchant-id": made.merchant.id },
      body: paymentBody(),
    }),
    await server().call({
      path: "/v1/payments",
      headers: { ...key, "api-key": other.apiKey, "merchant-id": other.merchantId },
      body: paymentBody(),
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.paymentId)).size).toBe(answers.length);
  expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual(answers.map(() => null));
  expect((await cancel(one)).headers.get("idempotent-replayed")).toBe("true");
});

test("responses are kept for 30 days, then deleted", async () => {
  await createPayment("young");
  await createPayment("old");
  const age = (key: string, days: number) =>
    server().sql("update idempotent_answers set created_at = now() - make_interval(days => $2) where key = $1", [
      key,
      days,
    ]);
  await age("young", 29);
  await age("old", 31);
  expect(await server().store.idempotency.forgetOld()).toEqual({ hasMore: false });
  expect((await createPayment("young")).headers.get("idempotent-replayed")).toBe("true");
  expect((await createPayment("old")).headers.get("idempotent-replayed")).toBeNull();
});

test("a sweep deletes a bounded number and reports whether there are more", async () => {
  await server().sql(
    `insert into idempotent_answers (partner_id, scope, key, fingerprint, status, body, created_at)
     select $1, 'many', n::text, '', 200, '{}', now() - interval '40 days' from generate_series(1, 1500) n`,
    [server().partnerId],
  );
  const { idempotency } = server().store;
  expect([await idempotency.forgetOld(), await idempotency.forgetOld()]).toEqual([
    { hasMore: true },
    { hasMore: false },
  ]);
  expect(await server().sql("select from idempotent_answers where scope = 'many'")).toEqual([]);
});
