// Long polls: responses held until something changes. Each has a signal that ends when its client disconnects or the
// server stops. Their number is limited per payment, per caller and in total.
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WaitSignal } from "../../operations/payments/await-status.ts";
import { createLogThrottle } from "../../operations/timing/log-throttle.ts";
import type { CheckedCall } from "../endpoint.ts";
import type { Caller } from "../request/caller.ts";
import { classOf } from "../request/merchant-actor.ts";
import { networksOf } from "../request/network-of.ts";

export interface LongPollLimits {
  /** Limit per payment and class of callers: buyers do not use up the polls of the shop. */
  readonly perPayment: number;
  /**
   * Limit per address (IPv6: per /64, twice as many per /56 and four times per /48) for pages, wallet apps and
   * wallets' keys, which are open to everyone; also per user and till, and per address of a key of a point of sale,
   * which a page may contain.
   */
  readonly perAddress: number;
  /**
   * Limit of the process. A partner's servers may hold half of it, as may its read keys; all strangers, and points of
   * sale, nine tenths.
   */
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
  /** The limits that it counts against. */
  readonly counted: readonly string[];
  readonly request: FastifyRequest;

  constructor(counted: readonly string[], request: FastifyRequest) {
    this.counted = counted;
    this.request = request;
  }

  end(): void {
    this.isOver = true;
    this.waiter?.end();
  }
}

export function trackLongPolls(app: FastifyInstance, limits: LongPollLimits): LongPolls {
  const held = new Map<ServerResponse, LongPoll>();
  const counts = new Counts();
  const throttle = createLogThrottle();
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
    for (const answer of held.values()) answer.end();
  });
  function release(this: ServerResponse): void {
    const answer = held.get(this);
    if (!answer || !held.delete(this)) return;
    for (const name of answer.counted) counts.add(name, -1);
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
    const limited = limitsOf(request, caller, paymentId, limits);
    if (limited.some(([name, most]) => counts.of(name) >= most)) return null;
    const answer = new LongPoll(
      limited.map(([name]) => name),
      request,
    );
    if (isStopping) answer.end();
    held.set(reply.raw, answer);
    request.isLongPoll = true;
    for (const name of answer.counted) counts.add(name, 1);
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

/** Strangers leave the rest of the process's long polls to keys and sessions. */
const SHARE_OF_STRANGERS = 0.9;
const STRANGERS = "strangers";

type Limited = readonly [name: string, most: number];

/** The limits on which a request counts. No class of callers uses up another's. */
function limitsOf(
  { address }: FastifyRequest,
  caller: Caller,
  paymentId: string | null,
  { perPayment, perAddress, inAll }: LongPollLimits,
): readonly Limited[] {
  const ofPayment = (owner: string): Limited[] => (paymentId === null ? [] : [[`${paymentId} ${owner}`, perPayment]]);
  // One line may have all networks of a /56 or a /48.
  const ofAddress = (owner: string): Limited[] =>
    networksOf(address).map((network, index) => [`${owner} ${index} ${network}`, perAddress * 2 ** index]);
  const ofStrangers: Limited = [STRANGERS, Math.ceil(inAll * SHARE_OF_STRANGERS)];
  if (caller.type !== "key" || caller.role === "wallet") {
    return [...ofAddress("address"), ofStrangers, ...ofPayment(STRANGERS)];
  }
  const one = classOf(caller);
  if (one === null) {
    const name = `${caller.role} ${caller.partnerId}`;
    return [[name, Math.ceil(inAll / 2)], ...ofPayment(name)];
  }
  if (caller.session) return [[one, perAddress], ...ofPayment(one)];
  // A page may contain the key of a point of sale.
  return [...ofAddress(one), ofStrangers, ...ofPayment(one)];
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
