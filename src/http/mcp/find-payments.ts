import Type, { type Static } from "typebox";
import { FindQuery, Found } from "../../contract/console/records.ts";
import { Payments, PaymentsQuery } from "../../contract/payments/payment-list.ts";
import * as wire from "../../contract/primitives.ts";
import { findPayments as search } from "../console/payments/find-payments.ts";
import { listPayments } from "../routes/payments/list-payments.ts";
import { mounted } from "./mounted.ts";
import { shownPayment, showPayment } from "./payment-fields.ts";
import { READS, tool } from "./tool.ts";

/** A model reads all of it. */
const LIMIT_MAX = 50;
const LIMIT_DEFAULT = 10;

const { status, startTs, endTs, cursor, merchantId } = PaymentsQuery.properties;

export const findPayments = tool({
  name: "find_payments",
  title: "Find payments",
  description:
    "Finds payments, newest first: by `text`, which is a payment's id, a transaction hash, a buyer's address, an " +
    "amount or a part of a reference, and by status, time and merchant. Without `text`, `stats` adds up all matches.",
  endpoint: listPayments,
  annotations: READS,
  input: wire.closed({
    text: Type.Optional(FindQuery.properties.text),
    status,
    merchantId,
    startTs,
    endTs,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMIT_MAX,
        default: LIMIT_DEFAULT,
        description: `an integer from 1 to ${LIMIT_MAX}`,
      }),
    ),
    cursor,
  }),
  output: Type.Object({
    payments: Type.Array(shownPayment),
    nextCursor: Found.properties.nextCursor,
    omits: Type.Optional(Found.properties.omits),
    stats: Type.Optional(Payments.properties.stats),
  }),
  async call(api, { text, limit = LIMIT_DEFAULT, merchantId = api.merchantId ?? undefined, ...filters }) {
    const found = await api.send<FoundOrListed>({
      method: "GET",
      path: text === undefined ? listPayments.path : mounted(search).path,
      query: { ...filters, text, limit, merchantId },
    });
    const { data, nextCursor, omits, stats } = found;
    return { payments: data.map(showPayment), nextCursor, ...(omits && { omits }), ...(stats && { stats }) };
  },
});

/** The body of a search or of the list. */
type FoundOrListed = Omit<Static<typeof Found>, "omits"> &
  Partial<Pick<Static<typeof Found>, "omits">> &
  Partial<Pick<Static<typeof Payments>, "stats">>;
