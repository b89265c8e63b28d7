// What the metrics say while a shop's real web server hangs, fails and is gone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleOf, seenMetrics } from "../harness/server/metrics.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { givenPayment } from "../routes/given.ts";
import { type Receiver, startReceiver, status } from "./receiver.ts";

const AT_ONCE_MAX = 4;
const PAYMENTS = 6;
/** Figures of the database are kept for 5 s; the machine may be busy. */
const EVENTUALLY = { timeout: 120_000, interval: 500 };

let server: TestServer;
let receiver: Receiver;
const { log, read } = seenMetrics();
beforeAll(async () => {
  [server, receiver] = await Promise.all([startServer({ environment: { METRICS_PORT: "0" }, log }), startReceiver()]);
});
afterAll(async () => {
  await receiver.stop();
  await server.stop();
});

interface Figures {
  readonly pending: number | null;
  readonly isLate: boolean;
  readonly failing: number | null;
  readonly disabled: number | null;
}

async function figures(): Promise<Figures> {
  const text = await read();
  const figure = (name: string) => sampleOf(text, `turnpike_webhook_${name}`);
  return {
    pending: figure("deliveries_pending"),
    isLate: (figure("oldest_due_seconds") ?? 0) > 0,
    failing: figure("endpoints_failing"),
    disabled: figure("endpoints_disabled"),
  };
}

test("what waits, how late it is, and which endpoints fail or are disabled", async () => {
  const held: (() => void)[] = [];
  receiver.answer((...of) => void held.push(() => status(500)(...of)));
  const body = { url: receiver.url, events: ["payment.created"] };
  const { id } = (await server.call<{ id: string }>({ path: "/v1/webhook-endpoints", body })).body;
  for (let payments = 0; payments < PAYMENTS; payments += 1) await givenPayment(server);
  await expect.poll(figures, EVENTUALLY).toEqual({ pending: PAYMENTS, isLate: true, failing: 0, disabled: 0 });

  await expect.poll(() => held.length).toBe(AT_ONCE_MAX);
  for (const say of held.splice(0)) say();
  // The others hang. One partner's broken endpoint is no delay of ours.
  await expect.poll(figures, EVENTUALLY).toEqual({ pending: PAYMENTS, isLate: false, failing: 0, disabled: 0 });
  await server.sql("update webhook_endpoints set failing_since = now() - interval '1 hour' where id = $1", [id]);
  await expect.poll(figures, EVENTUALLY).toEqual({ pending: PAYMENTS, isLate: false, failing: 1, disabled: 0 });

  receiver.answer(status(410));
  for (const say of held.splice(0)) say();
  await givenPayment(server);
  await expect.poll(figures, EVENTUALLY).toEqual({ pending: 0, isLate: false, failing: 0, disabled: 1 });
  await server.call({ method: "DELETE", path: `/v1/webhook-endpoints/${id}` });
  await expect.poll(figures, EVENTUALLY).toEqual({ pending: 0, isLate: false, failing: 0, disabled: 0 });
});
