// Names in the environment that look like settings and are none: a misspelt setting would be ignored in silence.
import { isOneSlip } from "../validation/one-slip.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface KnownNames {
  readonly settings: readonly string[];
  /** Settings whose name ends in a chain number, without it. */
  readonly byChain: readonly string[];
  /** Whether the name gives a setting's value in a file. */
  readonly isFile: (name: string) => boolean;
}

/** The OpenTelemetry SDK has more settings, which others on this machine may use. */
const FOREIGN = /^OTEL_/;
const WORD_LENGTH_MIN = 4;

/** @returns a problem for each misspelt name, without its value */
export function misspeltNames(environment: Environment, known: KnownNames, isProduction: boolean): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || FOREIGN.test(name) || isKnown(name, known)) return [];
    const meant = likelySetting(name, known, isProduction);
    return meant === null ? [] : [`${name} is not a setting: ${meant}, or unset it`];
  });
}

/** Settings of Node, of OpenTelemetry and of the system, which may stand in a service's file of settings. */
const OF_OTHERS = /^(?:NODE_|OTEL_|UV_|SSL_CERT_|LC_|(?:TZ|LANG|PATH|NO_COLOR)$)/;

/** @returns a warning for each name that means nothing here, in an environment that is for this service only */
export const unknownNames = (environment: Environment, known: KnownNames): string[] =>
  Object.keys(environment)
    .filter((name) => !isKnown(name, known) && !OF_OTHERS.test(name) && likelySetting(name, known, true) === null)
    .map((name) => `${name} is not a setting, so it changes nothing: remove it, or check the spelling`);

function isKnown(name: string, { settings, byChain, isFile }: KnownNames): boolean {
  const [, prefix = ""] = /^(.*)_[1-9][0-9]{0,14}$/.exec(name) ?? [];
  return settings.includes(name) || byChain.includes(prefix) || isFile(name);
}

/** Short names of one word (PORT, HOST) are too common to guess from. */
const ONE_WORD_LENGTH_MIN = 8;

function likelySetting(name: string, { settings, byChain }: KnownNames, isProduction: boolean): string | null {
  const plain = name.toUpperCase().replaceAll("-", "_");
  const candidates = [...settings, ...byChain].filter(
    (setting) => setting.includes("_") || setting.length >= ONE_WORD_LENGTH_MIN,
  );
  const inFile = candidates.find((setting) => plain === `${setting}_FILE`);
  if (inFile) return `${inFile} cannot come from a file, set it itself`;
  const prefixed = candidates.find((setting) => plain === `TURNPIKE_${setting}`);
  if (prefixed) return `use ${prefixed}`;
  const [, base = plain, , end] = /^(.+?)(_([0-9]+|0X[0-9A-F]+))?$/.exec(plain) ?? [];
  const near = candidates.find((setting) => isNear(base, setting));
  if (near && !(near === base && byChain.includes(near))) {
    return byChain.includes(near) && end !== undefined ? `use ${near}_${end}` : `use ${near}`;
  }
  // Developers' tools use such names as well.
  const ofChain = byChain.find((prefix) => plain === prefix || plain.startsWith(`${prefix}_`));
  return ofChain && isProduction ? `use ${ofChain}_<chain number>, for example ${ofChain}_8453` : null;
}

/** Whether the names differ in underscores, or in each word by a slip, an ending or a plural only. */
function isNear(name: string, setting: string): boolean {
  if (name.replaceAll("_", "") === setting.replaceAll("_", "")) return true;
  const [words, expected] = [name.split("_"), setting.split("_")];
  return words.length === expected.length && words.every((word, at) => isNearWord(word, expected[at] ?? ""));
}

function isNearWord(word: string, expected: string): boolean {
  if (singular(word) === singular(expected)) return true;
  if (Math.min(word.length, expected.length) < WORD_LENGTH_MIN) return false;
  return word.startsWith(expected) || expected.startsWith(word) || isOneSlip(word, expected);
}

const singular = (word: string): string => word.replace(/IES$/, "Y").replace(/S$/, "");
