// The partner's side of a payment on the wire, and the status and cancellation that the gateway shares.
import Type, { type Static } from "typebox";
import { isLivemode } from "../../merchant/mode.ts";
import { fiatUnit } from "../../money/amount.ts";
import { CREATOR_TYPES, type CreatedBy } from "../../payment/created-by.ts";
import { DEPOSIT_STATUSES, type DepositStatus, type ShownDeposits } from "../../payment/deposit.ts";
import { LINE_ITEMS_MAX } from "../../payment/line-item.ts";
import { paymentLink, x402Url } from "../../payment/link.ts";
import { type CancelledReason, PAYMENT_STATUSES, type Payment, type PaymentStatus } from "../../payment/payment.ts";
import { isTerminal } from "../../payment/transition.ts";
import { type FindShownAsset, tokenToWire } from "../amounts.ts";
import * as wire from "../primitives.ts";
import { linkOfPayment } from "./link-of-payment.ts";
import { refundFields, refundOf } from "./refunds.ts";

export const paymentStatus = wire.oneOf(PAYMENT_STATUSES);

export const livemode = Type.Boolean({ description: "false: a test payment, which moves no real money" });

export const failureCode = wire.oneOfOrNull(["declined_user"]);

/** Present once an address was asked for. The newest transfers without dust, oldest first; `received` counts all. */
export const deposits = Type.Array(
  Type.Object({
    asset: wire.asset,
    address: Type.String(),
    amount: wire.amount,
    received: wire.amount,
    transactions: Type.Array(
      Type.Object({
        hash: wire.transactionId,
        from: Type.String({ description: "who sent it: often an exchange's shared account, so not for refunds" }),
        value: Type.String({ description: "an integer in the asset's smallest unit" }),
        status: Type.Unsafe<DepositStatus>({
          ...wire.oneOf(DEPOSIT_STATUSES),
          description: "`pending` in a block, `confirmed` at the depth of the policy, `orphaned` by a reorganisation",
        }),
      }),
    ),
  }),
);

/** Shared by details, lists and events. */
export const depositsOf = ({ deposits: shown }: Pick<Payment, "deposits">, find: FindShownAsset) =>
  shown.length === 0 ? {} : { deposits: shown.map((each) => shownAddress(each, find)) };

function shownAddress(
  { asset, address, asked, received, deposits: sent }: ShownDeposits,
  find: FindShownAsset,
): Static<typeof deposits>[number] {
  const amountOf = (value: bigint) => tokenToWire({ asset, value }, find(asset));
  const transactions = sent.map(({ txHash, from, amount, status }) => ({
    hash: txHash,
    from,
    value: amount.toString(),
    status,
  }));
  return { asset, address, amount: amountOf(asked), received: amountOf(received), transactions };
}

const paymentInfo = Type.Object({ optionAmount: wire.amount, txId: wire.transactionId });

export const CreatePaymentBody = wire.closed({
  amount: wire.amountInput,
  referenceId: wire.referenceId,
  checkout: Type.Optional(wire.nullable(wire.closed({ successUrl: wire.redirectUrl, errorUrl: wire.redirectUrl }))),
  expiresAt: Type.Optional(wire.nullable(wire.unixSeconds)),
  description: Type.Optional(wire.nullable(wire.paymentDescription)),
  lineItems: Type.Optional(Type.Array(wire.lineItem, { maxItems: LINE_ITEMS_MAX })),
  deposit: Type.Optional(wire.nullable(wire.deposit)),
});

/** Tolerates points of sale: extra fields are ignored, and redirects that cannot be used are switched off. */
export const CreateMerchantPaymentBody = Type.Object({
  amount: Type.Object({ unit: Type.String(), value: Type.String() }),
  referenceId: wire.referenceId,
  checkout: Type.Optional(
    wire.nullable(
      Type.Object({
        successUrl: Type.Optional(wire.nullable(wire.redirectUrl)),
        errorUrl: Type.Optional(wire.nullable(wire.redirectUrl)),
      }),
    ),
  ),
  expiresAt: Type.Optional(wire.nullable(wire.unixSeconds)),
  deposit: Type.Optional(wire.nullable(wire.deposit)),
});

