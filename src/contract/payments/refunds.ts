// Refund marks on the wire.
import Type, { type Static } from "typebox";
import * as wire from "../primitives.ts";

export const RefundBody = Type.Object({
  paymentId: Type.String({ minLength: 1, maxLength: wire.ID_LENGTH_MAX, description: "a payment id" }),
  txHash: Type.Optional(
    wire.nullable(
      Type.String({ pattern: "^0x[0-9a-fA-F]{64}$", description: "a transaction hash: 0x and 64 hex digits" }),
    ),
  ),
});

export const Refunded = Type.Object({ paymentId: Type.String() });

export const refunded = (paymentId: string): Static<typeof Refunded> => ({ paymentId });
