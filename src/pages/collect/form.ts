// The hosted form for buyers' data: what is asked for and for which payment, what is wrong with it, and how it ended. It
// works without script, by the server alone; in-browser.js adds what a script can.
import type { Form } from "../../operations/collect-data.ts";
import {
  ADDRESS_LENGTH_MAX,
  AGE_YEARS_MAX,
  type CollectFieldId,
  type CollectIssue,
  NAME_LENGTH_MAX,
  yearsBefore,
} from "../../payment/collect-data.ts";
import { COUNTRIES } from "../../payment/countries.ts";
import { escaped } from "../html.ts";
import type { Answers, Place } from "./answers.ts";

/** What a person is told who has to fill in a field again. */
const WRONG = {
  fullName: "Enter your full name.",
  dob: "Enter your date of birth, in the past.",
  porCountry: "Choose the country you live in.",
  porAddress: "Enter your address.",
  pobCountry: "Choose the country you were born in.",
  pobAddress: "Enter the town or city you were born in.",
  tosConfirmed: "Confirm your details and the terms.",
} as const satisfies Record<CollectFieldId, string>;

export interface FormPage {
  readonly form: Form;
  readonly answers: Answers;
  readonly issues: readonly CollectIssue[];
  /** As YYYY-MM-DD. */
  readonly today: string;
  readonly retentionDays: number;
}

/** The fields to fill in again, in the order in which they stand. */
export function wrongFields({ answers: { place, collected }, issues }: FormPage): readonly CollectFieldId[] {
  const isNamed = (id: CollectFieldId) => issues.some(({ field }) => field === id);
  const isBlank = (id: CollectFieldId) => !collected.some((field) => field.id === id);
  const isPlaceMissing = issues.some(({ field }) => field === "");
  const ofPlace = (id: CollectFieldId) => isPlaceMissing && id.startsWith(place) && isBlank(id);
  return (Object.keys(WRONG) as CollectFieldId[]).filter((id) => isNamed(id) || ofPlace(id));
}

export function renderFields(page: FormPage): string {
  const wrong = wrongFields(page);
  const { merchant, collectRules, expiresAtS } = page.form.payment;
  const expiry = new Date(expiresAtS * 1000).toISOString();
  const terms = collectRules?.termsUrl;
  return `<h1>Your details</h1>
<p class="intro">For this payment ${escaped(merchant.name)} has to know who pays. Please finish by <time datetime="${expiry}">${expiry.slice(11, 16)} UTC</time>.</p>
${renderSummary(wrong)}
<form method="post">
${field(page, "fullName", "Full name", "As in your passport or identity card", (attributes, value) => `<input ${attributes} value="${value}" required maxlength="${NAME_LENGTH_MAX}" autocomplete="name">`)}
${field(page, "dob", "Date of birth", "", (attributes, value) => `<input ${attributes} value="${value}" required type="date" autocomplete="bday" min="${yearsBefore(page.today, AGE_YEARS_MAX)}" max="${page.today}">`)}
<fieldset class="place" aria-describedby="place-hint">
<legend>Home address or place of birth</legend>
<p class="hint" id="place-hint">One of the two is enough.</p>
<div class="choices">${choice(page, "por", "Home address")}${choice(page, "pob", "Place of birth")}</div>
<div class="por">${countryField(page, "porCountry", "Country you live in")}
${field(page, "porAddress", "Address", "Street and number, postcode, town", (attributes, value) => `<textarea ${attributes} data-place="por" rows="2" maxlength="${ADDRESS_LENGTH_MAX}" autocomplete="street-address">${value}</textarea>`)}</div>
<div class="pob">${countryField(page, "pobCountry", "Country you were born in")}
${field(page, "pobAddress", "Town or city", "", (attributes, value) => `<input ${attributes} value="${value}" data-place="pob" maxlength="${ADDRESS_LENGTH_MAX}" autocomplete="off">`)}</div>
</fieldset>
<div class="field"><label class="check" for="tosConfirmed"><input ${attributesOf(page, "tosConfirmed", "")} type="checkbox" value="true" required${givenValue(page, "tosConfirmed") === "true" ? " checked" : ""}><span>${
    terms
      ? `These details are mine and true, and I accept the <a href="${escaped(terms)}" target="_blank" rel="noopener noreferrer">terms of service</a>.`
      : `These details are mine and true, and I accept the terms of service of ${escaped(merchant.name)} for this payment.`
  }</span></label>
${errorOf(page, "tosConfirmed")}</div>
<button>Continue</button>
<p class="small">Your details are stored encrypted and deleted after ${readableDays(page.retentionDays)}.</p>
</form>`;
}

function renderSummary(wrong: readonly CollectFieldId[]): string {
  if (wrong.length === 0) return "";
  const links = wrong.map((id) => `<li><a href="#${id}">${WRONG[id]}</a></li>`).join("");
  return `<div class="summary" role="alert" tabindex="-1" autofocus><h2>Please look at this again</h2><ul>${links}</ul></div>`;
}

type Control = (attributes: string, value: string) => string;

const field = (page: FormPage, id: CollectFieldId, label: string, hint: string, control: Control): string =>
  `<div class="field"><label for="${id}">${label}</label>
${hint ? `<p class="hint" id="${id}-hint">${hint}</p>\n` : ""}${control(attributesOf(page, id, hint), escaped(givenValue(page, id)))}
${errorOf(page, id)}</div>`;

const countryField = (page: FormPage, id: "porCountry" | "pobCountry", label: string): string =>
  field(page, id, label, "", (attributes) => {
    const given = givenValue(page, id);
    const options = COUNTRY_NAMES.map(
      ([code, name]) => `<option value="${code}"${code === given ? " selected" : ""}>${name}</option>`,
    ).join("");
    const place = id.slice(0, 3);
    const autocomplete = place === "por" ? "country" : "off";
    return `<select ${attributes} data-place="${place}" autocomplete="${autocomplete}"><option value="">Choose a country</option>${options}</select>`;
  });

const choice = ({ answers }: FormPage, place: Place, label: string): string =>
  `<label for="place-${place}"><input type="radio" id="place-${place}" name="place" value="${place}"${answers.place === place ? " checked" : ""}>${label}</label>`;

const givenValue = ({ answers }: FormPage, id: CollectFieldId): string =>
  answers.collected.find((given) => given.id === id)?.value ?? "";

/** A field's name and what is tied to it: its hint, its message, and whether it is wrong. */
function attributesOf(page: FormPage, id: CollectFieldId, hint: string): string {
  const described = `${hint ? `${id}-hint ` : ""}${id}-error`;
  const isWrong = wrongFields(page).includes(id);
  return `id="${id}" name="${id}" aria-describedby="${described}"${isWrong ? ' aria-invalid="true"' : ""}`;
}

/** Empty where nothing is wrong, so that the script has where to put its message. */
const errorOf = (page: FormPage, id: CollectFieldId): string =>
  `<p class="error" id="${id}-error" data-message="${WRONG[id]}">${wrongFields(page).includes(id) ? WRONG[id] : ""}</p>`;

const COUNTRY_NAMES: readonly (readonly [code: string, name: string])[] = (() => {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return COUNTRIES.map((code) => [code, escaped(names.of(code) ?? code)] as const).sort(([, a], [, b]) =>
    a.localeCompare(b, "en"),
  );
})();

const DAYS_OF_A_YEAR = 365;

function readableDays(days: number): string {
  const years = days / DAYS_OF_A_YEAR;
  if (!Number.isInteger(years)) return days === 1 ? "a day" : `${days} days`;
  return years === 1 ? "a year" : `${years} years`;
}
