// The id of a request: the caller's or its proxy's X-Request-Id if it is plain, so that their logs can be joined.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Characters without a meaning in logs, headers and queries. */
const PLAIN = /^[A-Za-z0-9_-][A-Za-z0-9_.:-]{0,127}$/;

export function newRequestId({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && PLAIN.test(given) ? given : flat(randomUUID());
}

/** V8 keeps joined strings as a tree of their parts until they are read: 450 bytes more for each long poll. */
const flat = (text: string): string => Buffer.from(text, "latin1").toString("latin1");