export const PaymentCreated = Type.Object({
  paymentId: Type.String(),
  status: paymentStatus,
  isFinal: Type.Boolean(),
  expiresAt: wire.unixSeconds,
  gatewayUrl: wire.url,
  x402Url: Type.Optional(
    Type.String({ format: "uri", description: "where an x402 client pays; missing with `deposit: false`" }),
  ),
  pollInMs: Type.Optional(wire.pollInMs),
  // A repeat may get a response that was stored before there were test payments.
  livemode: Type.Optional(livemode),
});

export const StatusQuery = wire.closed({ maxPollMs: Type.Optional(wire.maxPollMs) });

export const StatusResult = Type.Object({
  isFinal: Type.Boolean(),
  status: paymentStatus,
  failureCode: Type.Optional(failureCode),
  info: wire.nullable(paymentInfo),
  pollInMs: Type.Optional(wire.pollInMs),
});

/** The description that the merchant gave the buyer; absent if there is none. */
export const described = {
  description: Type.Optional(Type.String()),
  lineItems: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        quantity: Type.Integer(),
        amount: Type.Object({ unit: Type.String(), value: Type.String() }),
      }),
    ),
  ),
};

/** Who created a payment. References prove nothing: everyone who creates payments chooses theirs. */
export const createdBy = Type.Object({
  type: Type.Unsafe<CreatedBy["type"]>({
    ...wire.oneOf(CREATOR_TYPES),
    description:
      "`server`: a key on a server; `charge`: a key on a server, by a charge; `pos`: a key of the role `pos`; `till`: a " +
      "paired till; `user`: a person in the console; `link`: a buyer on a payment link; `x402`: a key on a server that " +
      "had the transfer of a program settled",
  }),
  id: Type.Optional(Type.String({ description: "the id of the key, the till, the user or the payment link" })),
  name: Type.Optional(
    Type.String({ description: "the key's label, the name of the till or the user, or the link's description" }),
  ),
});

export const creatorToWire = ({ type, id, name }: CreatedBy): Static<typeof createdBy> => ({
  type,
  ...(id !== null && { id }),
  ...(typeof name === "string" && { name }),
});

/** Shared by details, lists and events. */
export const createdByToWire = (payment: Pick<Payment, "createdBy">): Static<typeof createdBy> =>
  creatorToWire(payment.createdBy);

export const PaymentDetails = Type.Object({
  referenceId: Type.String(),
  livemode,
  createdBy,
  paymentLink: Type.Optional(linkOfPayment),
  status: paymentStatus,
  failureCode: Type.Optional(failureCode),
  info: wire.nullable(paymentInfo),
  ...refundFields,
  ...described,
  deposits: Type.Optional(deposits),
  settlement: wire.nullable(
    Type.Object({
      successful: wire.nullable(
        Type.Object({
          amount: Type.Object({ unit: Type.String(), value: Type.String() }),
          txId: wire.transactionId,
        }),
      ),
    }),
  ),
});

/** The body of a partner's or a buyer's cancel. It may be omitted; its content is ignored. */
export const CancelBody = wire.nullable(Type.Object({}));

export const Cancellation = Type.Object({
  paymentId: Type.String(),
  status: Type.Unsafe<"cancelled">({ type: "string", const: "cancelled" }),
  cancelledReason: wire.oneOf(["cancelled_by_user", "cancelled_by_merchant"] as const satisfies CancelledReason[]),
  cancelledAt: wire.timestamp,
});

/** A buyer takes longer to sign than a chain takes to include, so polls are faster while processing. */
const POLL_MS = { requires_action: 1_000, processing: 500 } as const satisfies Partial<Record<PaymentStatus, number>>;

