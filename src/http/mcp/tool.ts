// A tool of the MCP server: its description for the assistant's model, its schemas, and the endpoints that it calls.
import Type, { type Static, type TObject } from "typebox";
import type { Endpoint } from "../endpoint.ts";

/** A request to an endpoint of the API, with the key of the assistant's caller. */
export interface ApiRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Undefined parameters are left out; each value of an array is sent. */
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body?: object;
  readonly merchantId?: string | undefined;
  readonly idempotencyKey?: string;
}

/** The API as one caller of a tool. */
export interface Api {
  /** The merchant that the caller named for all tools; null: none. */
  readonly merchantId: string | null;
  /** The body of a success. @throws ToolError */
  send<Body>(request: ApiRequest): Promise<Body>;
}

/** A refusal that the model reads, and can act on. */
export class ToolError extends Error {}

export interface Tool {
  readonly name: string;
  /** Read by the people who approve calls. */
  readonly title: string;
  /** Read by the model. */
  readonly description: string;
  /** A caller of this endpoint may call the tool. */
  readonly endpoint: Endpoint;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    /** Strangers wrote parts of the results. */
    readonly openWorldHint: boolean;
  };
  readonly input: TObject;
  readonly output: TObject;
  call(api: Api, input: unknown): Promise<object>;
}

interface Spec<Input extends TObject, Output extends TObject> extends Omit<Tool, "input" | "output" | "call"> {
  readonly input: Input;
  readonly output: Output;
  call(api: Api, input: Static<Input>): Promise<Static<Output>>;
}

/** The schema has accepted the input before `call` gets it. */
export const tool = <Input extends TObject, Output extends TObject>(spec: Spec<Input, Output>): Tool => ({
  ...spec,
  call: (api, input) => spec.call(api, input as Static<Input>),
});

export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;

/** Creates something that moves no money by itself. A repeat with the same key does nothing. */
export const CREATES = { ...READS, readOnlyHint: false } as const;

/** Prepares money to leave, for a person to sign. */
export const MOVES_MONEY = { ...CREATES, destructiveHint: true } as const;

export const paymentId = Type.String({ pattern: "^[!-~]{1,64}$", description: "a payment's id: pay_…" });

export const merchantId = Type.String({
  pattern: "^[!-~]{1,64}$",
  description: "a merchant's id, mrch_…; by default the merchant that the connection names",
});

/** Shorter than the API's longest, for the prefix. */
const KEY_LENGTH_MAX = 200;

export const idempotencyKey = Type.String({
  pattern: `^[!-~]{1,${KEY_LENGTH_MAX}}$`,
  description:
    "your own id for this request, for example order-4711-first-try: a repeat with the same id and the same input " +
    "does nothing and gets the same result. Use a new one only if a second one is wanted",
});

/** Keeps an assistant's ids apart from those of the partner's servers. */
export const keyOf = (given: string): string => `mcp ${given}`;
