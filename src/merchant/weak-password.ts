// Passwords that are guessed first although they are long (NIST SP 800-63B §3.1.1.2).

const DIFFERENT_MIN = 5;
/** A password of the shortest allowed length still repeats a sequence of this length. */
const SEQUENCE_LENGTH_MAX = 8;
/** Shorter names are part of many ordinary words. */
const PERSONAL_LENGTH_MIN = 6;

/** @param personal the user's name and email address @returns what is wrong, after "password"; null if nothing is */
export function passwordFault(password: string, personal: readonly string[]): string | null {
  const text = comparable(password);
  if (new Set(text).size < DIFFERENT_MIN) return `must have at least ${DIFFERENT_MIN} different characters`;
  if (isRepetition(text)) return "must not repeat one short sequence";
  const parts = personal.flatMap((each) => [each, each.replace(/@.*$/, "")]).map(comparable);
  const isPersonal = parts.some((part) => part.length >= PERSONAL_LENGTH_MIN && text.includes(part));
  return isPersonal ? "must not contain the name or the email address" : null;
}

const comparable = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

function isRepetition(text: string): boolean {
  const lengths = Array.from({ length: Math.min(SEQUENCE_LENGTH_MAX, text.length >> 1) }, (_, index) => index + 1);
  return lengths.some((length) => text.startsWith(text.slice(0, -length), length));
}
