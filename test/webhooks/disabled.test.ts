// Tests deliveries to an endpoint that has said 410, and how changes of an endpoint reach the processes that serve it.
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { givenPayment } from "../routes/given.ts";
import { serverForFile } from "../routes/setup.ts";
import { NO_CONTENT, startReceiver, status } from "./receiver.ts";

const server = serverForFile();
const PATH = "/v1/webhook-endpoints";
const PAYMENTS = 30;
const AT_ONCE_MAX = 4;

test("a 410 stops all requests but those in flight; the rest arrives once the endpoint is enabled again", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  const held: (() => void)[] = [];
  receiver.answer((...of) => void held.push(() => status(410)(...of)));
  const body = { url: receiver.url, events: ["payment.created"] };
  const { id } = (await server().call<{ id: string }>({ path: PATH, body })).body;
  for (let payments = 0; payments < PAYMENTS; payments += 1) await givenPayment(server());
  const counts = () =>
    server().sql(
      `select d.status, count(*)::integer from webhook_deliveries d where d.endpoint_id = $1 group by 1 order by 1`,
      [id],
    );
  await expect.poll(counts).toEqual([{ status: "pending", count: PAYMENTS }]);
  await expect.poll(() => held.length).toBe(AT_ONCE_MAX);
  for (const say of held) say();
  await expect
    .poll(() => server().sql("select is_enabled, lease from webhook_endpoints where id = $1", [id]))
    .toEqual([{ is_enabled: false, lease: null }]);
  expect(receiver.received).toHaveLength(AT_ONCE_MAX);
  expect(await counts()).toEqual([
    { status: "failed", count: AT_ONCE_MAX },
    { status: "pending", count: PAYMENTS - AT_ONCE_MAX },
  ]);
  receiver.answer(NO_CONTENT);
  await server().call({ method: "PATCH", path: `${PATH}/${id}`, body: { enabled: true } });
  await expect.poll(counts).toEqual([
    { status: "failed", count: AT_ONCE_MAX },
    { status: "succeeded", count: PAYMENTS - AT_ONCE_MAX },
  ]);
});

test("changing an endpoint, its secret, and deleting it are each told to the processes that deliver", async () => {
  const partner = await server().asNewOwner();
  const body = { url: "https://shop.example/", enabled: false };
  const { id } = (await partner.call<{ id: string }>({ path: PATH, body })).body;
  const client = new pg.Client({ connectionString: server().databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  let told = 0;
  client.on("notification", () => {
    told += 1;
  });
  await client.query("listen turnpike_events");
  for (const [method, path, change] of [
    ["PATCH", `${PATH}/${id}`, { description: "changed" }],
    ["POST", `${PATH}/${id}/rotate-secret`, {}],
    ["DELETE", `${PATH}/${id}`, undefined],
  ] as const) {
    const before = told;
    const answer = await partner.call({ method, path, ...(change && { body: change }) });
    expect(answer.status).toBeLessThan(300);
    await expect.poll(() => told).toBeGreaterThan(before);
  }
});