const pollOf = (status: PaymentStatus): { pollInMs?: number } =>
  status === "requires_action" || status === "processing" ? { pollInMs: POLL_MS[status] } : {};

export function paymentCreated(
  payment: Pick<Payment, "id" | "partnerId" | "status" | "expiresAtS" | "takesDeposits">,
  publicUrl: string,
): Static<typeof PaymentCreated> {
  return {
    paymentId: payment.id,
    status: payment.status,
    isFinal: isTerminal(payment.status),
    expiresAt: payment.expiresAtS,
    gatewayUrl: paymentLink(publicUrl, payment.id),
    ...(payment.takesDeposits && { x402Url: x402Url(publicUrl, payment.id) }),
    ...pollOf(payment.status),
    livemode: isLivemode(payment.partnerId),
  };
}

export function statusResult(payment: Payment, find: FindShownAsset): Static<typeof StatusResult> {
  return {
    isFinal: isTerminal(payment.status),
    status: payment.status,
    ...failureOf(payment),
    info: infoOf(payment, find),
    ...pollOf(payment.status),
  };
}

/** @param link on which the payment was created, if any */
export function paymentDetails(
  payment: Payment,
  find: FindShownAsset,
  link: Static<typeof linkOfPayment> | null = null,
): Static<typeof PaymentDetails> {
  return {
    referenceId: payment.referenceId,
    livemode: isLivemode(payment.partnerId),
    createdBy: createdByToWire(payment),
    ...(link && { paymentLink: link }),
    status: payment.status,
    ...failureOf(payment),
    info: infoOf(payment, find),
    settlement: settlementOf(payment),
    ...refundOf(payment, find),
    ...descriptionOf(payment),
    ...depositsOf(payment, find),
  };
}

/** Shared by details and lists. */
export const descriptionOf = ({ description, lineItems, amount }: Payment) => ({
  ...(description !== null && { description }),
  ...(lineItems.length > 0 && {
    lineItems: lineItems.map(({ name, quantity, value }) => ({
      name,
      quantity,
      amount: { unit: fiatUnit(amount.currency), value: value.toString() },
    })),
  }),
});

/** @param payment cancelled; nothing changes it afterwards, so its last update is the cancellation */
export function cancellation(payment: Payment): Static<typeof Cancellation> {
  if (!payment.cancelledReason) throw new TypeError(`payment is ${payment.status}, not cancelled`);
  return {
    paymentId: payment.id,
    status: "cancelled",
    cancelledReason: payment.cancelledReason,
    cancelledAt: payment.lastUpdatedAt.toISOString(),
  };
}

export const failureOf = ({
  status,
  failureCode,
}: Pick<Payment, "status" | "failureCode">): Pick<Static<typeof StatusResult>, "failureCode"> =>
  status === "failed" ? { failureCode } : {};

function infoOf({ status, confirmation, credit }: Payment, find: FindShownAsset): Static<typeof paymentInfo> | null {
  if (status !== "succeeded" || !confirmation || !credit) return null;
  const { asset } = confirmation.option;
  return { optionAmount: tokenToWire({ asset, value: credit.amount }, find(asset)), txId: credit.txHash };
}

/**
 * The merchant's receipt: the amount less the fee, in the payment's own transaction. `successful` is null if a reorg
 * permanently removed that transaction.
 */
function settlementOf({ status, confirmation, credit }: Payment): Static<typeof PaymentDetails>["settlement"] {
  if (status !== "succeeded" || !confirmation || !credit) return null;
  if (credit.isLost) return { successful: null };
  if (!credit.settled) return null;
  const { asset, terms } = confirmation.option;
  const { unit, value } = tokenToWire({ asset, value: credit.amount - terms.fee }, null);
  return { successful: { amount: { unit, value }, txId: credit.txHash } };
}
