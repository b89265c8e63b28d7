// The error responses of all endpoints. Identical ones are defined once, under a name made of the caller, the status,
// and what not every endpoint of that caller has for the status: `Partner409AlreadyRefunded`.
import { type ErrorCode, GatewayError, PartnerError } from "../../contract/errors.ts";
import type { Reference, Response } from "../../contract/openapi.ts";
import type { DocumentedEndpoint } from "../endpoint.ts";
import { errorsOf } from "./errors.ts";
import { responseHeadersOf } from "./headers.ts";
import { json } from "./operation.ts";
import { inPascalCase, shown } from "./schemas.ts";

export interface Refusals {
  /** Shared responses, keyed by name. */
  readonly responses: Readonly<Record<string, Response>>;
  /** References of one endpoint, keyed by status. */
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
  // Its headers depend on it.
  const marks = endpoint.deprecated ? ["deprecated"] : [];
  return [`${side}${status}`, ...[...further, ...marks].map(inPascalCase)].join("");
}

const responseOf = ({ endpoint, status, codes }: Refused): Response => ({
  description: `${DESCRIPTION_OF_STATUS[status] ?? "Refused."} Codes: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
  headers: responseHeadersOf(endpoint, status),
  content: json(
    shown(endpoint.caller === "wallet" ? GatewayError : PartnerError),
    Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  ),
});

const DESCRIPTION_OF_STATUS: Readonly<Record<number, string>> = {
  400: "The request is invalid, and a retry will not help. `issues` names the fields.",
  401: "The caller is not authenticated.",
  403: "The caller may not do this.",
  404: "Not found, or not visible to this caller.",
  409: "Conflicts with an earlier request.",
  410: "The payment has expired.",
  413: "The body is larger than 64 KiB.",
  415: "The body is not JSON, or names another charset than UTF-8.",
  422: "Well-formed, but an account or a signature is invalid.",
  429: "Too many requests: wait for the time in Retry-After.",
  451: "This account cannot be used.",
  500: "A server error; the request may be retried.",
  502: "An upstream service did not respond; the request may be retried.",
  503: "The server is temporarily unavailable; the request may be retried.",
};
