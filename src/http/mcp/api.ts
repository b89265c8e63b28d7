// The API as a tool calls it: a request of this server to itself, with the headers by which the caller authenticated.
// It passes the whole pipeline, so a tool can do nothing that the caller's key cannot.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ErrorBody } from "../../contract/errors.ts";
import { type Api, type ApiRequest, ToolError } from "./tool.ts";

const FIRST_ERROR = 400;

/** @param signal ends the request when the caller has gone */
export const apiOf = (
  app: FastifyInstance,
  request: FastifyRequest,
  merchantId: string | null,
  signal: AbortSignal,
): Api => ({
  merchantId,
  async send<Body>(call: ApiRequest) {
    const merchant = call.merchantId ?? (call.idempotencyKey === undefined ? null : merchantId);
    const { statusCode, body } = await app.inject({
      method: call.method,
      url: `${call.path}${queryOf(call.query)}`,
      headers: {
        ...credentialsOf(request),
        ...(merchant !== null && { "merchant-id": merchant }),
        ...(call.idempotencyKey !== undefined && { "idempotency-key": call.idempotencyKey }),
      },
      ...(call.body && { payload: call.body }),
      remoteAddress: request.address ?? "unknown",
      signal,
    });
    const answer: unknown = JSON.parse(body);
    if (statusCode >= FIRST_ERROR) throw new ToolError(textOf(answer as ErrorBody));
    return answer as Body;
  },
});

function credentialsOf({ headers }: FastifyRequest): Record<string, string> {
  const names = ["api-key", "authorization"] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

function queryOf(query: ApiRequest["query"] = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
  );
  return parameters.length === 0 ? "" : `?${new URLSearchParams(parameters)}`;
}

const textOf = ({ code, message, issues = [], requestId }: ErrorBody): string =>
  [
    `${code}: ${message}`,
    ...issues.map((issue) => `${issue.field} ${issue.message}`),
    ...(requestId === undefined ? [] : [`(request ${requestId})`]),
  ].join("\n");
