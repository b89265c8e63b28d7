// Long polls: responses held until something changes. Each has a signal that ends when its client disconnects or the
// server stops. Their number is limited per payment, per caller and in total.
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WaitSignal } from "../../operations/payments/await-status.ts";
import { createLogThrottle } from "../../operations/timing/log-throttle.ts";
import type { CheckedCall } from "../endpoint.ts";
import type { Caller } from "../request/caller.ts";
import { classOf } from "../request/merchant-actor.ts";
import { networkOf } from "../request/network-of.ts";

export interface LongPollLimits {
  readonly perPayment: number;
  /**
   * Limit per address (IPv6: per /64) for pages, wallet apps and wallets' keys, which are open to everyone; also per
   * user and till, and per address of a key of a point of sale, which a page may contain.
   */
  readonly perAddress: number;
  /** Limit of the process. The servers of one partner may hold half of it. */
  readonly inAll: number;
}

export interface LongPollRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** Null if the request waits for no particular payment. */
  readonly paymentId: string | null;
}

/** @returns null if there are too many already, or the client has gone: it then gets the current state at once */
export type HoldLongPoll = (held: LongPollRequest) => WaitSignal | null;

export interface LongPolls {
  readonly hold: HoldLongPoll;
  /** Ends those whose caller is no longer admitted. Called when the rights of keys or people may have changed. */
  endUnless(isLive: (request: FastifyRequest) => Promise<boolean>): void;
  count(): number;
}

/** Without closures or a listener for each: a process may have thousands of long polls. */
class LongPoll implements WaitSignal {
  isOver = false;
  waiter: WaitSignal["waiter"] = null;
  /** The owner of the limit that it counts against. */
  readonly caller: string;
  readonly paymentId: string | null;
  readonly request: FastifyRequest;

  constructor(caller: string, paymentId: string | null, request: FastifyRequest) {
    this.caller = caller;
    this.paymentId = paymentId;
    this.request = request;
  }

  end(): void {
    this.isOver = true;
    this.waiter?.end();
  }
}

export function trackLongPolls(app: FastifyInstance, limits: LongPollLimits): LongPolls {
  const held = new Map<ServerResponse, LongPoll>();
  const byCaller = new Counts();
  const byPayment = new Counts();
  const throttle = createLogThrottle();
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
    for (const answer of held.values()) answer.end();
  });
  function release(this: ServerResponse): void {
    const answer = held.get(this);
    if (!answer || !held.delete(this)) return;
    byCaller.add(answer.caller, -1);
    if (answer.paymentId !== null) byPayment.add(answer.paymentId, -1);
    answer.end();
  }
  const hold: HoldLongPoll = ({ request, reply, caller, paymentId }) => {
    if (request.raw.socket.destroyed) return null; // its response may have emitted `close` already
    if (held.size >= limits.inAll) {
      throttle.warn("full", () =>
        app.log.warn({ held: held.size }, "too many long polls: new ones get the current state immediately"),
      );
      return null;
    }
    if (held.size < limits.inAll / 2) throttle.recovered("full", () => app.log.info("long polls are accepted again"));
    const owner = ownerOf(request, caller, limits);
    if (byCaller.of(owner.name) >= owner.most) return null;
    if (paymentId !== null && byPayment.of(paymentId) >= limits.perPayment) return null;
    const answer = new LongPoll(owner.name, paymentId, request);
    if (isStopping) answer.end();
    held.set(reply.raw, answer);
    request.isLongPoll = true;
    byCaller.add(owner.name, 1);
    if (paymentId !== null) byPayment.add(paymentId, 1);
    reply.raw.on("close", release); // not the request's `close`, which fires as soon as its body has been read
    return answer;
  };
  return {
    hold,
    count: () => held.size,
    endUnless(isLive) {
      const answers = [...held.values()];
      void Promise.all(
        answers.map(async (answer) => {
          // Without a response of the database, the check before the response decides.
          if (!(await isLive(answer.request).catch(() => true))) answer.end();
        }),
      );
    },
  };
}

/** Counts long polls by name; a name without any takes no memory. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, change: 1 | -1): void {
    const now = this.of(name) + change;
    if (now > 0) this.#counts.set(name, now);
    else this.#counts.delete(name);
  }
}

/** The caller on whose limit a request counts. */
function ownerOf({ address }: FastifyRequest, caller: Caller, limits: LongPollLimits): { name: string; most: number } {
  const most = limits.perAddress;
  if (caller.type !== "key" || caller.role === "wallet") return { name: `address ${networkOf(address)}`, most };
  const one = classOf(caller);
  if (one === null) return { name: `partner ${caller.partnerId}`, most: Math.ceil(limits.inAll / 2) };
  return { name: caller.session ? one : `${one} ${networkOf(address)}`, most };
}

/**
 * How long the call waits, with the signal that ends the wait early.
 * @param paymentId the payment it waits for, if any
 */
export function waitOf(
  call: Pick<CheckedCall, "longPollSignal" | "caller"> & { readonly query: { maxPollMs?: number } },
  paymentId: string | null = null,
): {
  readonly maxPollMs: number;
  readonly signal?: WaitSignal;
} {
  const liveMs = call.caller.type === "key" ? call.caller.liveMs : null;
  const maxPollMs = Math.min(call.query.maxPollMs ?? 0, Math.ceil(liveMs ?? Number.POSITIVE_INFINITY));
  const signal = maxPollMs > 0 ? call.longPollSignal(paymentId) : null;
  return signal ? { maxPollMs, signal } : { maxPollMs: 0 };
}
