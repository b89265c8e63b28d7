// Answers that are held back until something changes. Each has a signal that aborts when nobody waits for it any more:
// its client has gone, or this server stops and answers at once.
import type { FastifyInstance, FastifyReply } from "fastify";
import type { CheckedCall } from "./endpoint.ts";

export type HoldAnswer = (reply: FastifyReply) => AbortSignal;

export function trackHeldAnswers(app: FastifyInstance): HoldAnswer {
  const held = new Set<AbortController>();
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
    for (const controller of held) controller.abort();
  });
  return (reply) => {
    const controller = new AbortController();
    if (isStopping) controller.abort();
    held.add(controller);
    // The response's own event: the request's `close` comes as soon as its body has been read.
    reply.raw.once("close", () => {
      held.delete(controller);
      controller.abort();
    });
    return controller.signal;
  };
}

/** How long this call wants to wait, and the signal that ends the wait; none where it does not want to. */
export function waitOf(call: Pick<CheckedCall, "heldSignal"> & { readonly query: { maxPollMs?: number } }): {
  readonly maxPollMs: number;
  readonly signal?: AbortSignal;
} {
  const { maxPollMs = 0 } = call.query;
  return maxPollMs > 0 ? { maxPollMs, signal: call.heldSignal() } : { maxPollMs };
}
