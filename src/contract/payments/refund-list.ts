// The query of lists of refunds.
import Type from "typebox";
import { moment } from "../moment.ts";
import * as wire from "../primitives.ts";
import { cursor, pageLimit } from "./payment-list.ts";
import { refundStatus } from "./refunds.ts";

export const RefundsQuery = wire.closed({
  paymentId: Type.Optional(Type.String({ minLength: 1, description: "a payment id" })),
  merchantId: Type.Optional(Type.Array(Type.String({ minLength: 1, description: "a merchant's id" }))),
  status: Type.Optional(Type.Array(refundStatus)),
  startTs: Type.Optional(moment),
  endTs: Type.Optional(moment),
  cursor: Type.Optional(cursor),
  limit: Type.Optional(pageLimit),
});
