// The hosted form for buyers' data: what is asked for and for which payment, what is wrong with it, and how it ended. It
// works without script, by the server alone; in-browser.js adds what a script can.
import type { Form } from "../../operations/collect-buyer-data.ts";
import {
  ADDRESS_LENGTH_MAX,
  AGE_YEARS_MAX,
  type BuyerDataFieldId,
  type BuyerDataIssue,
  NAME_LENGTH_MAX,
  yearsBefore,
} from "../../payment/buyer-data-fields.ts";
import { COUNTRIES } from "../../payment/countries.ts";
import { escaped } from "../html.ts";
import { CATALOGUES, type Language } from "../messages/catalogues.ts";
import type { Messages } from "../messages/en.ts";
import { counted } from "../messages/message.ts";
import { written } from "../written.ts";
import type { Answers, Place } from "./answers.ts";

/** In the order in which they stand. */
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
  /** As YYYY-MM-DD. */
  readonly today: string;
  readonly retentionDays: number;
  readonly language: Language;
  /** For the amount. */
  readonly locale: string;
}

export const textsOf = ({ language }: Pick<FormPage, "language">): Messages["collect"] => CATALOGUES[language].collect;

/** The fields to fill in again, in the order in which they stand. */
export function wrongFields({ answers: { place, collected }, issues }: FormPage): readonly BuyerDataFieldId[] {
  const isNamed = (id: BuyerDataFieldId) => issues.some(({ field }) => field === id);
  const isBlank = (id: BuyerDataFieldId) => !collected.some((field) => field.id === id);
  const isPlaceMissing = issues.some(({ field }) => field === "");
  const ofPlace = (id: BuyerDataFieldId) => isPlaceMissing && id.startsWith(place) && isBlank(id);
  return FIELDS.filter((id) => isNamed(id) || ofPlace(id));
}

export function renderFields(page: FormPage): string {
  const texts = textsOf(page);
  const { merchant, expiresAtS } = page.form.payment;
  const expiry = new Date(expiresAtS * 1000).toISOString();
  // The script shows it in the buyer's own time.
  const time = `<time datetime="${expiry}">${expiry.slice(11, 16)} UTC</time>`;
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
<div class="field"><label class="check" for="tosConfirmed"><input ${attributesOf(page, "tosConfirmed", "")} type="checkbox" value="true" required${givenValue(page, "tosConfirmed") === "true" ? " checked" : ""}><span>${agreement(page)}</span></label>
${errorOf(page, "tosConfirmed")}</div>
<button>${texts.go}</button>
<p class="small">${kept(page)}</p>
</form>`;
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

function kept({ retentionDays, language }: FormPage): string {
  const { keptDays, keptYears } = textsOf({ language });
  const years = retentionDays / DAYS_OF_A_YEAR;
  return escaped(
    Number.isInteger(years) ? counted(keptYears, years, language) : counted(keptDays, retentionDays, language),
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

/** A field's name and what is tied to it: its hint, its message, and whether it is wrong. */
function attributesOf(page: FormPage, id: BuyerDataFieldId, hint: string): string {
  const described = `${hint ? `${id}-hint ` : ""}${id}-error`;
  const isWrong = wrongFields(page).includes(id);
  return `id="${id}" name="${id}" aria-describedby="${described}"${isWrong ? ' aria-invalid="true"' : ""}`;
}

/** Empty where nothing is wrong, so that the script has where to put its message. */
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
