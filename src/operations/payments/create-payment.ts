// Creates a payment, payable until it expires.
import { newPaymentId } from "../../ids.ts";
import {
  currencyOfUnit,
  FIAT_DIGITS_MAX,
  type FiatAmount,
  formatFiat,
  parsePositiveInteger,
} from "../../money/amount.ts";
import { findCurrency } from "../../money/fiat.ts";
import type { ChargeDetails } from "../../payment/charge.ts";
import type { CreatedBy } from "../../payment/created-by.ts";
import { type FeePolicy, leastPayment } from "../../payment/fee.ts";
import { type LineItem, parseLineValue } from "../../payment/line-item.ts";
import { type Checkout, PAYMENT_LIFETIME_S, type PaymentStatus } from "../../payment/payment.ts";
import { paymentKey } from "../../payment/terms.ts";
import { type Issue, invalid, keyConflict, keyInUse, merchantNotFound, Refusal } from "../errors/refusal.ts";
import type { EarlierAnswer, IdempotentRequest, StoredAnswer } from "../ports/idempotency.ts";
import type { CreateOutcome, NewPayment } from "../ports/new-payment.ts";
import type { FeePorts } from "../ports/payments.ts";
import { type FaultPorts, faultIssues } from "./refuse-fault.ts";

export interface CreatePaymentInput {
  readonly amount: { readonly unit: string; readonly value: string };
  readonly referenceId: string;
  readonly checkout: Checkout | null;
  /** Unix seconds; null for five minutes from now. */
  readonly expiresAtS: number | null;
  readonly charge?: ChargeDetails;
  readonly description?: string | null;
  readonly lineItems?: readonly LineItemInput[];
  readonly takesDeposits?: boolean;
}

export interface LineItemInput {
  readonly name: string;
  readonly quantity: number;
  readonly amount: { readonly unit: string; readonly value: string };
}

export interface CreatePaymentPorts extends FaultPorts {
  readonly payments: {
    /** Writes payment, event and, if a key was sent, the response: all or nothing, durable when it resolves. */
    create(
      payment: NewPayment,
      idempotent: (IdempotentRequest & { answer: StoredAnswer }) | null,
    ): Promise<CreateOutcome>;
  };
  readonly idempotency: {
    find(partnerId: string, request: IdempotentRequest): Promise<EarlierAnswer | null>;
  };
  readonly fees: Pick<FeePorts, "standard">;
  /** The longest time from creation to expiry. */
  readonly paymentLifetimeMaxS: number;
  /** Whether redirects to `http://localhost` are allowed; not in production. */
  readonly allowsLocalRedirects: boolean;
  /** By the database's clock, like `nowS`. */
  nowMs(): number;
  nowS(): number;
}

export interface CreateCaller {
  readonly partnerId: string;
  readonly merchantId: string;
  readonly createdBy: CreatedBy;
  /** The partner's policy; null if it has none. */
  readonly fees: FeePolicy | null;
}

export interface CreatedPayment {
  readonly id: string;
  readonly partnerId: string;
  readonly status: PaymentStatus;
  readonly expiresAtS: number;
  readonly takesDeposits: boolean;
}

/**
 * @param answerOf the response for the new payment, stored with it for repeats of the request
 * @returns that response, or the stored one of an earlier identical request
 * @throws Refusal params_validation, merchant_not_found, forbidden, idempotency_conflict
 */
