// The form of a payment link's page: an amount, unless it is fixed, and the merchant's fields.
import { formatStandardUnits } from "../../money/amount.ts";
import { decimalsOf } from "../../money/fiat.ts";
import type { EntryIssue, LinkEntry } from "../../operations/payment-links/pay-by-link.ts";
import { isOpenAmount, type LinkAmount, type OpenAmount, type PaymentLink } from "../../payment/payment-link.ts";
import { readableAmount } from "../amount.ts";
import { CATALOGUES } from "../catalogues.ts";
import { escaped } from "../html.ts";
import type { Language } from "../messages/languages.ts";
import { counted } from "../messages/message.ts";
import { written } from "../written.ts";

export interface LinkForm {
  readonly link: PaymentLink;
  readonly merchant: { readonly name: string; readonly logo: string | null };
  /** The amount that buyers may pay now. */
  readonly amount: LinkAmount;
  /** The buyer's earlier entries, if any. */
  readonly entry: LinkEntry;
  readonly issues: readonly EntryIssue[];
  readonly language: Language;
  /** Formats amounts. */
  readonly locale: string;
}

export const AMOUNT_FIELD = "amount";
export const VISITOR_FIELD = "visitor";
export const fieldName = (index: number): string => `field-${index}`;

export function renderForm(form: LinkForm): string {
  const texts = CATALOGUES[form.language].paymentLink;
  const { link, amount, entry, merchant } = form;
  const told =
    link.fields.length === 0 ? "" : `<p class="small">${written(texts.told, { merchant: merchant.name })}</p>`;
  return `${renderSummary(form)}
<form method="post" autocomplete="on">
<input type="hidden" name="${VISITOR_FIELD}" value="${escaped(entry.visitor)}">
${isOpenAmount(amount) ? renderAmount(form, amount) : ""}
${link.fields.map((_, index) => renderField(form, index)).join("\n")}
<button class="button">${escaped(texts.go)}</button>
<p class="small">${escaped(texts.next)}</p>
${told}
</form>`;
}

function renderAmount(form: LinkForm, amount: OpenAmount): string {
  const texts = CATALOGUES[form.language].paymentLink;
  const hint = written(texts.amountHint, boundsOf(amount, form.locale));
  const given = form.entry.amount || (form.issues.length === 0 ? suggestionOf(amount, form.locale) : "");
  return `<div class="field"><label for="${AMOUNT_FIELD}">${written(texts.amount, { currency: amount.currency })}</label>
<p class="hint" id="${AMOUNT_FIELD}-hint">${hint}</p>
<div class="money" dir="ltr">
<input ${attributesOf(form, "amount", AMOUNT_FIELD, `${AMOUNT_FIELD}-hint `)} value="${escaped(given)}" required inputmode="decimal" autocomplete="off" maxlength="40">
<span aria-hidden="true">${amount.currency}</span></div>
${errorOf(form, "amount", AMOUNT_FIELD)}</div>`;
}

function renderField(form: LinkForm, index: number): string {
  const field = form.link.fields[index];
  if (!field) return "";
  const texts = CATALOGUES[form.language].paymentLink;
  const id = fieldName(index);
  const label = field.isRequired
    ? `<bdi>${escaped(field.label)}</bdi>`
    : written(texts.optional, { label: field.label });
  const value = escaped(form.entry.fields[index] ?? "");
  return `<div class="field"><label for="${id}">${label}</label>
<input ${attributesOf(form, index, id, "")} value="${value}" maxlength="${field.lengthMax}" dir="auto"${field.isRequired ? " required" : ""}>
${errorOf(form, index, id)}</div>`;
}

function renderSummary(form: LinkForm): string {
  if (form.issues.length === 0) return "";
  const links = form.issues.map((issue) => {
    const id = issue.at === "amount" ? AMOUNT_FIELD : fieldName(issue.at);
    return `<li><a href="#${id}">${messageOf(form, issue)}</a></li>`;
  });
  const { again } = CATALOGUES[form.language].paymentLink;
  return `<div class="summary" role="alert" tabindex="-1" autofocus><h2>${escaped(again)}</h2><ul>${links.join("")}</ul></div>`;
}

const issueAt = ({ issues }: LinkForm, at: EntryIssue["at"]) => issues.find((issue) => issue.at === at);

function attributesOf(form: LinkForm, at: EntryIssue["at"], id: string, described: string): string {
  const isWrong = issueAt(form, at) !== undefined;
  return `id="${id}" name="${id}" aria-describedby="${described}${id}-error"${isWrong ? ' aria-invalid="true"' : ""}`;
}

function errorOf(form: LinkForm, at: EntryIssue["at"], id: string): string {
  const issue = issueAt(form, at);
  return `<p class="error" id="${id}-error">${issue ? messageOf(form, issue) : ""}</p>`;
}

/** The message as HTML. */
function messageOf({ link, amount, language, locale }: LinkForm, { at, fault }: EntryIssue): string {
  const { wrong } = CATALOGUES[language].paymentLink;
  if (at === "amount") {
    if (!isOpenAmount(amount)) return "";
    const { min, max } = boundsOf(amount, locale);
    if (fault === "too_low") return written(wrong.amountTooLow, { min });
    if (fault === "too_high") return written(wrong.amountTooHigh, { max });
    const example = numberText(amount.suggested ?? amount.min, amount.currency, locale);
    return written(fault === "missing" ? wrong.amountMissing : wrong.amountMalformed, { example });
  }
  const { label = "", lengthMax = 0 } = link.fields[at] ?? {};
  if (fault === "missing") return written(wrong.fieldMissing, { label });
  if (fault === "too_long") return written(counted(wrong.fieldTooLong, lengthMax, language), { label });
  return written(wrong.fieldMalformed, { label });
}

const boundsOf = ({ currency, min, max }: OpenAmount, locale: string) => ({
  min: readableAmount({ currency, value: min }, locale),
  max: readableAmount({ currency, value: max }, locale),
});

const suggestionOf = ({ suggested, currency }: OpenAmount, locale: string): string =>
  suggested === null ? "" : numberText(suggested, currency, locale);

/** A number without grouping, in the digits of the hint, as it may be entered: "12,50" in German. */
function numberText(value: bigint, currency: string, locale: string): string {
  const decimals = decimalsOf(currency);
  const format = new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(formatStandardUnits(value, decimals) as Intl.StringNumericLiteral);
}
