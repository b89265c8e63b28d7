import { expect, test } from "vitest";
import { keyIdOf, recordsOf } from "../../settlement-records.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();

test("deletes it, with an audit entry and an event; a repeat gets 404", async () => {
  const { store, partnerId, merchantId } = server();
  const [settlement, ...others] = await store.settlements.list(partnerId, merchantId);
  const before = await recordsOf(server());
  const remove = () =>
    server().call({
      method: "DELETE",
      path: `/v1/merchants/${merchantId}/settlements/crypto/${settlement?.id}`,
      headers: { "merchant-id": null },
    });
  const { status, body } = await remove();
  expect([status, body]).toEqual([200, { id: settlement?.id, deleted: true }]);
  expect((await remove()).status).toBe(404);

  expect(await store.settlements.list(partnerId, merchantId)).toEqual(others);
  const { audit, events } = await recordsOf(server());
  const { id, asset, destination } = settlement ?? {};
  expect(audit.slice(before.audit.length)).toEqual([
    {
      actor: await keyIdOf(server()),
      action: "settlement_deleted",
      subject_id: id,
      before: { asset, destination },
      after: null,
    },
  ]);
  expect(events.slice(before.events.length)).toEqual([
    { type: "settlement_deleted", data: { settlementId: id, asset, before: destination, after: null } },
  ]);
});

test("the asset can be registered again", async () => {
  const { store, partnerId, merchantId } = server();
  const [settlement] = await store.settlements.list(partnerId, merchantId);
  const { id, asset, destination } = settlement ?? { id: "", asset: "", destination: "" };
  await server().call({ method: "DELETE", path: `/v1/merchants/${merchantId}/settlements/crypto/${id}` });
  const again = await server().call({
    path: `/v1/merchants/${merchantId}/settlements/crypto`,
    body: { settlements: [{ asset, destination }] },
    headers: { "idempotency-key": "again" },
  });
  expect(again.status).toBe(201);
});

test("the records cannot be changed, deleted or truncated", async () => {
  for (const table of ["audit_log", "merchant_events"]) {
    for (const statement of [`update ${table} set merchant_id = 'x'`, `delete from ${table}`, `truncate ${table}`]) {
      await expect(server().sql(statement)).rejects.toThrow(`${table} is append-only`);
    }
  }
});
