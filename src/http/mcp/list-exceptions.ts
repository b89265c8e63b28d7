import Type, { type Static } from "typebox";
import { Exception, Exceptions, ExceptionsQuery } from "../../contract/payments/exceptions.ts";
import * as wire from "../../contract/primitives.ts";
import { listExceptions as list } from "../routes/exceptions/list-exceptions.ts";
import { pick } from "./payment-fields.ts";
import { paymentId, READS, tool } from "./tool.ts";

const FACTS = [
  "id",
  "paymentId",
  "kind",
  "amount",
  "transaction",
  "message",
  "createdAt",
  "resolvedAt",
  "recovery",
] as const satisfies (keyof typeof Exception.properties)[];

export const shownException = Type.Object(pick(Exception.properties, FACTS));

export const showException = (exception: Static<typeof Exception>): Static<typeof shownException> =>
  pick(exception, FACTS);

const { kind, cursor } = ExceptionsQuery.properties;
const LIMIT = 20;

export const listExceptions = tool({
  name: "list_exceptions",
  title: "List exceptions",
  description:
    "Money that arrived and does not fit its payment, newest first: an amount too small or too large, a payment made " +
    "late or twice, another token, a refused sender, or a transfer that a chain reorganisation removed. `resolvedAt` is null while one is " +
    "open. No exception changes a payment's status.",
  endpoint: list,
  annotations: READS,
  input: wire.closed({ paymentId: Type.Optional(paymentId), kind, cursor }),
  output: Type.Object({ exceptions: Type.Array(shownException), nextCursor: Exceptions.properties.nextCursor }),
  async call(api, query) {
    const page = { method: "GET", path: list.path, query: { ...query, limit: LIMIT } } as const;
    const { data, nextCursor } = await api.send<Static<typeof Exceptions>>(page);
    return { exceptions: data.map(showException), nextCursor };
  },
});
