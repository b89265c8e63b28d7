import { beforeEach, expect, test } from "vitest";
import type { CryptoSettlement } from "../../../../src/merchant/merchant.ts";
import { keyIdOf, recordsOf } from "../../settlement-records.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const NEW = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

let settlement: CryptoSettlement;
beforeEach(async () => {
  const { store, partnerId, merchantId } = server();
  const [first] = await store.settlements.list(partnerId, merchantId);
  if (!first) throw new Error("the merchant has no settlement");
  settlement = first;
});

const change = (destination: string) =>
  server().call({
    method: "PUT",
    path: `/v1/merchants/${server().merchantId}/settlements/crypto/${settlement.id}`,
    body: { destination },
    headers: { "merchant-id": null },
  });

test("changes the destination, in canonical form, and keeps the asset and the id", async () => {
  const { caip2, store, partnerId, merchantId } = server();
  const { status, body } = await change(`${caip2}:${NEW.toLowerCase()}`);
  const changed = { id: settlement.id, asset: settlement.asset, destination: `${caip2}:${NEW}` };
  expect([status, body]).toEqual([200, changed]);
  expect(await store.settlements.list(partnerId, merchantId)).toContainEqual(changed);
});

test("the audit log and an event record who changed what", async () => {
  const { caip2 } = server();
  const before = await recordsOf(server());
  const destination = `${caip2}:0x${"1".repeat(40)}`;
  await change(destination);
  const { audit, events } = await recordsOf(server());
  expect(audit.slice(before.audit.length)).toEqual([
    {
      actor: await keyIdOf(server()),
      action: "settlement_changed",
      subject_id: settlement.id,
      before: { asset: settlement.asset, destination: settlement.destination },
      after: { asset: settlement.asset, destination },
    },
  ]);
  expect(events.slice(before.events.length)).toEqual([
    {
      type: "settlement_changed",
      data: {
        settlementId: settlement.id,
        asset: settlement.asset,
        before: settlement.destination,
        after: destination,
      },
    },
  ]);
});

test("setting the current destination again changes and records nothing", async () => {
  const before = await recordsOf(server());
  const { status, body } = await change(settlement.destination.toLowerCase());
  expect([status, body]).toEqual([200, settlement]);
  expect(await recordsOf(server())).toEqual(before);
});

test("concurrent changes each record the value they replaced", async () => {
  const { caip2 } = server();
  const start = await recordsOf(server());
  const targets = Array.from({ length: 20 }, (_, n) => `${caip2}:0x${(n + 16).toString(16).padStart(40, "0")}`);
  const answers = await Promise.all(targets.map(change));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const audit = (await recordsOf(server())).audit.slice(start.audit.length);
  expect(audit).toHaveLength(20);
  const next = new Map(audit.map(({ before, after }) => [before?.destination, after?.destination]));
  let at: string | undefined = settlement.destination;
  for (let step = 0; step < 20; step++) at = next.get(at);
  const [row] = await server().sql<{ destination: string }>(
    "select destination from crypto_settlements where id = $1",
    [settlement.id],
  );
  expect(at).toBe(row?.destination);
  const lines = await server().sql("select 1 from audit_log where subject_type = 'settlement' and partner_id = $1", [
    server().partnerId,
  ]);
  expect(await rowsOf(server(), "merchant_events")).toBe(lines.length);
});
