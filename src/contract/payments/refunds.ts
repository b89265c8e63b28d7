// Refunds on the wire, and marks, which move no money.
import Type, { type Static } from "typebox";
import { fiatUnit } from "../../money/amount.ts";
import { parseAssetId } from "../../money/caip.ts";
import type { CreatedBy } from "../../payment/created-by.ts";
import { paymentLink } from "../../payment/link.ts";
import type { Payment } from "../../payment/payment.ts";
import { REFUND_FAILURES, REFUND_STATUSES, type Refund as StoredRefund } from "../../payment/refund.ts";
import { type FindShownAsset, fiatToWire, tokenToWire } from "../amounts.ts";
import * as wire from "../primitives.ts";

const REASON_MAX = 500;
export const refundReason = wire.shownText(REASON_MAX);

const txHash = Type.String({ pattern: "^0x[0-9a-fA-F]{64}$", description: "a transaction hash: 0x and 64 hex digits" });

/** Without `amount`, `exceptionId`, `reason` and `to` it is a mark. Other fields, as of points of sale, are ignored. */
export const RefundBody = Type.Object({
  paymentId: Type.String({ minLength: 1, maxLength: wire.ID_LENGTH_MAX, description: "a payment id" }),
  txHash: Type.Optional(wire.nullable(txHash)),
  amount: Type.Optional(
    Type.Union([wire.amountInput, Type.Null()], {
      description: "{unit, value} in the token that was paid, or in the payment's currency at the payment's own rate",
    }),
  ),
  exceptionId: Type.Optional(
    wire.nullable(
      Type.String({
        pattern: "^exc_[0-9a-z_]{1,60}$",
        description: "the exception of the payment whose money goes back",
      }),
    ),
  ),
  reason: Type.Optional(wire.nullable(refundReason)),
  to: Type.Optional(
    wire.nullable(
      Type.String({ maxLength: 200, description: "the buyer's CAIP-10 account; by default the one that paid" }),
    ),
  ),
});

/** Whether a request is for a refund that moves money, not for a mark. */
export const movesMoney = ({ amount, exceptionId, reason, to }: Static<typeof RefundBody>): boolean =>
  [amount, exceptionId, reason, to].some((given) => given !== undefined && given !== null);

export const Refunded = Type.Object({ paymentId: Type.String() });

export const refunded = (paymentId: string): Static<typeof Refunded> => ({ paymentId });

export const refundStatus = wire.oneOf(REFUND_STATUSES);

const requester = Type.Object({
  type: Type.Unsafe<CreatedBy["type"]>({ type: "string", description: "as `createdBy.type` of a payment" }),
  id: Type.Optional(Type.String()),
});

export const Refund = Type.Object({
  paymentId: Type.String(),
  refundId: Type.String(),
  merchantId: Type.String(),
  exceptionId: Type.Optional(
    Type.String({ description: "the exception whose money it sends back; it is no part of what was paid" }),
  ),
  status: Type.Unsafe<StoredRefund["status"]>({
    ...refundStatus,
    description:
      "`requires_address`: the buyer of a deposit has to name an address, or the merchant has to accept it; " +
      "`requires_action`: an account of the merchant has to sign; `processing`: it is signed",
  }),
  amount: wire.amount,
  fiatAmount: wire.amount,
  to: Type.Optional(wire.account),
  claim: Type.Optional(
    Type.Object(
      {
        account: wire.account,
        by: Type.Unsafe<"buyer" | "merchant">(wire.oneOf(["buyer", "merchant"])),
        at: wire.timestamp,
        acceptedBy: Type.Optional(
          Type.String({ description: "the person who accepted it, where another one has to accept it as well" }),
        ),
      },
      { description: "the address that waits for the merchant to accept it" },
    ),
  ),
  reason: Type.Optional(Type.String()),
  requestedBy: requester,
  gatewayPaymentId: Type.String({
    description: "the payment by which a wallet signs the refund; for the gateway only",
  }),
  refundUrl: wire.url,
  expiresAt: wire.unixSeconds,
  failure: Type.Optional(
    Type.Unsafe<NonNullable<StoredRefund["failure"]>>({
      ...wire.oneOf(REFUND_FAILURES),
      description:
        "`expired`: nobody signed in time; `not_paid`: signed, but not paid in time; `declined_user`: the account that " +
        "signed is refused",
    }),
  ),
  txId: Type.Optional(wire.transactionId),
  createdAt: wire.timestamp,
  lastUpdatedAt: wire.timestamp,
});

