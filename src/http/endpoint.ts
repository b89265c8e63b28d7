// An endpoint is one file: its schemas, its documentation, and a function that handles a call.
import type { Static, TNull, TObject, TSchema } from "typebox";
import type { ErrorCode } from "../contract/errors.ts";
import type { WaitSignal } from "../operations/payments/await-status.ts";
import type { IdempotentRequest, StoredAnswer } from "../operations/ports/idempotency.ts";
import type { TransactionStores } from "../store/idempotency.ts";
import type { ConsolePermission } from "./console-permissions.ts";
import type { Caller, KeyCaller } from "./request/caller.ts";
import type { Services } from "./services.ts";
import type { Settings } from "./settings.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Presence = "required" | "optional" | "none";

/** Wallets and partners authenticate with their keys, the console with its session. */
export type CallerKind = "wallet" | "partner" | "console";

interface CallerOf {
  readonly wallet: Caller;
  readonly partner: KeyCaller;
  readonly console: KeyCaller;
}

export type Tag =
  | "Payments"
  | "Refunds"
  | "Payment links"
  | "Merchants"
  | "Webhooks"
  | "Gateway"
  | "Books"
  | "Charges"
  | "x402"
  | "Other clients";

/** Error codes by status, beyond those that follow from the endpoint itself (see openapi/errors.ts). */
type ErrorsByStatus = Readonly<Partial<Record<number, readonly ErrorCode[]>>>;

/** Example bodies by name. A test checks each against its schema. */
type Examples = Readonly<Record<string, unknown>>;

/** The parts of an endpoint's entry in openapi.json that are not schemas. */
export interface Documentation {
  /** The operationId, by which generated clients name their functions. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly about?: string;
  readonly examples: {
    /** Present only if the endpoint takes a body. */
    readonly requests?: Examples;
    readonly responses: Examples;
  };
  readonly errors?: ErrorsByStatus;
}

interface Options {
  /** Its responses announce the deprecation (RFC 9745) and the path that replaces it. */
  readonly deprecated?: { readonly since: Date; readonly successor: string };
  /** Also accepts the key in the deprecated header X-Api-Key. */
  readonly legacyKey?: true;
  /** Also accepts the key in X-CC-Api-Key, where clients of Coinbase Commerce send it. */
  readonly commerceKey?: true;
  /** The console asks for the key or the user's proof as well: an unattended session is not enough. */
  readonly asksForKeyAgain?: true;
  /** Keys of the role pos may call it, also from a web page of an origin that the operator allows. */
  readonly isForPos?: true;
  /** The console sessions that may call it; by default none. */
  readonly console?: ConsolePermission;
  /** The console polls it by itself: it does not keep a session alive. */
  readonly isBackground?: true;
  /** The media types of a success that is a text, by the names of their examples; by default it is JSON. */
  readonly textTypes?: Readonly<Record<string, string>>;
  /** It is about the signed-in person's own account, which is the same in test mode. */
  readonly isOfPerson?: true;
}

/** A success with another status and body than the endpoint's usual one. */
export interface AlsoAnswers {
  readonly status: 201;
  readonly response: TSchema;
  /** Whether a body is of this kind. */
  is(body: unknown): boolean;
  readonly examples: Examples;
}

/** An endpoint as the pipeline sees it. */
export interface Endpoint extends Options {
  readonly method: Method;
  /** Fastify's form: `/v1/payments/:id`. */
  readonly path: string;
  readonly caller: CallerKind;
  /** The access that the caller's role needs: the gateway ("pay"), a partner's reads, or a partner's writes. */
  readonly access: "pay" | "read" | "write";
  /** The header Merchant-Id. */
  readonly merchant: Presence;
  /** The header Idempotency-Key. Unless "none", `handle` resolves to an IdempotentAnswer. */
  readonly idempotency: Presence;
  /** The error for an id in the path that does not exist, or that the caller may not see. */
  readonly unknownId: Extract<ErrorCode, "payment_not_found" | "not_found">;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** The status of a success. */
  readonly status: 200 | 201;
  readonly response: TSchema;
  /** A success of another kind. */
  readonly also?: AlsoAnswers;
  readonly uses: readonly (keyof Services)[];
  /** @param services the ones that `uses` names */
  handle(services: Partial<Services>, call: CheckedCall): Promise<unknown>;
}

/** An endpoint of the documented API; the console's own are not documented. */
export interface DocumentedEndpoint extends Endpoint, Documentation {
  readonly caller: "wallet" | "partner";
}

/** A stored response, and whether it was stored by an earlier request. */
export interface IdempotentAnswer {
  readonly answer: StoredAnswer;
  readonly isReplay: boolean;
}

