// The fields of the hosted buyer-data form, with their errors. It works without script; in-browser.js only enhances it.

import type { Messages } from "../../../locales/checkout/en.ts";
import type { Form } from "../../operations/buyer-data/collect-buyer-data.ts";
import {
  ADDRESS_LENGTH_MAX,
  AGE_YEARS_MAX,
  type BuyerDataFieldId,
  type BuyerDataIssue,
  NAME_LENGTH_MAX,
  yearsBefore,
} from "../../payment/buyer-data/buyer-data-fields.ts";
import { COUNTRIES } from "../../payment/buyer-data/countries.ts";
import { CATALOGUES } from "../catalogues.ts";
import { escaped } from "../html.ts";
import type { Language } from "../messages/languages.ts";
import { counted } from "../messages/message.ts";
import { written } from "../written.ts";
import type { Answers, Place } from "./answers.ts";

/** The fields in display order. */
const FIELDS: readonly BuyerDataFieldId[] = [
  "fullName",
  "dob",
  "porCountry",
  "porAddress",
  "pobCountry",
  "pobAddress",
  "tosConfirmed",
];

export interface FormPage {
  readonly form: Form;
  readonly answers: Answers;
  readonly issues: readonly BuyerDataIssue[];
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly retentionDays: number;
  readonly language: Language;
  /** Formats amounts, times and numbers. */
  readonly locale: string;
}

export const textsOf = ({ language }: Pick<FormPage, "language">): Messages["buyerData"] =>
  CATALOGUES[language].buyerData;

/** Fields with errors, in display order. */
export function wrongFields({ answers: { place, collected }, issues }: FormPage): readonly BuyerDataFieldId[] {
  const isNamed = (id: BuyerDataFieldId) => issues.some(({ field }) => field === id);
  const isBlank = (id: BuyerDataFieldId) => !collected.some((field) => field.id === id);
  const isPlaceMissing = issues.some(({ field }) => field === "");
  const ofPlace = (id: BuyerDataFieldId) => isPlaceMissing && id.startsWith(place) && isBlank(id);
  return FIELDS.filter((id) => isNamed(id) || ofPlace(id));
}

const TIME = { hour: "numeric", minute: "2-digit" } as const;

export function renderFields(page: FormPage): string {
  const texts = textsOf(page);
  const { merchant, expiresAtS } = page.form.payment;
  const expiry = new Date(expiresAtS * 1000);
  const format = new Intl.DateTimeFormat(page.locale, { ...TIME, timeZone: "UTC", timeZoneName: "short" });
  // The script replaces it with the buyer's local time.
  const time = `<time datetime="${expiry.toISOString()}">${escaped(format.format(expiry))}</time>`;
  return `<h1>${texts.title}</h1>
<p class="intro">${written(texts.intro, { merchant: merchant.name }, { time })}</p>
${renderSummary(page)}
<form method="post">
${field(page, "fullName", texts.fullName, texts.fullNameHint, (attributes, value) => `<input ${attributes} value="${value}" required maxlength="${NAME_LENGTH_MAX}" autocomplete="name">`)}
${field(page, "dob", texts.dob, "", (attributes, value) => `<input ${attributes} value="${value}" required type="date" autocomplete="bday" min="${yearsBefore(page.today, AGE_YEARS_MAX)}" max="${page.today}">`)}
<fieldset class="place" aria-describedby="place-hint">
<legend>${texts.place}</legend>
<p class="hint" id="place-hint">${texts.placeHint}</p>
<div class="choices">${choice(page, "por", texts.por)}${choice(page, "pob", texts.pob)}</div>
<div class="por">${countryField(page, "porCountry", texts.porCountry)}
${field(page, "porAddress", texts.porAddress, texts.porAddressHint, (attributes, value) => `<textarea ${attributes} data-place="por" rows="2" maxlength="${ADDRESS_LENGTH_MAX}" autocomplete="street-address">${value}</textarea>`)}</div>
<div class="pob">${countryField(page, "pobCountry", texts.pobCountry)}
${field(page, "pobAddress", texts.pobAddress, "", (attributes, value) => `<input ${attributes} value="${value}" data-place="pob" maxlength="${ADDRESS_LENGTH_MAX}" autocomplete="off">`)}</div>
</fieldset>
${confirmation(page)}
<button>${texts.go}</button>
<p class="small">${kept(page)}</p>
</form>`;
}

