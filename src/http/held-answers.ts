// Long polls: responses held until something changes. Each has a signal that aborts when its client disconnects or this
// server stops.
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
    // Not the request's `close`, which fires as soon as its body has been read.
    reply.raw.once("close", () => {
      held.delete(controller);
      controller.abort();
    });
    return controller.signal;
  };
}

/** How long the call is willing to wait, with the signal that ends the wait early. */
export function waitOf(call: Pick<CheckedCall, "heldSignal"> & { readonly query: { maxPollMs?: number } }): {
  readonly maxPollMs: number;
  readonly signal?: AbortSignal;
} {
  const { maxPollMs = 0 } = call.query;
  return maxPollMs > 0 ? { maxPollMs, signal: call.heldSignal() } : { maxPollMs };
}
