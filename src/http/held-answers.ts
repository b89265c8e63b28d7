// Long polls: responses held until something changes. Each has a signal that aborts when its client disconnects or this
// server stops. Their number is limited per payment, per caller and in all; beyond it nothing is held.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";
import type { Caller } from "./caller.ts";
import type { CheckedCall } from "./endpoint.ts";
import { networkOf } from "./network-of.ts";

export interface HeldLimits {
  readonly perPayment: number;
  /** Of pages, wallet apps and wallets' keys, which anybody may have, by address (IPv6: by /64). */
  readonly perAddress: number;
  /** In this process. One partner's keys may hold half of them. */
  readonly inAll: number;
}

export interface HeldRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** Null if it waits for no payment in particular. */
  readonly paymentId: string | null;
}

/** @returns null if there are too many already, or the client has gone: the response is then the present state */
export type HoldAnswer = (held: HeldRequest) => AbortSignal | null;

export interface HeldAnswers {
  readonly hold: HoldAnswer;
  count(): number;
}

export function trackHeldAnswers(app: FastifyInstance, limits: HeldLimits): HeldAnswers {
  const held = new Set<AbortController>();
  const counts = new Map<string, number>();
  const throttle = createLogThrottle();
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
    for (const controller of held) controller.abort();
  });
  const count = (owner: string, change: 1 | -1): void => {
    const now = (counts.get(owner) ?? 0) + change;
    if (now > 0) counts.set(owner, now);
    else counts.delete(owner);
  };
  const hold: HoldAnswer = (request) => {
    if (request.request.raw.socket.destroyed) return null; // its response may have emitted `close` already
    const owners = ownersOf(request, limits);
    if (held.size >= limits.inAll) {
      throttle.warn("full", () =>
        app.log.warn({ held: held.size }, "too many requests wait for changes: more get the present state at once"),
      );
      return null;
    }
    if (held.size < limits.inAll / 2) throttle.recovered("full", () => app.log.info("requests are held again"));
    if (owners.some(([owner, most]) => (counts.get(owner) ?? 0) >= most)) return null;
    const controller = new AbortController();
    if (isStopping) controller.abort();
    held.add(controller);
    request.request.isHeld = true;
    for (const [owner] of owners) count(owner, 1);
    // Not the request's `close`, which fires as soon as its body has been read.
    request.reply.raw.once("close", () => {
      held.delete(controller);
      for (const [owner] of owners) count(owner, -1);
      controller.abort();
    });
    return controller.signal;
  };
  return { hold, count: () => held.size };
}

/** The owners on whose limits a request counts. */
function ownersOf({ request, caller, paymentId }: HeldRequest, limits: HeldLimits): [owner: string, most: number][] {
  const isPartners = caller.type === "key" && caller.role !== "wallet";
  const byCaller: [string, number] = isPartners
    ? [`partner ${caller.partnerId}`, Math.ceil(limits.inAll / 2)]
    : [`address ${networkOf(request.ip)}`, limits.perAddress];
  return paymentId === null ? [byCaller] : [byCaller, [`payment ${paymentId}`, limits.perPayment]];
}

/**
 * How long the call waits, with the signal that ends the wait early.
 * @param paymentId the payment it waits for, if any
 */
export function waitOf(
  call: Pick<CheckedCall, "heldSignal"> & { readonly query: { maxPollMs?: number } },
  paymentId: string | null = null,
): {
  readonly maxPollMs: number;
  readonly signal?: AbortSignal;
} {
  const { maxPollMs = 0 } = call.query;
  const signal = maxPollMs > 0 ? call.heldSignal(paymentId) : null;
  return signal ? { maxPollMs, signal } : { maxPollMs: 0 };
}
