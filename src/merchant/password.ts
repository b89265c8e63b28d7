// Passwords of users: hashed by scrypt (RFC 7914), and stored as a PHC string with the cost that was used.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** NIST SP 800-63B §3.1.1.2: length is what counts, and a password that is the only factor has at least 15. */
export const PASSWORD_LENGTH_MIN = 15;
export const PASSWORD_LENGTH_MAX = 256;

/** OWASP's recommendation for scrypt with 32 MiB: N = 2^15, r = 8, p = 3. About 0.2 s of one core. */
const COST = { ln: 15, r: 8, p: 3 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

type Cost = { readonly ln: number; readonly r: number; readonly p: number };

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

const hashed = (password: string, salt: Buffer, { ln, r, p }: Cost, bytes: number): Promise<Buffer> =>
  derive(password.normalize("NFKC"), salt, bytes, { N: 2 ** ln, r, p, maxmem: 256 * r * 2 ** ln });

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

/** @returns the PHC string to store */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashed(password, salt, COST, HASH_BYTES);
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(hash)}`;
}

/** Compared if there is no such user, or the user has no password: the response takes as long as for a wrong one. */
const NOBODYS = `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(Buffer.alloc(SALT_BYTES))}$${base64(Buffer.alloc(HASH_BYTES))}`;

/** @param stored null: there is none, so nothing matches */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, ln, r, p, salt = "", hash = ""] = PHC.exec(stored ?? NOBODYS) ?? [];
  const expected = Buffer.from(hash, "base64");
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const actual = await hashed(password, Buffer.from(salt, "base64"), cost, expected.length);
  return timingSafeEqual(actual, expected) && stored !== null;
}
