// Rate limits: the bucket that a request draws on, and its headers (draft-ietf-httpapi-ratelimit-headers-10).
import type { FastifyReply, FastifyRequest } from "fastify";
import { keepNewest } from "../../concurrency/keep-newest.ts";
import { type Taken, TokenBuckets } from "../../concurrency/token-buckets.ts";
import type { Rate, RateClass, RateLimits } from "../../settings/rate-limits.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Caller, KeyCaller } from "../request/caller.ts";
import { networkOf, networksOf } from "../request/network-of.ts";
import { RequestError } from "../request/request-error.ts";

type Access = Endpoint["access"];

export interface RateLimiter {
  /** Counts a request of an authenticated caller. @throws RequestError rate_limited */
  admit(caller: Caller, access: Access, request: FastifyRequest, reply: FastifyReply): void;
  /** Draws further tokens for an admitted request that costs more than one. Only later requests wait for them. */
  charge(caller: Caller, access: Access, call: Pick<LookUp, "request" | "reply">, tokens: number): void;
  /** Counts a new deposit address of a caller of the gateway. @throws RequestError rate_limited */
  admitAddress(caller: Caller, call: Pick<LookUp, "request" | "reply">): void;
  /** Counts the request of any other caller, once. @throws RequestError rate_limited */
  admitAnonymous(request: FastifyRequest, reply: FastifyReply): void;
  /** Whether a view of a page of this name counts: a network adds only a few. */
  countsView(page: string, request: FastifyRequest): boolean;
  /** Counts a request by which a stranger creates a payment on a payment link. @throws RequestError rate_limited */
  admitCreation(request: FastifyRequest): void;
  /** Counts a request by which a stranger has mail sent. @throws RequestError rate_limited */
  admitMail(request: FastifyRequest): void;
  /**
   * Runs a query that identifies the caller, unless the request will be refused anyway. A name that was not found
   * lately draws on the address's bucket, and gets its token back if it is found.
   * @param name of the key, app or session
   * @throws RequestError rate_limited
   */
  lookUp<Found extends Caller>(name: string, call: LookUp, find: () => Promise<Found | null>): Promise<Found | null>;
}

interface LookUp {
  readonly access: Access;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Called before a caller whom an earlier look-up found is refused. */
  onRefused(caller: Caller): void;
}

/** Payments on payment links that one network creates, and for the /56 and the /48 around it. */
const CREATIONS = [50, 100, 200].map((quota): Rate => ({ quota, windowS: 900 }));
/** Receipts that one network has sent to addresses, and for the networks around it. */
const MAILS = [10, 20, 40].map((quota): Rate => ({ quota, windowS: 900 }));
/** Views of one page that count, of the same networks. */
const VIEWS = [5, 10, 20].map((quota): Rate => ({ quota, windowS: 900 }));

/** A few MB; beyond it, the oldest is evicted. */
const CALLERS_MAX = 10_000;

/**
 * @param limits null: no limits and no headers
 * @param onRefused called for each request over a limit
 */
export function createRateLimiter(
  limits: RateLimits | null,
  onRefused: (rate: RateClass) => void = () => {},
): RateLimiter {
  if (limits) return new Limiter(limits, onRefused);
  return {
    admit: () => {},
    charge: () => {},
    admitAddress: () => {},
    admitAnonymous: () => {},
    countsView: () => true,
    admitCreation: () => {},
    admitMail: () => {},
    lookUp: (_, __, find) => find(),
  };
}

interface Bucket {
  readonly name: RateClass;
  readonly owner: string;
}

class Limiter implements RateLimiter {
  readonly #limits: RateLimits;
  readonly #onRefused: (rate: RateClass) => void;
  readonly #buckets = new TokenBuckets();
  /** Callers found lately, by name. */
  readonly #callers = new Map<string, Caller>();
  readonly #counted = new WeakSet<FastifyRequest>();

  constructor(limits: RateLimits, onRefused: (rate: RateClass) => void) {
    this.#limits = limits;
    this.#onRefused = onRefused;
  }

  admit(caller: Caller, access: Access, request: FastifyRequest, reply: FastifyReply): void {
    this.#take(bucketOf(caller, access, request), reply);
  }

