// The reference of a sale that nobody gave one: the day, and letters that a person can read out.

/** Crockford's base 32: no letter that is taken for a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 32^6 is a thousand million: two sales of a day do not meet. */
const RANDOM_LENGTH = 6;

/** For example "S-20260218-7K3QD9". */
export function newReference(now: Date = new Date()): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  const random = Array.from(crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH)), (byte) =>
    ALPHABET.charAt(byte % 32),
  );
  return `S-${day.join("")}-${random.join("")}`;
}
