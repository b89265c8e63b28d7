// The part of a text that a search shows.

const LENGTH_MAX = 160;

/** Whole words around the first of the terms. @param terms in lower case */
export function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const start = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - LENGTH_MAX / 4);
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
  const isCut = from + LENGTH_MAX < text.length;
  const space = text.lastIndexOf(" ", from + LENGTH_MAX);
  const to = isCut ? (space > from ? space : from + LENGTH_MAX) : text.length;
  return `${from > 0 ? "… " : ""}${text.slice(from, to)}${isCut ? " …" : ""}`;
}
