import type { Static } from "typebox";
import { type CallOptions, idempotent, type Send, segment, type WriteOptions } from "../client/call.ts";
import { everyItem } from "../client/pages.ts";
import type { Exception, Exceptions, ExceptionsQuery } from "../contract/payments/exceptions.ts";

export type PaymentException = Static<typeof Exception>;

const PATH = "/v1/exceptions";

export const exceptionCalls = (send: Send) => ({
  /** Every match, newest first; pages are fetched on demand. */
  list: ({ cursor: first, ...filter }: Static<typeof ExceptionsQuery> = {}, { signal }: CallOptions = {}) =>
    everyItem(
      (cursor = first) =>
        send<Static<typeof Exceptions>>({ method: "GET", path: PATH, query: { ...filter, cursor }, signal }),
      ({ data }) => data,
    ),

  /** Marks it as handled; no money moves. To send its money back, use `refunds.create` with its id. */
  resolve: (exceptionId: string, note: string, options: WriteOptions = {}) =>
    send<PaymentException>({
      method: "POST",
      path: `${PATH}/${segment(exceptionId)}/resolve`,
      headers: idempotent(options),
      body: { note },
      signal: options.signal,
    }),
});
