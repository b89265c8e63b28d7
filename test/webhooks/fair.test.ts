// Dead endpoints of many partners delay no other partner.
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { givenPayment } from "../routes/given.ts";
import { type RouteServer, serverForFile } from "../routes/setup.ts";
import { startReceiver } from "./receiver.ts";

const server = serverForFile();

/** 280 endpoints: more than a process serves at a time. */
const PARTNERS = 14;
const ENDPOINTS = 20;

const givenEndpoint = async (partner: RouteServer, url: string): Promise<void> => {
  expect((await partner.call({ path: "/v1/webhook-endpoints", body: { url } })).status).toBe(201);
};

test("a first delivery arrives while the endpoints of fourteen partners hang", async () => {
  const hanging = await startReceiver();
  const receiver = await startReceiver();
  const held: ServerResponse[] = [];
  hanging.answer((response) => void held.push(response));
  const others: RouteServer[] = [];
  for (let index = 0; index < PARTNERS; index += 1) {
    const other = await server().asNewOwner();
    for (let endpoint = 0; endpoint < ENDPOINTS; endpoint += 1) await givenEndpoint(other, hanging.url);
    others.push(other);
  }
  const partner = await server().asNewOwner();
  await givenEndpoint(partner, receiver.url);
  await Promise.all(others.map((other) => givenPayment(other)));
  await hanging.next(() => held.length >= 256);

  const paymentId = await givenPayment(partner);
  await receiver.next(({ event }) => event.paymentId === paymentId);
  expect(held.filter(({ destroyed }) => destroyed)).toEqual([]);

  await server().sql("delete from webhook_endpoints");
  await Promise.all([hanging.stop(), receiver.stop()]);
}, 120_000);