export async function createPayment(
  ports: CreatePaymentPorts,
  { fees, ...owner }: CreateCaller,
  input: CreatePaymentInput,
  answerOf: (payment: CreatedPayment) => StoredAnswer,
  idempotent: IdempotentRequest | null,
): Promise<{ answer: StoredAnswer; isReplay: boolean }> {
  const nowS = ports.nowS();
  const { amount, lineItems, issues: found } = check(ports, input, fees ?? ports.fees.standard, nowS);
  const issues = [...found, ...(await faultIssues(ports, { ...owner, referenceId: input.referenceId, amount }))];
  if (!amount || issues.length > 0) {
    // A request that was valid may have become invalid since (its expiry has passed); a repeat gets the first response.
    const earlier = idempotent && (await ports.idempotency.find(owner.partnerId, idempotent));
    if (earlier?.type === "replayed") return { answer: earlier.answer, isReplay: true };
    throw invalid(issues);
  }

  const createdAtMs = Math.floor(ports.nowMs());
  const { partnerId } = owner;
  const id = newPaymentId(idempotent && { partnerId, ...idempotent }, createdAtMs);
  const takesDeposits = input.takesDeposits ?? true;
  const expiresAtS = input.expiresAtS ?? nowS + PAYMENT_LIFETIME_S;
  const payment: NewPayment = {
    ...owner,
    id,
    referenceId: input.referenceId,
    amount,
    checkout: input.checkout,
    description: input.description ?? null,
    lineItems,
    takesDeposits,
    createdAtMs,
    expiresAtS,
    paymentKey: paymentKey(id),
    feePolicyId: fees?.id ?? null,
    ...(input.charge && { charge: input.charge }),
  };
  const answer = answerOf({ id, partnerId, status: "requires_action", expiresAtS, takesDeposits });
  const outcome = await ports.payments.create(payment, idempotent && { ...idempotent, answer });
  switch (outcome.type) {
    case "created":
      return { answer, isReplay: false };
    case "replayed":
      return { answer: outcome.answer, isReplay: true };
    case "key_conflict":
      throw keyConflict();
    case "key_in_use":
      throw keyInUse();
    case "merchant_not_found":
      throw merchantNotFound();
    case "merchant_not_active":
      throw new Refusal("forbidden", "The merchant is not active and cannot accept new payments");
  }
}

function check(ports: CreatePaymentPorts, input: CreatePaymentInput, fees: FeePolicy, nowS: number) {
  const issues: Issue[] = [];
  const currency = findCurrency(currencyOfUnit(input.amount.unit) ?? "");
  if (!currency)
    issues.push({
      field: "amount.unit",
      message: "must be iso4217/ and a currency code, for example iso4217/USD",
    });
  const value = parsePositiveInteger(input.amount.value, FIAT_DIGITS_MAX);
  if (value === null) {
    issues.push({
      field: "amount.value",
      message: `must be a positive integer of at most ${FIAT_DIGITS_MAX} digits`,
    });
  }
  const amount: FiatAmount | null = currency && value !== null ? { currency: currency.code, value } : null;
  issues.push(...feeIssues(amount, fees));
  if (input.expiresAtS !== null && input.expiresAtS <= nowS)
    issues.push({ field: "expiresAt", message: "must be in the future" });
  if (input.expiresAtS !== null && input.expiresAtS > nowS + ports.paymentLifetimeMaxS)
    issues.push({ field: "expiresAt", message: `must be at most ${daysOf(ports.paymentLifetimeMaxS)} days ahead` });
  issues.push(...redirectIssues(input.checkout, ports.allowsLocalRedirects));
  const lineItems = checkLineItems(input, issues);
  return { amount, lineItems, issues };
}

function checkLineItems({ amount, lineItems = [] }: CreatePaymentInput, issues: Issue[]): readonly LineItem[] {
  return lineItems.map(({ name, quantity, amount: { unit, value: text } }, index) => {
    const field = `lineItems.${index}.amount`;
    const value = parseLineValue(text);
    if (unit !== amount.unit) issues.push({ field: `${field}.unit`, message: "must be the payment's unit" });
    if (value === null) {
      const message = `must be 0 or a positive integer of at most ${FIAT_DIGITS_MAX} digits`;
      issues.push({ field: `${field}.value`, message });
    }
    return { name, quantity, value: value ?? 0n };
  });
}

/** @param allowsLocal whether `http://localhost` is allowed */
export const redirectIssues = (checkout: Checkout | null, allowsLocal: boolean): Issue[] =>
  (["successUrl", "errorUrl"] as const)
    .filter((name) => checkout && !isRedirectUrl(checkout[name], allowsLocal))
    .map((name) => ({ field: `checkout.${name}`, message: "must be an https URL without credentials" }));

const DAY_S = 86_400;
const daysOf = (seconds: number): number => Math.floor(seconds / DAY_S);

/** @param field of the amount's value */
export function feeIssues(amount: FiatAmount | null, fees: FeePolicy, field = "amount.value"): Issue[] {
  const least = amount && leastPayment(fees, amount.currency);
  if (!least || amount.value >= least) return [];
  const readable = formatFiat({ currency: amount.currency, value: least });
  // Points of sale find the minimum by the words "amount must be at least" and the integer after them.
  const message = `must be at least ${least} (${readable}) to cover fees`;
  return [{ field, message, subject: "amount" }];
}

/** Whether the buyer may be sent there. @param allowsLocal whether `http://localhost` is allowed */
export function isRedirectUrl(text: string, allowsLocal: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username || url.password) return false;
  return url.protocol === "https:" || (allowsLocal && url.protocol === "http:" && url.hostname === "localhost");
}
