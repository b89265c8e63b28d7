// Exceptions on the wire: money that does not match its payment's status.
import Type, { type Static } from "typebox";
import { evmChainNumber } from "../../money/caip.ts";
import {
  EXCEPTION_KINDS,
  type PaymentException,
  RESOLUTION_TYPES,
  type Resolution as StoredResolution,
} from "../../payment/transfers/exception.ts";
import { worthOfException } from "../../payment/transfers/exception-worth.ts";
import { type FindShownAsset, fiatToWire, tokenToWire } from "../amounts.ts";
import * as wire from "../primitives.ts";
import { cursor, pageLimit } from "./payment-list.ts";
import { createdBy, creatorToWire } from "./payments.ts";

const kind = wire.oneOf(EXCEPTION_KINDS);

const STATUSES = ["open", "resolved"] as const;

export const ExceptionsQuery = wire.closed({
  cursor: Type.Optional(cursor),
  limit: Type.Optional(pageLimit),
  paymentId: Type.Optional(Type.String({ minLength: 1, description: "a payment id" })),
  kind: Type.Optional(kind),
  status: Type.Optional(wire.oneOf(STATUSES)),
});

const NOTE_MAX = 500;

export const ResolveBody = wire.closed({ note: wire.shownText(NOTE_MAX) });

const transaction = Type.Object({ networkId: Type.String(), hash: wire.transactionId });

export const Resolution = Type.Object({
  type: Type.Unsafe<StoredResolution["type"]>({
    ...wire.oneOf(RESOLUTION_TYPES),
    description:
      "`note`: somebody marked it as handled; `refund`: a refund sent its money back; `chain`: the transfer returned " +
      "after a reorganisation, or pays its payment after all",
  }),
  note: Type.Optional(Type.String()),
  by: Type.Optional(createdBy),
  refundId: Type.Optional(Type.String()),
});

export const Exception = Type.Object({
  id: Type.String(),
  paymentId: Type.String(),
  kind,
  status: wire.oneOf(STATUSES),
  amount: Type.Union([wire.amount, Type.Null()]),
  fiatAmount: Type.Optional(
    Type.Object(wire.amount.properties, {
      description: "Its worth at the payment's rate; absent if the payment has no rate of this asset.",
    }),
  ),
  fee: Type.Optional(
    Type.Object(wire.amount.properties, { description: "The part of the amount that went as a fee." }),
  ),
  sender: Type.Optional(
    Type.String({
      description:
        "The CAIP-10 account that sent it; absent if it is unknown, as for coins, or if several accounts sent it.",
    }),
  ),
  isDeposit: Type.Optional(
    Type.Boolean({
      description:
        "True if it came to a deposit address, perhaps from an account that an exchange shares; absent otherwise.",
    }),
  ),
  network: Type.Optional(Type.String({ description: "The name of the chain; absent if it is not configured." })),
  transaction: wire.nullable(transaction),
  message: Type.String(),
  createdAt: wire.timestamp,
  resolvedAt: wire.nullable(wire.timestamp),
  resolution: Type.Union([Resolution, Type.Null()]),
  recovery: Type.Optional(
    Type.Object(transaction.properties, {
      description: "The transaction that passed a deposit on to the payment's destination, once it is mined.",
    }),
  ),
});

export const Exceptions = Type.Object({
  data: Type.Array(Exception),
  nextCursor: wire.nullable(Type.String()),
});

/** The display data of assets, and the names of chains by CAIP-2 id. */
export interface ExceptionDisplay {
  readonly find: FindShownAsset;
  readonly chainName: (caip2: string) => string | undefined;
}

export function exceptionToWire(
  exception: PaymentException,
  { find, chainName }: ExceptionDisplay,
): Static<typeof Exception> {
  const { id, paymentId, kind, token, fee, sender, isDeposit, message, createdAt, resolvedAt, recovery } = exception;
  const fiat = worthOfException(exception, token && (find(token.asset)?.asset ?? null));
  const { chain } = exception.transaction ?? {};
  const network = chain === undefined ? undefined : chainName(chain);
  return {
    id,
    paymentId,
    kind,
    status: resolvedAt ? "resolved" : "open",
    amount: token && tokenToWire(token, find(token.asset)),
    ...(fiat && { fiatAmount: fiatToWire(fiat) }),
    ...(token && fee > 0n && { fee: tokenToWire({ asset: token.asset, value: fee }, find(token.asset)) }),
    ...(sender !== null && chain !== undefined && { sender: `${chain}:${sender}` }),
    ...(isDeposit && { isDeposit }),
    ...(network !== undefined && { network }),
    transaction: exception.transaction && transactionToWire(exception.transaction),
    message,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    resolution: exception.resolution && resolutionToWire(exception.resolution),
    ...(recovery && { recovery: transactionToWire(recovery) }),
  };
}

const resolutionToWire = ({ type, note, by, refundId }: StoredResolution): Static<typeof Resolution> => ({
  type,
  ...(note !== null && { note }),
  ...(by && { by: creatorToWire(by) }),
  ...(refundId !== null && { refundId }),
});

const transactionToWire = ({ chain, hash }: NonNullable<PaymentException["transaction"]>) => ({
  networkId: String(evmChainNumber(chain)),
  hash,
});
