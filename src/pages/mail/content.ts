// The content of a message, as plain text and as simple HTML. It loads nothing: a picture would tell its sender who
// reads it, and when.
import { escaped } from "../html.ts";
import { directionOf, type Language } from "../messages/languages.ts";
import { filled } from "../messages/message.ts";

export interface MailContent {
  readonly language: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown as a list. */
  readonly items: readonly string[];
  /** Names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly action: { readonly label: string; readonly url: string };
  /** Why the reader gets it. */
  readonly why: string;
  /** A link that ends mail of this kind; null: there is no more of it. */
  readonly stop: { readonly label: string; readonly url: string } | null;
}

/** The locale of numbers and times. The reader's region is unknown. */
export const localeOf = (language: Language): string => (language === "ar" ? "ar-u-nu-latn" : language);

/** Longer subjects are cut by most readers. */
const SUBJECT_MAX = 150;
/** Control characters, separators of lines, and characters that reorder text. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** What others wrote, on one line and without characters that hide something. */
export const plain = (text: string): string => text.replace(UNSEEN, " ").trim();

/** A text with values that others wrote. */
export const said = (message: string, values: Readonly<Record<string, string>>): string =>
  filled(message, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)])));

export const shownSubject = (subject: string): string => {
  const characters = [...plain(subject)];
  return characters.length <= SUBJECT_MAX ? characters.join("") : `${characters.slice(0, SUBJECT_MAX - 1).join("")}…`;
};

export function mailText({ paragraphs, items, facts, action, why, stop }: MailContent): string {
  const parts = [
    ...paragraphs,
    items.map((item) => `- ${item}`).join("\n"),
    facts.map(([name, value]) => `${name}: ${value}`).join("\n"),
    `${action.label}:\n${action.url}`,
    `--\n${why}`,
    stop ? `${stop.label}:\n${stop.url}` : "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const BODY = "margin:0;padding:24px;background:#fff;color:#1a1a1a;font:16px/1.5 system-ui,Arial,sans-serif";
const BUTTON =
  "display:inline-block;padding:10px 18px;border-radius:8px;background:#1f4fd8;color:#fff;text-decoration:none";
const SMALL = "color:#5c5c5c;font-size:13px";
const CELL = "padding:4px 16px 4px 0;vertical-align:top;overflow-wrap:anywhere";

export function mailHtml({ language, subject, paragraphs, items, facts, action, why, stop }: MailContent): string {
  const start = language === "ar" ? "right" : "left";
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" style="${CELL};text-align:${start};font-weight:600">${escaped(name)}</th><td style="${CELL}"><bdi>${escaped(value)}</bdi></td></tr>`,
  );
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="${BODY}">
<div style="max-width:560px;margin:0 auto">
${paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join("\n")}
${items.length === 0 ? "" : `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join("\n")}</ul>`}
${rows.length === 0 ? "" : `<table style="border-collapse:collapse;font-size:15px">${rows.join("\n")}</table>`}
<p style="margin:24px 0"><a style="${BUTTON}" href="${escaped(action.url)}">${escaped(action.label)}</a></p>
<p style="${SMALL}">${escaped(why)}</p>
${stop === null ? "" : `<p style="${SMALL}"><a style="color:#5c5c5c" href="${escaped(stop.url)}">${escaped(stop.label)}</a></p>`}
</div>
</body>
</html>
`;
}
