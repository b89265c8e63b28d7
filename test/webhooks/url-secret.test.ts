// The path of a webhook URL is often a secret: only those who manage endpoints see it.
import { expect, test } from "vitest";
import { newUser } from "../harness/server/users.ts";
import { sharedServerForFile, type WireBody } from "../routes/setup.ts";

const server = sharedServerForFile();
const URL_WITH_SECRET = "https://hooks.example.com/services/T0/s3cret?token=s3cret";

test("owners and partner keys read a URL; readers, events and the audit log have the host", async () => {
  const { call, apiKey, readKey, partnerId, sql } = server();
  const headers = { "idempotency-key": "hook" };
  const made = await call({ path: "/v1/webhook-endpoints", headers, body: { url: URL_WITH_SECRET, events: ["*"] } });
  expect(made.status).toBe(201);
  const { id = "" } = made.body as { id?: string };
  await call({ path: `/v1/webhook-endpoints/${id}/test`, headers, body: {} });
  const changed = { url: "https://hooks.example.com/services/T0/s3cret-2" };
  await call({ method: "PATCH", path: `/v1/webhook-endpoints/${id}`, body: changed });
  const owner = await newUser(server(), apiKey, { role: "owner" });
  const manager = await newUser(server(), apiKey, { role: "manager" });
  const paths = ["/v1/webhook-endpoints", `/v1/webhook-endpoints/${id}`, "/v1/events", "/audit"];
  for (const path of paths) {
    const isOfEndpoints = path.includes("endpoints");
    const texts = async (answer: Promise<{ readonly body: WireBody }>) => JSON.stringify((await answer).body);
    const byOwner = await texts(owner.call<WireBody>({ path }));
    const byManager = await texts(manager.call<WireBody>({ path }));
    expect([path, byOwner.includes("s3cret")]).toEqual([path, isOfEndpoints]);
    expect([path, byManager.includes("s3cret")]).toEqual([path, false]);
    expect(byManager).toContain("https://hooks.example.com");
    if (path === "/audit") continue;
    const byReadKey = await texts(call({ path, headers: { "api-key": readKey } }));
    expect([path, byReadKey.includes("s3cret")]).toEqual([path, false]);
    expect(await texts(call({ path }))).toContain(isOfEndpoints ? "s3cret-2" : "https://hooks.example.com");
  }
  const lines = await sql("select action from audit_log where partner_id = $1 and subject_id = $2 order by id", [
    partnerId,
    id,
  ]);
  expect(lines).toEqual([{ action: "webhook_endpoint_created" }, { action: "webhook_endpoint_changed" }]);
});
