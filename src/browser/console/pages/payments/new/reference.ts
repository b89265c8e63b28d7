// The default reference of a sale: the date and a code that is easy to read aloud.

/** Crockford's base 32 has no letters that look like digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 32^6 is about a billion: no collisions within a day. */
const RANDOM_LENGTH = 6;

/** For example "S-20260218-7K3QD9". @param prefix of a till's references: its code */
export function newReference(prefix = "S", now: Date = new Date()): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  const random = Array.from(crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH)), (byte) =>
    ALPHABET.charAt(byte % 32),
  );
  return `${prefix}-${day.join("")}-${random.join("")}`;
}
