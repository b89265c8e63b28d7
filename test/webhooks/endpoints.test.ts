// Webhook endpoints: their fields, limits, secrets and lists.
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { rotateWebhookSecrets } from "../../src/operations/webhooks/keep-webhook-secrets.ts";
import { parseBuyerDataKeys } from "../../src/payment/buyer-data/buyer-data.ts";
import { fieldsOf, type RouteServer, serverForFile, type WireBody } from "../routes/setup.ts";

const server = serverForFile({ role: "api" });
let partner: RouteServer;
beforeEach(async () => {
  partner = await server().asNewOwner();
});

const URL = "https://shop.example/events";
const create = (fields: object, headers: Record<string, string> = {}) =>
  partner.call<WireBody & { id: string; secret: string; url: string }>({
    path: "/v1/webhook-endpoints",
    headers,
    body: { url: URL, ...fields },
  });

test("201 with all fields; the secret is not shown again", async () => {
  const { status, body } = await create({});
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^whe_[0-9a-z]{32}$/),
      url: URL,
      format: "standard",
      events: ["*"],
      merchantIds: null,
      description: null,
      enabled: true,
      disabledReason: null,
      createdAt: expect.any(String),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    },
  ]);
  const { secret: _, ...shown } = body;
  const { body: one } = await partner.call<object>({ path: `/v1/webhook-endpoints/${body.id}` });
  const { body: list } = await partner.call<object>({ path: "/v1/webhook-endpoints" });
  expect([one, list]).toEqual([shown, { data: [shown], nextCursor: null }]);
});

test.each([
  ["https://shop.example", "https://shop.example/"],
  ["https://shop.example/a\r\nb", "https://shop.example/ab"],
  ["https://shop.example/\u202egnp.exe", "https://shop.example/%E2%80%AEgnp.exe"],
  ["https://shop.example/\u001b[2J", "https://shop.example/%1B[2J"],
])("the URL %j is kept as requests read it", async (url, kept) => {
  const { body } = await create({ url });
  expect(body.url).toBe(kept);
  const path = `/v1/webhook-endpoints/${body.id}`;
  expect((await partner.call<{ url: string }>({ method: "PATCH", path, body: { url } })).body.url).toBe(kept);
});

test.each([
  ["http", { url: "http://shop.example/" }, ["url"]],
  ["no URL", { url: "shop.example" }, ["url"]],
  ["credentials", { url: "https://me:secret@shop.example/" }, ["url"]],
  ["a private address", { url: "https://192.168.1.1/" }, ["url"]],
  ["a private address in disguise", { url: "https://0x7f.1.1/" }, []],
  ["a mapped address", { url: "https://[::ffff:10.0.0.1]/" }, ["url"]],
  ["another scheme", { url: "ftp://localhost/" }, ["url"]],
  ["an unknown type", { events: ["payment.lost"] }, ["events.0"]],
  ["no type", { events: [] }, ["events"]],
  ["an unknown merchant", { merchantIds: ["mrch_unknown"] }, ["merchantIds.0"]],
  ["a field that does not exist", { secret: "x" }, ["secret"]],
])("400 for %s", async (_, fields, names) => {
  const { status, body } = await create(fields);
  // A development installation allows this machine.
  if (names.length === 0) return expect(status).toBe(201);
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", names]);
  const { body: endpoint } = await create({});
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  const changed = await partner.call<WireBody>({ method: "PATCH", path, body: fields });
  expect([changed.status, changed.body.code, fieldsOf(changed.body)]).toEqual([400, "params_validation", names]);
});

test("another partner's merchant is treated as unknown", async () => {
  const other = await server().newOwner();
  const { body } = await create({ merchantIds: [partner.merchantId, other.merchantId] });
  expect(fieldsOf(body)).toEqual(["merchantIds.1"]);
});

test("409 beyond 20 endpoints, however they are created", async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => create({})));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 20 }, () => 201),
    ...Array.from({ length: 5 }, () => 409),
  ]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "limit_exceeded",
    issues: [{ field: "url", message: "A partner may have at most 20 webhook endpoints: delete one first" }],
  });
});

test.each(["since", "until"])("400 for a replay with a time zone in brackets in %s", async (field) => {
  const { body: endpoint } = await create({});
  const times = { since: "2026-01-01T00:00:00Z", [field]: "2026-02-18T12:00:05Z[UTC]" };
  const { status, body } = await partner.call({ path: `/v1/webhook-endpoints/${endpoint.id}/replay`, body: times });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", [field]]);
});

