// Responds to everything thrown while handling a request. The only place that logs the cause of a fault.
import type { FastifyReply, FastifyRequest } from "fastify";
import { Unavailable } from "../operations/errors/unavailable.ts";
import { answerTo } from "./answer-error.ts";

const SERVER_ERROR = 500;

export function answerErrors(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = answerTo(error, request.id);
  const fields = { requestId: request.id, err: error };
  if (error instanceof Unavailable) request.log.warn(fields, "overloaded: responded with 503");
  else if (status >= SERVER_ERROR) request.log.error(fields, "the request failed");
  reply
    .code(status)
    .headers({ ...headers, "x-request-id": request.id })
    .send(body);
}
