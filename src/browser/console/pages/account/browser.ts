import { filledText, messages } from "../../app/text/language.ts";

/** The more specific come first: Chrome names Safari, and Edge names Chrome. */
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];
const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
];

const named = (agent: string, names: typeof BROWSERS): string | undefined =>
  names.find(([mark]) => agent.includes(mark))?.[1];

/** A User-Agent in words, for example "Firefox on Android". */
export function browserOf(agent: string | null): string {
  const { browser: texts } = messages().account;
  if (agent === null) return texts.unknown;
  const [browser = texts.browser, system] = [named(agent, BROWSERS), named(agent, SYSTEMS)];
  return system ? filledText(texts.onSystem, { browser, system }) : browser;
}
