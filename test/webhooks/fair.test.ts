// When a process serves as many endpoints as it can, each partner still has places for some of its endpoints, so that
// dead ones delay no other partner, nor the partner's working ones.
import { expect, test } from "vitest";
import { givenPayment } from "../routes/given.ts";
import { type RouteServer, serverForFile } from "../routes/setup.ts";

/** Without a worker: the test takes the endpoints itself. */
const server = serverForFile({ role: "api" });

async function givenEndpoint(partner: RouteServer): Promise<string> {
  const { status, body } = await partner.call<{ id: string }>({
    path: "/v1/webhook-endpoints",
    body: { url: "http://127.0.0.1:9/" },
  });
  expect(status).toBe(201);
  return body.id;
}

test("endpoints of another partner, and working ones beside failing ones, are taken by a process without room", async () => {
  const queue = server().store.openDeliveryQueue();
  const take = async (limit: number) => (await queue.take(limit)).endpointIds;
  const [many, other] = [await server().asNewOwner(), await server().asNewOwner()];
  for (let count = 0; count < 12; count += 1) await givenEndpoint(many);
  await givenPayment(many);
  await expect.poll(() => take(8)).toHaveLength(8);
  expect(await take(0)).toEqual([]);

  const first = await givenEndpoint(other);
  await givenPayment(other);
  await expect.poll(() => take(0)).toEqual([first]);

  await server().sql("update webhook_endpoints set failing_since = now() where partner_id = $1", [many.partnerId]);
  const working = await givenEndpoint(many);
  await givenPayment(many);
  await expect.poll(() => take(0)).toEqual([working]);
});
