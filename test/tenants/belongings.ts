import type { ApiCall } from "../harness/api.ts";
import type { Owner } from "../harness/server.ts";
import type { RouteServer } from "../routes/setup.ts";

/** A user without a password and a till without a device. */
export async function newPeople(
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
     values ('till_' || $1, $1, $2, 'Counter', upper(right($1, 8))) returning id`,
    [partnerId, merchantId],
  );
  return { userId: user?.id ?? "", tillId: till?.id ?? "" };
}

/** Nothing listens there. */
export async function newEndpoint(server: RouteServer, headers: ApiCall["headers"]): Promise<string> {
  const call = { path: "/v1/webhook-endpoints", headers: { ...headers }, body: { url: "https://shop.example/events" } };
  return (await server.call<{ id: string }>(call)).body.id;
}
