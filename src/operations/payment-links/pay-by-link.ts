// A buyer reads a payment link's page, and creates a payment on it.
import { createHash } from "node:crypto";
import { FIAT_DIGITS_MAX, fiatUnit } from "../../money/amount.ts";
import { parseEnteredAmount } from "../../money/entered-amount.ts";
import { decimalsOf } from "../../money/fiat.ts";
import { type BuyerDataKeys, sealLinkFields } from "../../payment/buyer-data/buyer-data.ts";
import { type FeePolicy, leastPayment } from "../../payment/fee.ts";
import {
  type EnteredField,
  isOpenAmount,
  LINK_PAYMENT_LIFETIME_S,
  type LinkAmount,
  type LinkField,
} from "../../payment/payment-link.ts";
import { isShownText } from "../../payment/shown-text.ts";
import { Refusal } from "../errors/refusal.ts";
import { Unavailable } from "../errors/unavailable.ts";
import { type CreatePaymentPorts, createPayment } from "../payments/create-payment.ts";
import { type ClosedReason, fullReason, type LinkUses, type PublicLink } from "../ports/payment-links.ts";

export interface PayByLinkPorts extends Omit<CreatePaymentPorts, "payments"> {
  readonly paymentLinks: LinkUses;
  /** Null: none are configured, so links with fields accept no payments. */
  readonly buyerDataKeys: BuyerDataKeys | null;
}

export interface LinkEntry {
  /** A secret of the browser, which makes its repeats recognisable. */
  readonly visitor: string;
  /** The buyer's text; ignored if the amount is fixed. */
  readonly amount: string;
  /** The buyer's texts, in the order of the link's fields. */
  readonly fields: readonly string[];
  /** BCP 47: it decides what a separator means. */
  readonly locale: string;
}

export interface EntryIssue {
  /** The amount, or the index of a field. */
  readonly at: "amount" | number;
  readonly fault: "missing" | "malformed" | "too_low" | "too_high" | "too_long";
}

export type LinkOutcome =
  | { readonly type: "payment"; readonly paymentId: string }
  | { readonly type: "invalid"; readonly issues: readonly EntryIssue[] }
  | { readonly type: "closed"; readonly reason: ClosedReason };

/**
 * The amount as buyers may pay it: an open one starts at the smallest payment that covers the fees.
 * @returns null if the fees leave no payable amount
 */
export function payableAmount({ amount }: { readonly amount: LinkAmount }, fees: FeePolicy): LinkAmount | null {
  const least = leastPayment(fees, amount.currency);
  if (!isOpenAmount(amount)) return amount.value < least ? null : amount;
  if (least > amount.max) return null;
  if (least <= amount.min) return amount;
  const { suggested } = amount;
  return { ...amount, min: least, suggested: suggested !== null && suggested < least ? null : suggested };
}

/** Null if the link accepts payments. */
export function closedReason(found: PublicLink, standard: FeePolicy): ClosedReason | null {
  const { link, uses, isPastExpiry, merchant, fees } = found;
  if (!merchant.isActive || !payableAmount(link, fees ?? standard)) return "unavailable";
  if (!link.isEnabled) return "disabled";
  if (isPastExpiry) return "expired";
  return fullReason(link.usesMax, uses);
}

/** Thrown inside the creation, to leave it. */
class LinkClosed extends Error {
  readonly reason: ClosedReason;

  constructor(reason: ClosedReason) {
    super(`the payment link is closed: ${reason}`);
    this.reason = reason;
  }
}

