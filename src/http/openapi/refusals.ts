// The refusals of all endpoints: many have the same ones, which stand in the document once and are referred to by a name
// that says what they are: the side, the status, and the codes beyond those that the status has on that side anyway.
import { type ErrorCode, GatewayError, PartnerError } from "../../contract/errors.ts";
import type { Reference, Response } from "../../contract/openapi.ts";
import type { DocumentedEndpoint } from "../endpoint.ts";
import { errorsOf } from "./errors.ts";
import { responseHeadersOf } from "./headers.ts";
import { json } from "./operation.ts";
import { shown } from "./schemas.ts";

export interface Refusals {
  /** By name. */
  readonly responses: Readonly<Record<string, Response>>;
  /** Of an endpoint, by status. */
  of(endpoint: DocumentedEndpoint): Readonly<Record<string, Reference>>;
}

interface Refused {
  readonly endpoint: DocumentedEndpoint;
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

export function refusalsOf(endpoints: readonly DocumentedEndpoint[]): Refusals {
  const refused: readonly Refused[] = endpoints.flatMap((endpoint) =>
    errorsOf(endpoint).map(([status, codes]) => ({ endpoint, status, codes })),
  );
  const named = refused.map((refusal) => ({ ...refusal, name: nameOf(refusal, refused) }));
  const sorted = named.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    responses: Object.fromEntries(sorted.map((refusal) => [refusal.name, responseOf(refusal)])),
    of: (endpoint) =>
      Object.fromEntries(
        named
          .filter((refusal) => refusal.endpoint === endpoint)
          .map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
      ),
  };
}

function nameOf({ endpoint, status, codes }: Refused, all: readonly Refused[]): string {
  const alike = all.filter((other) => other.status === status && other.endpoint.caller === endpoint.caller);
  const further = codes.filter((code) => !alike.every((other) => other.codes.includes(code)));
  const side = endpoint.caller === "wallet" ? "Gateway" : "Partner";
  // What else its headers depend on.
  const marks = [
    ...(endpoint.deprecated ? ["deprecated"] : []),
    ...(status === CONFLICT && endpoint.idempotency !== "none" ? ["idempotent"] : []),
  ];
  return [`${side}${status}`, ...further, ...marks].join(".");
}

const CONFLICT = 409;

const responseOf = ({ endpoint, status, codes }: Refused): Response => ({
  description: DESCRIPTION_OF_STATUS[status] ?? "Refused.",
  headers: responseHeadersOf(endpoint, status),
  content: json(
    {
      allOf: [
        shown(endpoint.caller === "wallet" ? GatewayError : PartnerError),
        { properties: { code: { enum: [...codes] } } },
      ],
    },
    Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  ),
});

const DESCRIPTION_OF_STATUS: Readonly<Record<number, string>> = {
  400: "The request is wrong; a repeat of it will not help. `issues` names the fields.",
  401: "The caller is not known.",
  403: "The caller may not do this.",
  404: "There is no such thing for this caller.",
  409: "It conflicts with what was done before.",
  410: "The payment's time has run out.",
  413: "The body is larger than 256 KiB.",
  415: "The body is not JSON.",
  422: "Well-formed, but an account or a signature in it does not hold.",
  429: "Too many requests; wait as long as Retry-After says.",
  451: "This account cannot be used.",
  500: "A fault of the server; the request may be repeated.",
  502: "A service behind this one did not answer; the request may be repeated.",
  503: "Something the server needs does not answer right now; the request may be repeated.",
};
