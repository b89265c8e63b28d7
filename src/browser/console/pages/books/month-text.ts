// Months, and who closed them, in words.
import type { BookMonth } from "../../api/books/books.ts";
import { filledText, locale, messages } from "../../app/text/language.ts";

/** @param month for example 2026-11 */
export const monthText = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale(), { month: "long", year: "numeric", timeZone: "UTC" });

export function closedText({ closedAt, closedBy }: NonNullable<BookMonth["closing"]>): string {
  const { operator } = messages().audit.actors;
  const at = new Date(closedAt).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
  return filledText(messages().books.closedBy, { at, name: closedBy.name ?? closedBy.id ?? operator });
}
