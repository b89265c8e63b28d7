import Type, { type Static } from "typebox";
import { Exception, Exceptions, ExceptionsQuery, Resolution } from "../../contract/payments/exceptions.ts";
import { createdBy } from "../../contract/payments/payments.ts";
import * as wire from "../../contract/primitives.ts";
import { listExceptions as list } from "../routes/exceptions/list-exceptions.ts";
import { CREATOR, pick, untrusted } from "./payment-fields.ts";
import { paymentId, READS, tool } from "./tool.ts";

const FACTS = [
  "id",
  "paymentId",
  "kind",
  "status",
  "amount",
  "fiatAmount",
  "fee",
  "sender",
  "network",
  "transaction",
  "message",
  "createdAt",
  "resolvedAt",
  "recovery",
] as const satisfies (keyof typeof Exception.properties)[];

const { type } = Resolution.properties;

export const shownException = Type.Object({
  ...pick(Exception.properties, FACTS),
  resolution: Type.Optional(Type.Object({ type, by: Type.Optional(Type.Object(pick(createdBy.properties, CREATOR))) })),
  untrusted: Type.Optional(untrusted({ note: Type.Optional(Type.String()), resolvedBy: Type.Optional(Type.String()) })),
});

export function showException(exception: Static<typeof Exception>): Static<typeof shownException> {
  const { resolution } = exception;
  if (!resolution) return pick(exception, FACTS);
  const { type, by, note } = resolution;
  return {
    ...pick(exception, FACTS),
    resolution: { type, ...(by && { by: pick(by, CREATOR) }) },
    ...((note !== undefined || by?.name !== undefined) && {
      untrusted: { ...(note !== undefined && { note }), ...(by?.name !== undefined && { resolvedBy: by.name }) },
    }),
  };
}

const { kind, status, cursor } = ExceptionsQuery.properties;
const LIMIT = 20;

export const listExceptions = tool({
  name: "list_exceptions",
  title: "List exceptions",
  description:
    "Money that arrived and does not fit its payment, newest first: an amount too small or too large, a payment made " +
    "late or twice, another token, a refused sender, or a transfer that a chain reorganisation removed. Those with " +
    "`status` open still need a decision. No exception changes a payment's status.",
  endpoint: list,
  annotations: READS,
  input: wire.closed({ paymentId: Type.Optional(paymentId), kind, status, cursor }),
  output: Type.Object({ exceptions: Type.Array(shownException), nextCursor: Exceptions.properties.nextCursor }),
  async call(api, query) {
    const page = { method: "GET", path: list.path, query: { ...query, limit: LIMIT } } as const;
    const { data, nextCursor } = await api.send<Static<typeof Exceptions>>(page);
    return { exceptions: data.map(showException), nextCursor };
  },
});