/** A call whose headers, parameters and body have been checked. */
export interface CheckedCall extends Partial<IdempotentCall<unknown, keyof Services>> {
  readonly settings: Settings;
  readonly requestId: string;
  readonly caller: Caller;
  /** The ids in the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly merchantId: string | null;
  readonly query: unknown;
  readonly body: unknown;
  /** Draws on the caller's rate limit for work beyond that of one request. */
  charge(tokens: number): void;
  /** Counts a new deposit address of this caller. @throws RequestError rate_limited */
  admitAddress(): void;
  /** Whether the key or the session is still valid, with the same rights; for responses that take a while. */
  isStillLive(): Promise<boolean>;
  /** Sets headers of the response. */
  setHeaders(headers: Readonly<Record<string, string>>): void;
  /**
   * Ends when the client has disconnected, or when this server stops; null if there are too many long polls already.
   * @param paymentId the payment that the response waits for, if any
   */
  longPollSignal(paymentId: string | null): WaitSignal | null;
}

/** The idempotency part of a call, for endpoints that take an Idempotency-Key. */
export interface IdempotentCall<Body, Used extends keyof Services> {
  /** Null if no key was sent. */
  readonly idempotent: IdempotentRequest | null;
  /** A success with this body, as it is stored under the key. */
  success(body: Body): StoredAnswer;
  /**
   * Runs `effect` once per key, in the transaction that stores its response; without a key, runs it directly.
   * @param effect gets those of the endpoint's services that take part in the transaction
   */
  once(
    effect: (tx: Pick<TransactionStores, Used & keyof TransactionStores>) => Promise<Body>,
  ): Promise<IdempotentAnswer>;
  /**
   * The response that an earlier request with the key got, or null. For endpoints that ask a chain or a web server
   * before `once`: a repeat must neither wait for that nor be refused because of it.
   */
  replayed(): Promise<IdempotentAnswer | null>;
}

/** The names in a path: "id" of `/v1/payments/:id`. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

interface MerchantIdOf {
  readonly required: string;
  readonly optional: string | null;
  readonly none: null;
}

type Call<
  C extends CallerKind,
  P extends string,
  M extends Presence,
  I extends Presence,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
  U extends keyof Services,
> = Omit<CheckedCall, keyof IdempotentCall<unknown, never>> & {
  readonly caller: CallerOf[C];
  readonly params: Readonly<Record<Names<P>, string>>;
  readonly merchantId: MerchantIdOf[M];
  readonly query: Static<Q>;
  readonly body: Static<B>;
} & (I extends "none" ? unknown : IdempotentCall<Static<R>, U>);

interface Spec<
  C extends CallerKind,
  P extends string,
  M extends Presence,
  I extends Presence,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
  U extends keyof Services,
> extends Options {
  readonly route: P;
  readonly caller: C;
  /** The header Merchant-Id; by default none. */
  readonly merchant?: M;
  /** The header Idempotency-Key; by default none. */
  readonly idempotency?: I;
  readonly request?: { readonly query?: Q; readonly body?: B };
  readonly also?: AlsoAnswers;
  /** The status and body of a success. */
  readonly response: readonly [status: Endpoint["status"], response: R];
  /** The services that `handle` gets. */
  readonly uses: readonly U[];
  handle(
    services: Pick<Services, U>,
    call: Call<C, P, M, I, Q, B, R, U>,
  ): Promise<I extends "none" ? Static<R> : IdempotentAnswer>;
}

export function endpoint<
  C extends CallerKind,
  P extends `${Method} /${string}`,
  R extends TSchema,
  U extends keyof Services,
  M extends Presence = "none",
  I extends Presence = "none",
  Q extends TSchema = TObject<Record<never, never>>,
  B extends TSchema = TNull,
>(
  spec: Spec<C, P, M, I, Q, B, R, U> & (C extends "console" ? { readonly console: ConsolePermission } : Documentation),
): C extends "console" ? Endpoint : DocumentedEndpoint;
export function endpoint({ route, request, response: [status, response], ...facts }: AnySpec): Endpoint {
  const [method = "", path = ""] = route.split(" ");
  return {
    merchant: "none",
    idempotency: "none",
    ...facts,
    ...request,
    method: method as Method,
    path,
    access: facts.caller === "wallet" ? "pay" : method === "GET" ? "read" : "write",
    unknownId: PAYMENT_IN_PATH.test(path) ? "payment_not_found" : "not_found",
    status,
    response,
  };
}

type AnySpec = Spec<CallerKind, string, Presence, Presence, TSchema, TSchema, TSchema, keyof Services>;

const PAYMENT_IN_PATH = /\/(?:payments?|charges)\/:/;