test("a repeat with the same Idempotency-Key gets the same secret, which is stored only sealed", async () => {
  const key = { "idempotency-key": "once" };
  const first = await create({}, key);
  const repeat = await create({}, key);
  expect(repeat.body).toEqual(first.body);
  expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  const rotate = { path: `/v1/webhook-endpoints/${first.body.id}/rotate-secret`, headers: key, body: {} };
  const rotated = await partner.call<{ secret: string }>(rotate);
  expect((await partner.call(rotate)).body).toEqual(rotated.body);
  const tables = ["webhook_endpoints", "idempotent_answers", "audit_log", "partner_events"];
  const rows = await Promise.all(tables.map((table) => server().sql(`select t::text from ${table} t`)));
  for (const { secret } of [first.body, rotated.body]) {
    const bytes = Buffer.from(secret.slice("whsec_".length), "base64");
    for (const trace of [secret.slice("whsec_".length), bytes.toString("hex")]) {
      expect(JSON.stringify(rows)).not.toContain(trace);
    }
  }
});

test("PATCH changes the fields that it names, and the audit log has each change", async () => {
  const { body } = await create({ description: "one" });
  const path = `/v1/webhook-endpoints/${body.id}`;
  const { body: changed } = await partner.call<object>({
    method: "PATCH",
    path,
    body: { events: ["payment.created"] },
  });
  expect(changed).toMatchObject({ events: ["payment.created"], description: "one", url: URL });
  const { body: cleared } = await partner.call<object>({ method: "PATCH", path, body: { description: null } });
  expect(cleared).toMatchObject({ events: ["payment.created"], description: null });
  expect((await partner.call({ method: "PATCH", path, body: {} })).status).toBe(400);
  expect((await partner.call({ method: "DELETE", path })).body).toEqual({ id: body.id, deleted: true });
  expect((await partner.call({ method: "DELETE", path })).status).toBe(404);
  const log = await server().sql("select action from audit_log where subject_id = $1 order by id", [body.id]);
  expect(log).toEqual([
    { action: "webhook_endpoint_created" },
    { action: "webhook_endpoint_changed" },
    { action: "webhook_endpoint_deleted" },
  ]);
});

test("DELETE removes many deliveries in pages, and locks the endpoint only at the end", async () => {
  const { body } = await create({});
  await server().sql(
    `insert into webhook_deliveries (endpoint_id, partner_id, event, event_id, type)
     select $1, $2, n, 'evt_' || n, 'payment.created' from generate_series(1, 4500) n`,
    [body.id, partner.partnerId],
  );
  const left = () =>
    server().sql("select min(event)::integer as first from webhook_deliveries where endpoint_id = $1", [body.id]);
  const locker = new pg.Client({ connectionString: server().databaseUrl });
  await locker.connect();
  await locker.query("begin");
  await locker.query("select from webhook_deliveries where endpoint_id = $1 and event = 2500 for update", [body.id]);
  const deleted = partner.call({ method: "DELETE", path: `/v1/webhook-endpoints/${body.id}` });
  await expect.poll(left).toEqual([{ first: 2001 }]);
  await server().sql("select from webhook_endpoints where id = $1 for update nowait", [body.id]);
  await locker.end();
  expect((await deleted).status).toBe(200);
  expect(await left()).toEqual([{ first: null }]);
});

test("secrets are sealed anew with the first key, after which the former key can be removed", async () => {
  const { body } = await create({});
  await partner.call({ path: `/v1/webhook-endpoints/${body.id}/rotate-secret`, body: {} });
  const present = server().installation.environment.BUYER_DATA_KEYS ?? "";
  const keys = parseBuyerDataKeys(`second:${"ab".repeat(32)},${present}`);
  if (!keys) throw new Error("no keys");
  expect(await rotateWebhookSecrets(server().store, keys)).toBeGreaterThan(0);
  const ids = await server().sql(
    "select distinct key_id, former_key_id from webhook_endpoints where former_secret is not null",
  );
  expect(ids).toEqual([{ key_id: "second", former_key_id: "second" }]);
  expect(await server().store.webhooks.keyIds()).toEqual(["second"]);
});

test("a repeat gets the response that was stored before endpoints had a format", async () => {
  const key = { "idempotency-key": "before formats" };
  const { body } = await create({}, key);
  await server().sql("update idempotent_answers set body = body - 'format' where partner_id = $1", [partner.partnerId]);
  const repeat = await create({}, key);
  expect([repeat.status, repeat.body.id, repeat.body.secret]).toEqual([201, body.id, body.secret]);
});
