// A process that delivers webhooks dies at any moment, and another continues: every event arrives.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CrashPoint, WEBHOOK_CRASH_POINTS } from "../../src/settings/crash-point.ts";
import { environmentOf } from "../harness/server/environment.ts";
import { givenCancelledPayment } from "../routes/given.ts";
import { type RouteServer, serverForFile } from "../routes/setup.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

const server = serverForFile({ role: "api" });
let receiver: Receiver;
let partner: RouteServer;
const workers: ChildProcess[] = [];
beforeEach(async () => {
  receiver = await startReceiver();
  partner = await server().asNewOwner();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
  await server().sql("delete from webhook_endpoints");
  await receiver.stop();
});

async function startWorker(crashPoint?: CrashPoint): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ["test/webhooks/worker.js"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: environmentOf({ ...server().installation.environment, ...(crashPoint && { CRASH_POINT: crashPoint }) }),
  });
  workers.push(worker);
  await once(worker, "message");
  return worker;
}

test.each(WEBHOOK_CRASH_POINTS)("after kill -9 at %s, another process delivers every event", async (crashPoint) => {
  const doomed = await startWorker(crashPoint);
  const { body } = await partner.call<{ id: string }>({ path: "/v1/webhook-endpoints", body: { url: receiver.url } });
  const exited = once(doomed, "exit");
  const payments = await Promise.all([1, 2, 3].map(() => givenCancelledPayment(partner)));
  expect(await exited).toEqual([null, "SIGKILL"]);
  // Ends its lease, as if it had run out.
  await server().sql("update webhook_endpoints set leased_until = now() where id = $1", [body.id]);
  await startWorker();
  for (const paymentId of payments) {
    for (const type of ["payment.created", "payment.cancelled"]) {
      await receiver.next(({ event }) => event.paymentId === paymentId && event.type === type);
    }
  }
});

test("two processes deliver each event once, and never more than four at a time", async () => {
  await Promise.all([startWorker(), startWorker()]);
  await partner.call({ path: "/v1/webhook-endpoints", body: { url: receiver.url } });
  receiver.answer((response) => void setTimeout(() => response.writeHead(204).end(), 20));
  const payments = await Promise.all(Array.from({ length: 20 }, () => givenCancelledPayment(partner)));
  for (const paymentId of payments) {
    await receiver.next(({ event }) => event.paymentId === paymentId && event.type === "payment.cancelled");
  }
  const ids = receiver.received.map(({ event }) => event.id);
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
  expect(ids).toHaveLength(40);
  expect(receiver.mostAtOnce).toBeLessThanOrEqual(4);
});

test("a process renews the leases of the endpoints that it serves, so that any other of its leases ends", async () => {
  const create = () => partner.call<{ id: string }>({ path: "/v1/webhook-endpoints", body: { url: receiver.url } });
  const [served, left] = [(await create()).body.id, (await create()).body.id];
  await givenCancelledPayment(partner);
  const queue = server().store.openDeliveryQueue();
  await expect.poll(async () => (await queue.take(2)).endpointIds.toSorted()).toEqual([served, left].toSorted());
  await server().sql("update webhook_endpoints set leased_until = now() + interval '1 s'");
  await queue.renew([served]);
  const sql = "select id from webhook_endpoints where leased_until > now() + interval '10 s'";
  expect(await server().sql(sql)).toEqual([{ id: served }]);
});
