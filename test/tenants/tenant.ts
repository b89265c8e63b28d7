// A partner with data of every kind, and what belongs to it.
import { paymentEventId } from "../../src/events/event.ts";
import { newPaymentId } from "../../src/ids.ts";
import { paymentKey } from "../../src/payment/terms.ts";
import type { ApiCall } from "../harness/server/api.ts";
import type { Owner } from "../harness/server/owner.ts";
import { paymentBody } from "../routes/given.ts";
import { givenLink } from "../routes/payment-links/given-links.ts";
import type { RouteServer } from "../routes/setup.ts";
import { untilEventsAreComplete } from "../webhooks/transaction.ts";
import type { Ids } from "./calls.ts";

/** A user without a password and a till without a device. */
async function newPeople(
  { sql }: RouteServer,
  { partnerId, merchantId }: Owner,
): Promise<{ readonly userId: string; readonly tillId: string }> {
  const [user] = await sql<{ id: string }>(
    `insert into users (id, partner_id, role, name, email) values ('usr_' || $1, $1, 'reader', 'Ada', $1 || '@example.com')
     returning id`,
    [partnerId],
  );
  const [till] = await sql<{ id: string }>(
    `insert into tills (id, partner_id, merchant_id, name, code)
     values ('till_' || $1, $1, $2, 'Counter', upper(left(md5($1), 8))) returning id`,
    [partnerId, merchantId],
  );
  return { userId: user?.id ?? "", tillId: till?.id ?? "" };
}

/** Two refunds of a payment, as if it had succeeded. @returns the first one's id */
async function newRefund({ sql }: RouteServer, paymentId: string): Promise<string> {
  const gateways = [newPaymentId(null), newPaymentId(null)];
  await sql(
    `with gateway as (
       insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key,
                             creator, creator_id, takes_deposits)
       select g.id, p.partner_id, p.merchant_id, p.reference_id, p.currency, 1, now() + interval '1 day', g.key,
              'refund', 'rfd_' || g.no || p.id, false
         from payments p, unnest($2::text[], $3::bytea[]) with ordinality as g(id, key, no) where p.id = $1
       returning id, partner_id, merchant_id, status, creator_id, expires_at
     ), logged as (
       insert into payment_events (payment_id, partner_id, type, status)
       select id, partner_id, 'gateway_created', status from gateway)
     insert into refunds (id, partner_id, merchant_id, payment_id, gateway_payment_id, status, asset, amount, currency,
                          fiat, destination, requester, expires_at)
     select creator_id, partner_id, merchant_id, $1, id, 'requires_action', 'eip155:1/slip44:60', 1, 'USD', 1,
            '0x1111111111111111111111111111111111111111', 'server', expires_at from gateway`,
    [paymentId, gateways, gateways.map((id) => Buffer.from(paymentKey(id).slice(2), "hex"))],
  );
  return `rfd_1${paymentId}`;
}

/** Nothing listens there. */
async function newEndpoint(server: RouteServer, headers: ApiCall["headers"]): Promise<string> {
  const call = { path: "/v1/webhook-endpoints", headers: { ...headers }, body: { url: "https://shop.example/events" } };
  return (await server.call<{ id: string }>(call)).body.id;
}

/** Longer than any file of tests takes. */
const OPEN_S = 3_600;

export interface Tenant extends Owner {
  readonly ids: Ids;
}

/** A partner with two of everything that can be listed. @param given by default a new partner */
export async function newTenant(server: RouteServer, given?: Owner): Promise<Tenant> {
  const owner = given ?? (await server.newOwner());
  const headers = { "api-key": owner.apiKey, "merchant-id": owner.merchantId, "idempotency-key": "second" };
  await server.call({ path: "/v1/merchants", headers, body: { merchantName: "Two", merchantEmail: "t@example.com" } });
  const created = [];
  for (const referenceId of ["one", "two"]) {
    const { "idempotency-key": __, ...unkeyed } = headers;
    const body = paymentBody({ referenceId, expiresAt: Math.floor(Date.now() / 1_000) + OPEN_S });
    created.push(await server.call({ path: "/v1/payments", headers: unkeyed, body }));
  }
  await server.sql(
    `insert into exceptions (id, partner_id, payment_id, kind, message)
     select 'exc_' || id, partner_id, id, 'late', 'Late.' from payments where partner_id = $1`,
    [owner.partnerId],
  );
  const [settlement] = await server.sql<{ id: string }>(
    "select id from crypto_settlements where partner_id = $1 order by id limit 1",
    [owner.partnerId],
  );
  const [payment] = created;
  const paymentId = payment?.body.paymentId ?? "";
  const { "idempotency-key": _, ...unkeyed } = headers;
  const asOwner = { call: (call: ApiCall) => server.call({ ...call, headers: unkeyed }) } as Pick<RouteServer, "call">;
  const [link] = [await givenLink(asOwner), await givenLink(asOwner)];
  const endpointId = await newEndpoint(server, unkeyed);
  await newEndpoint(server, unkeyed);
  const [delivery] = await server.sql<{ id: string }>(
    `insert into webhook_deliveries (endpoint_id, partner_id, event, event_id, type, status, next_attempt_at)
     select $1, $2, event, 'evt_0', 'payment.created', 'failed', null from generate_series(0, 1) as event returning id`,
    [endpointId, owner.partnerId],
  );
  const people = await newPeople(server, owner);
  const refundId = await newRefund(server, paymentId);
  await untilEventsAreComplete({ sql: server.sql, partnerId: owner.partnerId });
  return {
    ...owner,
    ids: {
      merchantId: owner.merchantId,
      paymentId,
      settlementId: settlement?.id ?? "",
      linkId: link.id,
      refundId,
      exceptionId: `exc_${paymentId}`,
      eventId: paymentEventId(paymentId, 1),
      endpointId,
      deliveryId: delivery?.id ?? "",
      ...people,
    },
  };
}

/** A new partner in one of the modes. */
export async function tenantIn(server: RouteServer, mode: Mode): Promise<Tenant> {
  const owner = await server.newOwner();
  return newTenant(server, mode === "live" ? owner : await server.newTestOwner(owner.partnerId));
}

export const MODES = ["live", "test"] as const;
export type Mode = (typeof MODES)[number];

/** All of a tenant's rows. */
export async function belongingsOf(server: RouteServer, { partnerId }: Owner): Promise<unknown> {
  const tables = [
    ...["merchants", "crypto_settlements", "payments", "payment_events", "refunds", "refund_marks", "exceptions"],
    ...["payment_links", "payment_link_uses", "users", "tills", "receipt_numbers", "change_requests"],
  ];
  // Leaves out the progress of their delivery.
  const endpoints = server.sql(
    "select id, url, events, merchant_ids, description, is_enabled, secret from webhook_endpoints where partner_id = $1 order by id",
    [partnerId],
  );
  const rows = tables.map((table) =>
    server.sql(`select * from ${table} where partner_id = $1 order by 1, 2`, [partnerId]),
  );
  // Signing in does not change a tenant's data.
  const audit = server.sql("select * from audit_log where partner_id = $1 and action not like 'signed%' order by id", [
    partnerId,
  ]);
  return [await Promise.all(rows), await audit, await endpoints];
}
