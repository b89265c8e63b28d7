// The worker that serves endpoints, with a queue whose responses are late.
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { DeliveryQueue } from "../../src/operations/ports/delivery.ts";
import { startWebhookWorker, type WebhookWorkerPorts } from "../../src/workers/webhooks.ts";

/** One endpoint, which is free or leased to the worker. */
function givenQueue() {
  let isFree = true;
  let served = 0;
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let beforeReleased = async (): Promise<void> => {};
  const queue: DeliveryQueue = {
    async take() {
      const endpointIds = isFree ? ["whe_1"] : [];
      isFree = false;
      return { endpointIds, nextDueMs: null, isHeldBack: false };
    },
    async release() {
      isFree = true;
      await beforeReleased();
    },
    renew: async () => {},
    async advance() {
      served += 1;
      for (const { count, resolve } of waiting) if (served >= count) resolve();
      return { hasMore: false, isHeldBack: false };
    },
    due: async () => null,
    record: async () => null,
  };
  return {
    queue,
    isServed: (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve })),
    beforeReleased: (wait: () => Promise<void>) => {
      beforeReleased = wait;
    },
  };
}

function start(queue: DeliveryQueue): { wake(): void; stop(): Promise<void> } {
  let wake = (): void => {};
  const ports: Partial<WebhookWorkerPorts> = {
    queue,
    keys: null,
    log: { info() {}, warn() {}, error() {} } as unknown as WebhookWorkerPorts["log"],
    onEvents: (heard) => {
      wake = heard;
    },
  };
  const worker = startWebhookWorker(ports as WebhookWorkerPorts);
  onTestFinished(() => worker.stop());
  return { wake: () => wake(), stop: () => worker.stop() };
}

test("an endpoint that is taken again before the response to its release arrives is served again", async () => {
  const { queue, isServed, beforeReleased } = givenQueue();
  const again = isServed(2);
  beforeReleased(async () => {
    beforeReleased(async () => {});
    worker.wake();
    await again;
  });
  const worker = start(queue);
  await again;
});

test("an endpoint taken while the worker stops is released, even if deliveries wait for it", async () => {
  const { queue } = givenQueue();
  let taken: () => void = () => {};
  const inFlight = new Promise<void>((resolve) => {
    taken = resolve;
  });
  const released: string[] = [];
  const worker = start({
    ...queue,
    async take() {
      await inFlight;
      return { endpointIds: ["whe_1"], nextDueMs: null, isHeldBack: false };
    },
    async advance() {
      await setImmediate(); // lets a test that hangs reach its timeout
      return { hasMore: true, isHeldBack: false };
    },
    release: async (endpointId) => void released.push(endpointId),
  });
  const stopped = worker.stop();
  taken();
  await stopped;
  expect(released).toEqual(["whe_1"]);
});
