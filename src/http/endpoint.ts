// What an endpoint is: its place on the wire as data, which the pipeline, the specification and the tenant tests read,
// and one function from a checked call to its answer.
import type { Static, TSchema } from "typebox";
import type { ErrorCode } from "../contract/errors.ts";
import type { IdempotentRequest } from "../operations/create-payment.ts";
import type { Caller, KeyCaller } from "./caller.ts";
import type { IdempotentAnswer, Services } from "./ports.ts";
import type { Settings } from "./settings.ts";

export type Presence = "required" | "optional" | "none";

/** An endpoint as the pipeline sees it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Fastify's form: `/v1/payments/:id`. */
  readonly path: string;
  /** Who calls it, and how they say who they are: wallets and partners by their keys, the console by its session. */
  readonly side: "gateway" | "partner" | "console";
  /** What the caller must be allowed: the gateway ("pay"), a partner's reads, or everything else of a partner. */
  readonly access: "pay" | "read" | "write";
  /** Its answers say since when it is deprecated (RFC 9745) and which path replaces it. */
  readonly deprecated?: { readonly since: Date; readonly successor: string };
  /** Takes the key in the deprecated header X-Api-Key, too. */
  readonly legacyKey?: true;
  /** In the console it wants the key itself beside the session: what a session left open must not be enough for. */
  readonly asksForKeyAgain?: true;
  /** The console's page asks for it by itself, again and again: it keeps no session alive. */
  readonly isBackground?: true;
  /** The header Merchant-Id. */
  readonly merchant: Presence;
  /** The header Idempotency-Key; where it is taken, `handle` resolves to an IdempotentAnswer. */
  readonly idempotency: Presence;
  /** The error for an id in the path that names nothing the caller may see. */
  readonly unknownId: Extract<ErrorCode, "payment_not_found" | "not_found">;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Of a success. */
  readonly status: 200 | 201;
  readonly response: TSchema;
  handle(services: Services, call: CheckedCall): Promise<unknown>;
}

/** A call whose headers, parameters and body have been checked. */
export interface CheckedCall {
  readonly settings: Settings;
  readonly requestId: string;
  readonly caller: Caller;
  /** The ids in the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly merchantId: string | null;
  readonly idempotent: IdempotentRequest | null;
  readonly query: unknown;
  readonly body: unknown;
  /** Of the answer, where there is one. */
  setHeaders(headers: Readonly<Record<string, string>>): void;
  /** Aborts when the client has gone, and when this server stops. */
  heldSignal(): AbortSignal;
}

/** The names in a path: "id" of `/v1/payments/:id`. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

interface Checked<P extends string, Q extends TSchema, B extends TSchema> extends CheckedCall {
  readonly params: Readonly<Record<Names<P>, string>>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
}

interface CheckedOfPartner<P extends string, M extends Presence, Q extends TSchema, B extends TSchema>
  extends Checked<P, Q, B> {
  readonly caller: KeyCaller;
  readonly merchantId: M extends "required" ? string : string | null;
}

interface Spec<P extends string, Q extends TSchema, B extends TSchema, R extends TSchema> {
  readonly method: Endpoint["method"];
  readonly path: P;
  readonly query?: Q;
  readonly body?: B;
  readonly response: R;
}

interface PartnerSpec<P extends string, M extends Presence, Q extends TSchema, B extends TSchema, R extends TSchema>
  extends Spec<P, Q, B, R> {
  readonly legacyKey?: true;
  readonly deprecated?: NonNullable<Endpoint["deprecated"]>;
  readonly asksForKeyAgain?: true;
  readonly isBackground?: true;
  readonly merchant: M;
  readonly unknownId: Endpoint["unknownId"];
}

/** An endpoint of the buyer's wallet: the payment's id is the capability, and success is exactly 200. */
export const gatewayEndpoint = <P extends string, R extends TSchema, Q extends TSchema, B extends TSchema>(
  spec: Spec<P, Q, B, R> & { handle(services: Services, call: Checked<P, Q, B>): Promise<Static<R>> },
): Endpoint => ({
  side: "gateway",
  access: "pay",
  merchant: "none",
  idempotency: "none",
  unknownId: "payment_not_found",
  status: 200,
  ...spec,
});

/** A partner's read. */
export const readEndpoint = <
  P extends string,
  M extends Presence,
  R extends TSchema,
  Q extends TSchema,
  B extends TSchema,
>(
  spec: PartnerSpec<P, M, Q, B, R> & {
    handle(services: Services, call: CheckedOfPartner<P, M, Q, B>): Promise<Static<R>>;
  },
): Endpoint => ({ side: "partner", access: "read", idempotency: "none", status: 200, ...spec });

/** A partner's write that may be repeated as it is, without a key: the same request again changes nothing more. */
export const changeEndpoint = <
  P extends string,
  M extends Presence,
  R extends TSchema,
  Q extends TSchema,
  B extends TSchema,
>(
  spec: PartnerSpec<P, M, Q, B, R> & {
    handle(services: Services, call: CheckedOfPartner<P, M, Q, B>): Promise<Static<R>>;
  },
): Endpoint => ({ side: "partner", access: "write", idempotency: "none", status: 200, ...spec });

/** A partner's write: its answer is stored under the Idempotency-Key, where one was sent. */
export const writeEndpoint = <
  P extends string,
  M extends Presence,
  R extends TSchema,
  Q extends TSchema,
  B extends TSchema,
>(
  spec: PartnerSpec<P, M, Q, B, R> & {
    readonly idempotency: "required" | "optional";
    readonly status: 200 | 201;
    handle(services: Services, call: CheckedOfPartner<P, M, Q, B>): Promise<IdempotentAnswer>;
  },
): Endpoint => ({ side: "partner", access: "write", ...spec });
