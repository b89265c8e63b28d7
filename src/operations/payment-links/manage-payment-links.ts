// Creates and changes payment links.
import { newId } from "../../ids.ts";
import type { Actor } from "../../merchant/audit.ts";
import { currencyOfUnit, FIAT_DIGITS_MAX, parsePositiveInteger } from "../../money/amount.ts";
import { findCurrency } from "../../money/fiat.ts";
import type { FeePolicy } from "../../payment/fee.ts";
import { type CountedLink, isOpenAmount, LINKS_MAX, type LinkAmount } from "../../payment/payment-link.ts";
import { referencePatternFault } from "../../payment/payment-links/reference-pattern.ts";
import { type Issue, invalid, linkMissing, merchantNotFound, Refusal } from "../errors/refusal.ts";
import { feeIssues, redirectIssues } from "../payments/create-payment.ts";
import { type FaultPorts, faultIssues } from "../payments/refuse-fault.ts";
import type { LinkChanges, LinkChoice, LinkRecords } from "../ports/payment-links.ts";

export interface ManageLinksPorts extends FaultPorts {
  readonly paymentLinks: LinkRecords;
  readonly merchants: { find(partnerId: string, merchantId: string): Promise<object | null> };
}

/** The installation's rules for links. */
export interface LinkRules {
  /** The smallest payments of the partner. */
  readonly fees: FeePolicy;
  /** Whether redirects to `http://localhost` are allowed; not in production. */
  readonly allowsLocalRedirects: boolean;
  readonly nowS: number;
}

/** An amount as it was sent: `value`, or `min` and `max`. */
export interface GivenAmount {
  readonly unit: string;
  readonly value?: string;
  readonly min?: string;
  readonly max?: string;
  readonly suggested?: string | null;
}

/** @throws Refusal params_validation, merchant_not_found, limit_exceeded */
export async function createLink(
  { paymentLinks, merchants, faults }: ManageLinksPorts,
  owner: { readonly partnerId: string; readonly merchantId: string },
  { amount: given, ...choice }: Omit<LinkChoice, "amount"> & { readonly amount: GivenAmount },
  by: Actor,
  rules: LinkRules,
): Promise<CountedLink> {
  const issues: Issue[] = [];
  const amount = readAmount(given, rules.fees, issues);
  issues.push(...(await patternIssues({ faults }, owner, choice, amount)));
  for (const [index, { label }] of choice.fields.entries()) {
    const first = choice.fields.findIndex((other) => other.label === label);
    if (first < index) issues.push({ field: `fields.${index}.label`, message: `duplicates fields.${first}.label` });
  }
  issues.push(...redirectIssues(choice.checkout, rules.allowsLocalRedirects), ...expiryIssues(choice, rules));
  if (!amount || issues.length > 0) throw invalid(issues);
  if (!(await merchants.find(owner.partnerId, owner.merchantId))) throw merchantNotFound();
  const created = await paymentLinks.insert({ id: newId("paymentLink"), ...owner }, { ...choice, amount }, by);
  if (created) return created;
  throw new Refusal("limit_exceeded", `A partner may have at most ${LINKS_MAX} payment links: delete one first`);
}

/** The payments' references begin as the pattern does, so a demo buyer rehearses them all, or none. */
async function patternIssues(
  ports: FaultPorts,
  owner: { readonly partnerId: string; readonly merchantId: string },
  { referencePattern }: Pick<LinkChoice, "referencePattern">,
  amount: LinkAmount | null,
): Promise<readonly Issue[]> {
  const field = "referencePattern";
  const fault = referencePatternFault(referencePattern);
  if (fault !== null) return [{ field, message: fault }];
  const least = amount && { currency: amount.currency, value: isOpenAmount(amount) ? amount.min : amount.value };
  return faultIssues(ports, { ...owner, referenceId: referencePattern, amount: least }, field);
}

/** @throws Refusal params_validation, not_found */
export async function updateLink(
  { paymentLinks }: Pick<ManageLinksPorts, "paymentLinks">,
  { partnerId, id }: { readonly partnerId: string; readonly id: string },
  changes: LinkChanges,
  by: Actor,
  nowS: number,
): Promise<CountedLink> {
  const issues = expiryIssues(changes, { nowS });
  if (issues.length > 0) throw invalid(issues);
  const link = await paymentLinks.update(partnerId, id, changes, by);
  if (!link) throw linkMissing();
  return link;
}

const expiryIssues = (
  { expiresAtS }: { readonly expiresAtS: number | null | undefined },
  { nowS }: { readonly nowS: number },
): Issue[] =>
  typeof expiresAtS === "number" && expiresAtS <= nowS
    ? [{ field: "expiresAt", message: "must be in the future" }]
    : [];

const ONE_FORM = "must have either value, or min and max";

function readAmount({ unit, value, min, max, suggested }: GivenAmount, fees: FeePolicy, issues: Issue[]) {
  const currency = findCurrency(currencyOfUnit(unit) ?? "")?.code;
  if (!currency) {
    issues.push({ field: "amount.unit", message: "must be iso4217/ and a currency code, for example iso4217/USD" });
  }
  const isFixed = value !== undefined;
  const isOpen = min !== undefined && max !== undefined;
  const isMixed = isFixed && (min !== undefined || max !== undefined || (suggested ?? null) !== null);
  if (isFixed === isOpen || isMixed) {
    issues.push({ field: "amount", message: ONE_FORM });
    return null;
  }
  const read = (name: string, text: string): bigint => {
    const found = parsePositiveInteger(text, FIAT_DIGITS_MAX);
    const message = `must be a positive integer of at most ${FIAT_DIGITS_MAX} digits`;
    if (found === null) issues.push({ field: `amount.${name}`, message });
    return found ?? 0n;
  };
  const amount: LinkAmount = isFixed
    ? { currency: currency ?? "", value: read("value", value) }
    : {
        currency: currency ?? "",
        min: read("min", min ?? ""),
        max: read("max", max ?? ""),
        suggested: typeof suggested === "string" ? read("suggested", suggested) : null,
      };
  if (issues.some(({ field }) => field.startsWith("amount"))) return null;
  issues.push(...boundIssues(amount, fees));
  return amount;
}

function boundIssues(amount: LinkAmount, fees: FeePolicy): Issue[] {
  if (!isOpenAmount(amount)) return feeIssues(amount, fees);
  const { currency, min, max, suggested } = amount;
  const issues = feeIssues({ currency, value: min }, fees, "amount.min");
  if (max < min) issues.push({ field: "amount.max", message: "must not be below amount.min" });
  else if (suggested !== null && (suggested < min || suggested > max)) {
    issues.push({ field: "amount.suggested", message: "must be from amount.min to amount.max" });
  }
  return issues;
}