export const Refunds = Type.Object({ data: Type.Array(Refund), nextCursor: wire.nullable(Type.String()) });

export const ClaimDecisionBody = wire.closed({
  account: Type.String({ maxLength: 200, description: "the CAIP-10 account that was shown" }),
});

export const RefundTransactionBody = wire.closed({ txHash });

/** Lenient, like all of the gateway. */
export const RefundAddressBody = Type.Object({
  account: Type.String({ maxLength: 200, description: "a CAIP-10 account on the chain of the payment" }),
});

export const RefundAddress = Type.Object({ paymentId: Type.String(), account: wire.account });

const accountOf = (asset: string, address: string): string => `${parseAssetId(asset)?.chain ?? ""}:${address}`;

export function refundToWire(refund: StoredRefund, find: FindShownAsset, publicUrl: string): Static<typeof Refund> {
  const { amount, to, claim, requestedBy, txHash: txId } = refund;
  return {
    paymentId: refund.paymentId,
    refundId: refund.id,
    merchantId: refund.merchantId,
    ...(refund.exceptionId !== null && { exceptionId: refund.exceptionId }),
    status: refund.status,
    amount: tokenToWire(amount, find(amount.asset)),
    fiatAmount: fiatToWire(refund.fiatAmount),
    ...(to !== null && { to: accountOf(amount.asset, to) }),
    ...(claim && {
      claim: {
        account: accountOf(amount.asset, claim.address),
        by: claim.by === null ? "buyer" : "merchant",
        at: claim.at.toISOString(),
        ...(claim.acceptedBy !== null && { acceptedBy: claim.acceptedBy }),
      },
    }),
    ...(refund.reason !== null && { reason: refund.reason }),
    requestedBy: { type: requestedBy.type, ...(requestedBy.id !== null && { id: requestedBy.id }) },
    gatewayPaymentId: refund.gatewayPaymentId,
    refundUrl: paymentLink(publicUrl, refund.gatewayPaymentId),
    expiresAt: refund.expiresAtS,
    ...(refund.failure && { failure: refund.failure }),
    ...(txId && { txId }),
    createdAt: refund.createdAt.toISOString(),
    lastUpdatedAt: refund.updatedAt.toISOString(),
  };
}

/** A payment's refunds in its details, lists and events. */
export const refundFields = {
  isRefunded: Type.Boolean(),
  refundedAt: Type.Optional(wire.timestamp),
  refundTxHash: Type.Optional(wire.transactionId),
  refundedAmount: Type.Optional(wire.amount),
  refunds: Type.Optional(
    Type.Array(
      Type.Object({
        refundId: Type.String(),
        status: refundStatus,
        amount: wire.amount,
        fiatAmount: Type.Object({ unit: Type.String(), value: Type.String() }),
        createdAt: wire.timestamp,
        txId: Type.Optional(wire.transactionId),
      }),
    ),
  ),
};

export const refundOf = (
  { refundMark: mark, refunds, refundTotals }: Pick<Payment, "refundMark" | "refunds" | "refundTotals">,
  find: FindShownAsset,
) => ({
  isRefunded: mark !== null,
  ...(mark && { refundedAt: mark.refundedAt.toISOString() }),
  ...(mark?.txHash && { refundTxHash: mark.txHash }),
  ...(refunds[0] && {
    refundedAmount: tokenToWire(
      { asset: refunds[0].amount.asset, value: refundTotals?.refunded ?? 0n },
      find(refunds[0].amount.asset),
    ),
    refunds: refunds.map(({ id, status, amount, fiatAmount, createdAt, txHash: txId }) => ({
      refundId: id,
      status,
      amount: tokenToWire(amount, find(amount.asset)),
      fiatAmount: { unit: fiatUnit(fiatAmount.currency), value: fiatAmount.value.toString() },
      createdAt: createdAt.toISOString(),
      ...(txId && { txId }),
    })),
  }),
});