/** @throws Unavailable */
export async function payByLink(ports: PayByLinkPorts, found: PublicLink, entry: LinkEntry): Promise<LinkOutcome> {
  const { link } = found;
  const fees = found.fees ?? ports.fees.standard;
  const payable = payableAmount(link, fees);
  if (!payable) return { type: "closed", reason: "unavailable" };
  const { value, fields, issues } = readEntry(payable, link.fields, entry);
  if (issues.length > 0) return { type: "invalid", issues };
  const payments: CreatePaymentPorts["payments"] = {
    async create(payment) {
      const sealed = fields.length === 0 ? null : sealLinkFields(keysOf(ports), payment.id, fields);
      const outcome = await ports.paymentLinks.use({
        link,
        payment,
        visitor: visitorDigest(entry),
        entry: digestOf(entry, [value.toString(), fields]),
        fields: sealed,
      });
      if (outcome.type === "closed") throw new LinkClosed(outcome.reason);
      if (outcome.type !== "reused") return outcome;
      return { type: "replayed", answer: { status: OK, body: outcome.paymentId } };
    },
  };
  const input = {
    amount: { unit: fiatUnit(link.amount.currency), value: value.toString() },
    referenceId: link.id,
    checkout: link.checkout,
    takesDeposits: link.takesDeposits,
    expiresAtS: ports.nowS() + LINK_PAYMENT_LIFETIME_S,
  };
  const createdBy = { type: "link", id: link.id } as const;
  const caller = { partnerId: link.partnerId, merchantId: link.merchantId, createdBy, fees: found.fees };
  try {
    const { answer } = await createPayment({ ...ports, payments }, caller, input, bodyIsId, null);
    return { type: "payment", paymentId: String(answer.body) };
  } catch (error) {
    if (error instanceof LinkClosed) return { type: "closed", reason: error.reason };
    if (error instanceof Refusal) return { type: "closed", reason: "unavailable" };
    throw error;
  }
}

const OK = 200;
const bodyIsId = ({ id }: { readonly id: string }) => ({ status: OK, body: id });

/** How long a buyer waits for an operator to set the keys. */
const RETRY_AFTER_S = 60;

function keysOf({ buyerDataKeys }: PayByLinkPorts): BuyerDataKeys {
  if (buyerDataKeys) return buyerDataKeys;
  throw new Unavailable("This installation cannot keep what buyers enter: its operator must set BUYER_DATA_KEYS", {
    cause: new Error("BUYER_DATA_KEYS is not set"),
    retryAfterS: RETRY_AFTER_S,
  });
}

/** Finds a browser's payments. */
export const visitorDigest = (entry: Pick<LinkEntry, "visitor">): Buffer => digestOf(entry, null);

/** The secret keeps the digest from revealing the buyer's entries. */
const digestOf = ({ visitor }: Pick<LinkEntry, "visitor">, entered: unknown): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([visitor, entered]))
    .digest();

function readEntry(amount: LinkAmount, asked: readonly LinkField[], entry: LinkEntry) {
  const issues: EntryIssue[] = [];
  const value = readAmount(amount, entry, issues);
  const fields: EnteredField[] = [];
  for (const [index, field] of asked.entries()) {
    const entered = (entry.fields[index] ?? "").normalize("NFC").trim();
    const fault = fieldFault(field, entered);
    if (fault) issues.push({ at: index, fault });
    else if (entered !== "") fields.push({ label: field.label, value: entered });
  }
  return { value, fields, issues };
}

function readAmount(amount: LinkAmount, { amount: text, locale }: LinkEntry, issues: EntryIssue[]): bigint {
  if (!isOpenAmount(amount)) return amount.value;
  const decimals = decimalsOf(amount.currency);
  const value = parseEnteredAmount(text, decimals, FIAT_DIGITS_MAX, locale);
  if (text.trim() === "") issues.push({ at: "amount", fault: "missing" });
  else if (value === null) issues.push({ at: "amount", fault: "malformed" });
  else if (value < amount.min) issues.push({ at: "amount", fault: "too_low" });
  else if (value > amount.max) issues.push({ at: "amount", fault: "too_high" });
  return value ?? 0n;
}

function fieldFault({ isRequired, lengthMax }: LinkField, value: string): EntryIssue["fault"] | null {
  if (value === "") return isRequired ? "missing" : null;
  if (!isShownText(value)) return "malformed"; // staff would read another text
  return [...value].length > lengthMax ? "too_long" : null;
}