  charge(caller: Caller, access: Access, { request, reply }: Pick<LookUp, "request" | "reply">, tokens: number): void {
    const bucket = bucketOf(caller, access, request);
    const rate = this.#limits[bucket.name];
    showRate(bucket.name, rate, this.#buckets.charge(keyOf(bucket), rate, performance.now(), tokens), reply);
  }

  admitAddress(caller: Caller, { request, reply }: Pick<LookUp, "request" | "reply">): void {
    const { name, owner } = bucketOf(caller, "pay", request);
    this.#take({ name: "addresses", owner: `${name} ${owner}` }, reply);
  }

  admitAnonymous(request: FastifyRequest, reply: FastifyReply): void {
    if (this.#counted.has(request)) return;
    this.#take(anonymousBucket(request), reply);
    this.#counted.add(request);
  }

  admitCreation(request: FastifyRequest): void {
    const refused = this.#takeOfNetworks("creation", CREATIONS, request);
    if (refused) this.#refuse("anonymous", refused);
  }

  admitMail(request: FastifyRequest): void {
    const refused = this.#takeOfNetworks("mail", MAILS, request);
    if (refused) this.#refuse("anonymous", refused);
  }

  countsView(page: string, request: FastifyRequest): boolean {
    return this.#takeOfNetworks(`view of ${page}`, VIEWS, request) === null;
  }

  /** Takes a token of each of the sender's networks. @returns the first that has none */
  #takeOfNetworks(what: string, rates: readonly Rate[], { address }: FastifyRequest): Taken | null {
    for (const [index, network] of networksOf(address).entries()) {
      const rate = rates[index];
      const taken = rate && this.#buckets.take(`${what} ${index} ${network}`, rate, performance.now());
      if (taken && !taken.isAllowed) return taken;
    }
    return null;
  }

  async lookUp<Found extends Caller>(
    name: string,
    { access, request, reply, onRefused }: LookUp,
    find: () => Promise<Found | null>,
  ): Promise<Found | null> {
    const known = this.#callers.get(name);
    if (!known) this.admitAnonymous(request, reply);
    else if (this.#isEmpty(bucketOf(known, access, request))) {
      onRefused(known);
      this.admit(known, access, request, reply);
    }
    const found = await find().catch((error: unknown) => {
      this.#uncount(request);
      throw error;
    });
    this.#callers.delete(name); // reinserted as the most recent one
    if (!found) return null;
    this.#callers.set(name, found);
    keepNewest(this.#callers, CALLERS_MAX);
    this.#uncount(request);
    return found;
  }

  #uncount(request: FastifyRequest): void {
    if (this.#counted.delete(request)) this.#buckets.give(keyOf(anonymousBucket(request)));
  }

  #isEmpty(bucket: Bucket): boolean {
    return this.#buckets.isEmpty(keyOf(bucket), this.#limits[bucket.name], performance.now());
  }

  #take(bucket: Bucket, reply: FastifyReply): void {
    const rate = this.#limits[bucket.name];
    const taken = this.#buckets.take(keyOf(bucket), rate, performance.now());
    showRate(bucket.name, rate, taken, reply);
    if (!taken.isAllowed) this.#refuse(bucket.name, taken);
  }

  #refuse(name: RateClass, { nextInS }: Taken): never {
    this.#onRefused(name);
    throw new RequestError("rate_limited", { headers: { "retry-after": String(nextInS) } });
  }
}

function showRate(name: RateClass, { quota, windowS }: Rate, { left, fullInS }: Taken, reply: FastifyReply): void {
  reply.header("ratelimit-policy", `"${name}";q=${quota};w=${windowS}`);
  reply.header("ratelimit", `"${name}";r=${left};t=${fullInS}`);
}

const keyOf = ({ name, owner }: Bucket): string => `${name} ${owner}`;

const anonymousBucket = ({ address }: FastifyRequest): Bucket => ({ name: "anonymous", owner: networkOf(address) });

function bucketOf(caller: Caller, access: Access, request: FastifyRequest): Bucket {
  // Anyone with a payment's link gets a page token, so pages are counted by their address, as when they were loaded.
  if (caller.type === "page") return anonymousBucket(request);
  if (caller.type === "app") return { name: "app", owner: `${caller.appId} ${networkOf(request.address)}` };
  return { name: access === "pay" ? "gateway" : access, owner: ownerOf(caller, request) };
}

function ownerOf({ keyId, role, session }: KeyCaller, { address }: FastifyRequest): string {
  // Console sessions have separate buckets, so a partner's server cannot lock out its staff.
  if (session) return `console ${keyId}`;
  // A page may contain it: one visitor must not use it up for the others.
  return role === "pos" ? `${keyId} ${networkOf(address)}` : keyId;
}