function confirmation(page: FormPage): string {
  const checked = givenValue(page, "tosConfirmed") === "true" ? " checked" : "";
  const input = `<input ${attributesOf(page, "tosConfirmed", "")} type="checkbox" value="true" required${checked}>`;
  return `<div class="field"><label class="check" for="tosConfirmed">${input}<span>${agreement(page)}</span></label>
${errorOf(page, "tosConfirmed")}</div>`;
}

function agreement(page: FormPage): string {
  const { agree, terms, agreeWithMerchant } = textsOf(page);
  const { merchant, buyerDataRules } = page.form.payment;
  const url = buyerDataRules?.termsUrl;
  if (!url) return written(agreeWithMerchant, { merchant: merchant.name });
  const link = `<a href="${escaped(url)}" target="_blank" rel="noopener noreferrer">${escaped(terms)}</a>`;
  return written(agree, {}, { terms: link });
}

const DAYS_OF_A_YEAR = 365;

function kept({ retentionDays, language, locale }: FormPage): string {
  const { keptDays, keptYears } = textsOf({ language });
  const years = retentionDays / DAYS_OF_A_YEAR;
  return escaped(
    Number.isInteger(years) ? counted(keptYears, years, locale) : counted(keptDays, retentionDays, locale),
  );
}

function renderSummary(page: FormPage): string {
  const { again, wrong } = textsOf(page);
  const fields = wrongFields(page);
  if (fields.length === 0) return "";
  const links = fields.map((id) => `<li><a href="#${id}">${wrong[id]}</a></li>`).join("");
  return `<div class="summary" role="alert" tabindex="-1" autofocus><h2>${again}</h2><ul>${links}</ul></div>`;
}

type Control = (attributes: string, value: string) => string;

const field = (page: FormPage, id: BuyerDataFieldId, label: string, hint: string, control: Control): string =>
  `<div class="field"><label for="${id}">${label}</label>
${hint ? `<p class="hint" id="${id}-hint">${hint}</p>\n` : ""}${control(attributesOf(page, id, hint), escaped(givenValue(page, id)))}
${errorOf(page, id)}</div>`;

const countryField = (page: FormPage, id: "porCountry" | "pobCountry", label: string): string =>
  field(page, id, label, "", (attributes) => {
    const given = givenValue(page, id);
    const options = countryNames(page.language)
      .map(([code, name]) => `<option value="${code}"${code === given ? " selected" : ""}>${name}</option>`)
      .join("");
    const place = id.slice(0, 3);
    const autocomplete = place === "por" ? "country" : "off";
    return `<select ${attributes} data-place="${place}" autocomplete="${autocomplete}"><option value="">${textsOf(page).chooseCountry}</option>${options}</select>`;
  });

const choice = ({ answers }: FormPage, place: Place, label: string): string =>
  `<label for="place-${place}"><input type="radio" id="place-${place}" name="place" value="${place}"${answers.place === place ? " checked" : ""}>${label}</label>`;

const givenValue = ({ answers }: FormPage, id: BuyerDataFieldId): string =>
  answers.collected.find((given) => given.id === id)?.value ?? "";

/** A control's name, with its hint, error message and validity. */
function attributesOf(page: FormPage, id: BuyerDataFieldId, hint: string): string {
  const described = `${hint ? `${id}-hint ` : ""}${id}-error`;
  const isWrong = wrongFields(page).includes(id);
  return `id="${id}" name="${id}" aria-describedby="${described}"${isWrong ? ' aria-invalid="true"' : ""}`;
}

/** Rendered even when empty, as the place for the script's message. */
function errorOf(page: FormPage, id: BuyerDataFieldId): string {
  const message = textsOf(page).wrong[id];
  return `<p class="error" id="${id}-error" data-message="${message}">${wrongFields(page).includes(id) ? message : ""}</p>`;
}

type CountryNames = readonly (readonly [code: string, name: string])[];
const namesByLanguage = new Map<Language, CountryNames>();

function countryNames(language: Language): CountryNames {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(language, { type: "region" });
  const order = new Intl.Collator(language);
  const sorted = COUNTRIES.map((code) => [code, escaped(names.of(code) ?? code)] as const).sort(([, a], [, b]) =>
    order.compare(a, b),
  );
  namesByLanguage.set(language, sorted);
  return sorted;
}
