// Exceptions on the wire: money that does not match its payment's status.
import Type, { type Static } from "typebox";
import { evmChainNumber } from "../../money/caip.ts";
import { EXCEPTION_KINDS, type PaymentException } from "../../payment/transfers/exception.ts";
import { type FindShownAsset, tokenToWire } from "../amounts.ts";
import * as wire from "../primitives.ts";
import { cursor, pageLimit } from "./payment-list.ts";

const kind = wire.oneOf(EXCEPTION_KINDS);

export const ExceptionsQuery = wire.closed({
  cursor: Type.Optional(cursor),
  limit: Type.Optional(pageLimit),
  paymentId: Type.Optional(Type.String({ minLength: 1, description: "a payment id" })),
  kind: Type.Optional(kind),
});

export const Exception = Type.Object({
  id: Type.String(),
  paymentId: Type.String(),
  kind,
  amount: Type.Union([wire.amount, Type.Null()]),
  transaction: wire.nullable(Type.Object({ networkId: Type.String(), hash: wire.transactionId })),
  message: Type.String(),
  createdAt: wire.timestamp,
  resolvedAt: wire.nullable(wire.timestamp),
  recovery: Type.Optional(
    Type.Object(
      { networkId: Type.String(), hash: wire.transactionId },
      { description: "The transaction that passed a deposit on to the payment's destination, once it is mined." },
    ),
  ),
});

export const Exceptions = Type.Object({
  data: Type.Array(Exception),
  nextCursor: wire.nullable(Type.String()),
});

export function exceptionToWire(exception: PaymentException, find: FindShownAsset): Static<typeof Exception> {
  const { id, paymentId, kind, token, transaction, message, createdAt, resolvedAt, recovery } = exception;
  return {
    id,
    paymentId,
    kind,
    amount: token && tokenToWire(token, find(token.asset)),
    transaction: transaction && transactionToWire(transaction),
    message,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    ...(recovery && { recovery: transactionToWire(recovery) }),
  };
}

const transactionToWire = ({ chain, hash }: NonNullable<PaymentException["transaction"]>) => ({
  networkId: String(evmChainNumber(chain)),
  hash,
});
