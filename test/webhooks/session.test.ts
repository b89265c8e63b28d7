// One endpoint's session over a queue in memory: its requests after the endpoint has changed.
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { newSecret, sealSecret } from "../../src/events/signature.ts";
import type { DueDelivery, Outcome, ServedEndpoint } from "../../src/operations/ports/delivery.ts";
import { UNTRACED } from "../../src/operations/ports/tracing.ts";
import { AT_ONCE_MAX, EndpointSession } from "../../src/operations/webhooks/deliver-webhooks.ts";

const KEYS = [{ id: "a", key: Buffer.alloc(32, 1) }] as const;
const DELIVERIES = 30;

interface Sent {
  readonly url: string;
  respond(status: number): void;
}

/** A session with 30 deliveries due, whose first four requests wait for their responses. */
async function given(record: (outcome: Outcome) => ReturnType<QueueOf["record"]> = async () => null) {
  const endpoint: ServedEndpoint = {
    id: "whe_1",
    partnerId: "prtn_1",
    url: "https://old.example/",
    format: "standard",
    secrets: [sealSecret(KEYS, "whe_1", newSecret())],
  };
  const pending = new Map(Array.from({ length: DELIVERIES }, (_, index) => [`whd_${index}`, deliveryOf(`${index}`)]));
  const sent: Sent[] = [];
  const state: { served: ServedEndpoint | null; readings: number } = { served: endpoint, readings: 0 };
  const session = new EndpointSession(
    {
      queue: {
        async advance() {
          state.readings += 1;
          return { hasMore: false, isHeldBack: false };
        },
        async due(_, without, limit) {
          const deliveries = [...pending.values()].filter(({ id }) => !without.includes(id)).slice(0, limit);
          return state.served && { endpoint: state.served, deliveries };
        },
        async record(outcome) {
          const disabled = await record(outcome);
          if (disabled !== null) state.served = null;
          if (outcome.retryInS === null) pending.delete(outcome.deliveryId);
          return disabled;
        },
      },
      keys: KEYS,
      openChannel: (url) => ({
        post: () =>
          new Promise((resolve) => {
            sent.push({ url, respond: (status) => resolve({ status, body: "", retryAfter: undefined }) });
          }),
        close: () => {},
      }),
      render: async () => "{}",
      log: { info: () => {}, warn: () => {}, error: () => {} },
      tracing: UNTRACED,
      crashPoint: () => {},
      nowMs: () => Date.now(),
      random: () => 0.5,
    },
    endpoint.id,
  );
  const ended = session.run();
  await expect.poll(() => sent.length).toBe(AT_ONCE_MAX);
  return { session, sent, state, pending, ended };
}

type QueueOf = ConstructorParameters<typeof EndpointSession>[0]["queue"];

const deliveryOf = (number: string): DueDelivery => ({
  id: `whd_${number}`,
  eventId: `evt_${number}`,
  paymentId: null,
  attempts: 0,
  tries: 0,
  event: {
    id: `evt_${number}`,
    type: "merchant.created",
    at: new Date(),
    livemode: true,
    apiVersion: "",
    merchantId: null,
    paymentId: null,
    sequence: null,
    subject: {} as never,
  },
});

/** Resolves once the session has read the news. */
async function tell({ session, state }: Awaited<ReturnType<typeof given>>): Promise<void> {
  const before = state.readings;
  session.wake();
  await expect.poll(() => state.readings).toBeGreaterThan(before);
  await setImmediate();
}

test("nothing is requested after the news that the endpoint was deleted or disabled", async () => {
  const running = await given();
  running.state.served = null;
  await tell(running);
  for (const { respond } of running.sent) respond(204);
  await running.ended;
  expect(running.sent).toHaveLength(AT_ONCE_MAX);
});

test("requests after the news of another URL go there, those that were read ahead as well", async () => {
  const running = await given();
  const { sent, state, session, ended } = running;
  state.served &&= { ...state.served, url: "https://new.example/" };
  await tell(running);
  for (const { respond } of [...sent]) respond(204);
  await expect.poll(() => sent.length).toBe(2 * AT_ONCE_MAX);
  session.stop();
  for (const { respond } of sent) respond(204);
  await ended;
  expect(sent.slice(AT_ONCE_MAX).map(({ url }) => url)).toEqual(Array(AT_ONCE_MAX).fill("https://new.example/"));
});

test("nothing is requested after a 410, even before it is recorded; the rest stays pending", async () => {
  let finish: () => void = () => {};
  const recorded = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { sent, pending, ended } = await given(async () => {
    await recorded;
    return "gone";
  });
  for (const { respond } of sent) respond(410);
  await setImmediate();
  finish();
  await ended;
  expect([sent.length, pending.size]).toEqual([AT_ONCE_MAX, DELIVERIES - AT_ONCE_MAX]);
});

test("an endpoint that is disabled for its failures gets none of what was read ahead", async () => {
  const { sent, ended } = await given(async () => "failing");
  sent[0]?.respond(500);
  await setImmediate();
  for (const { respond } of sent) respond(500);
  await ended;
  expect(sent.length).toBeLessThanOrEqual(2 * AT_ONCE_MAX);
});
