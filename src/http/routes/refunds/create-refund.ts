import type { Hex } from "viem";
import {
  movesMoney,
  Refund,
  RefundBody,
  Refunded,
  refunded,
  refundToWire,
} from "../../../contract/payments/refunds.ts";
import { invalid, Refusal } from "../../../operations/errors/refusal.ts";
import { findMarked } from "../../../operations/refunds/find-transfer.ts";
import { markRefunded } from "../../../operations/refunds/mark-refunded.ts";
import { checkRequest, requestRefund } from "../../../operations/refunds/request-refund.ts";
import { checkReturn, requestReturn } from "../../../operations/refunds/return-exception.ts";
import { isOneSlip } from "../../../validation/one-slip.ts";
import { MANAGERS_AND_TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { BUYER, FIAT, PAYMENT_ID, REFUND, TX_ID } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { byCaller, creatorOf } from "../../request/merchant-actor.ts";

export const createRefund = endpoint({
  id: "createRefund",
  tag: "Refunds",
  summary: "Refund a payment, or mark it as refunded",
  about:
    "With `amount`, `reason` or `to`: creates a refund of all that is left, or of a part. An account of the merchant " +
    "signs it, in the console, on `refundUrl` or by `gatewayPaymentId` through the gateway, and the money goes to the " +
    "account that paid, or to `to`. The buyer of a deposit names an address first. With `exceptionId`: sends back all " +
    "the money of an exception, to its sender or to `to`, beside what was paid. Without them: marks the payment as " +
    "refunded in full. No money moves then; `txHash` names the transaction that paid the buyer back, which is verified. " +
    "The payment's status stays `succeeded` in both cases.",
  route: "POST /v1/refunds",
  caller: "partner",
  console: MANAGERS_AND_TILLS,
  merchant: "optional",
  idempotency: "optional",
  request: { body: RefundBody },
  response: [200, Refunded],
  also: {
    status: 201,
    response: Refund,
    is: (body) => typeof body === "object" && body !== null && "refundId" in body,
    examples: { half: REFUND },
  },
  errors: {
    400: ["payment_not_succeeded", "invalid_state"],
    404: ["not_found"],
    409: ["already_refunded"],
    502: ["bad_gateway"],
  },
  examples: {
    requests: {
      mark: { paymentId: PAYMENT_ID },
      withTransaction: { paymentId: PAYMENT_ID, txHash: TX_ID },
      half: { paymentId: PAYMENT_ID, amount: { unit: FIAT.unit, value: "625" }, reason: "One cup was broken" },
      ofException: { paymentId: PAYMENT_ID, exceptionId: "exc_06gzjr7b" },
      toAnotherAccount: { paymentId: PAYMENT_ID, to: BUYER },
    },
    responses: { refunded: { paymentId: PAYMENT_ID } },
  },
  uses: [
    "payments",
    "refunds",
    "chains",
    "followed",
    "screening",
    "settlements",
    "exceptions",
    "nowMs",
    "log",
    "throttle",
  ],
  async handle(services, call) {
    refuseMisspelt(call.body);
    const { paymentId, txHash, amount = null, exceptionId = null, reason = null, to = null } = call.body;
    const { caller, settings } = call;
    const ports = { ...services, payments: ownedPayments(services.payments, call) };
    const by = byCaller(caller);
    // What asks a chain or the screening, or looks at the payment, runs before the database transaction. A repeat must
    // not do so again: the payment has changed since, perhaps by its own first request.
    const earlier = txHash || movesMoney(call.body) ? await call.replayed() : null;
    if (earlier) return earlier;
    if (!movesMoney(call.body)) {
      if (caller.session?.till) throw new Refusal("forbidden", "A till may request refunds, not mark payments");
      const transfer = txHash ? await findMarked(ports, paymentId, txHash as Hex) : null;
      return call.once(async (tx) => {
        await markRefunded({ ...tx, payments: ownedPayments(tx.payments, call) }, paymentId, transfer, by);
        return refunded(paymentId);
      });
    }
    if (txHash)
      throw invalid([{ field: "txHash", message: "must not be sent with amount, exceptionId, reason or to" }]);
    if (to !== null && caller.session?.till) throw new Refusal("forbidden", "A till may not choose who gets a refund");
    const needsSecondPerson = to !== null && (await services.settlements.needsSecondPerson(caller.partnerId));
    const requestedBy = creatorOf(caller);
    const request = { paymentId, amount, reason, to, requestedBy, needsSecondPerson };
    const { chains } = services;
    if (exceptionId !== null) {
      if (caller.session?.till) throw new Refusal("forbidden", "A till may not send back the money of an exception");
      const returned = await checkReturn(ports, exceptionId, caller.merchantIds, request);
      return call.once(async (tx) => {
        const refund = await requestReturn({ ...services, refunds: tx.refunds }, returned, by);
        return refundToWire(refund, shownAssets(chains), settings.publicUrl);
      });
    }
    const checked = await checkRequest(ports, request);
    return call.once(async (tx) => {
      const inTx = { ...services, ...tx, payments: ownedPayments(tx.payments, call) };
      return refundToWire(await requestRefund(inTx, checked, by), shownAssets(services.chains), settings.publicUrl);
    });
  },
});

const FIELDS = Object.keys(RefundBody.properties);
/** Shorter names are near many words. */
const NAME_LENGTH_MIN = 4;
const LONG_FIELDS = FIELDS.filter(({ length }) => length >= NAME_LENGTH_MIN);

const plain = (name: string): string => name.toLowerCase().replaceAll("_", "");

/**
 * Other fields are ignored. But a misspelt one would turn a refund of a part into a mark of the whole payment, which
 * cannot be taken back.
 * @throws Refusal params_validation
 */
function refuseMisspelt(body: object): void {
  const unknown = Object.keys(body).filter((field) => !FIELDS.includes(field));
  const issues = unknown.flatMap((field) => {
    const meant = LONG_FIELDS.find((each) => isOneSlip(plain(field), plain(each)));
    return meant === undefined ? [] : [{ field, message: `is not a field: use ${meant}` }];
  });
  if (issues.length > 0) throw invalid(issues);
}
