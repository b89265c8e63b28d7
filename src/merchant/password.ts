// Passwords of users: hashed by scrypt (RFC 7914), and stored as a PHC string with the cost that was used.
import { scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** NIST SP 800-63B §3.1.1.2: length is what counts, and a password that is the only factor has at least 15. */
export const PASSWORD_LENGTH_MIN = 15;
export const PASSWORD_LENGTH_MAX = 256;

/** OWASP's recommendation for scrypt with 32 MiB: N = 2^15, r = 8, p = 3. About 0.2 s of one core. */
const COST = { ln: 15, r: 8, p: 3 } as const;
const HASH_BYTES = 32;
const PHC = /^(\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$)([A-Za-z0-9+/]+)$/;

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

/** A PHC string without its hash: the cost and the salt. */
const headOf = (salt: Buffer): string => `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$`;

function parsed(phc: string): { readonly head: string; readonly hash: Buffer } {
  const { 1: head = "", 6: hash = "" } = PHC.exec(phc) ?? [];
  return { head, hash: Buffer.from(hash, "base64") };
}

function hashed(password: string, head: string): Promise<Buffer> {
  const [, , ln, r, p, salt = ""] = PHC.exec(`${head}0`) ?? [];
  const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p), maxmem: 256 * Number(r) * 2 ** Number(ln) };
  return derive(password.normalize("NFKC"), Buffer.from(salt, "base64"), HASH_BYTES, options);
}

/** @param salt the same for all users of an address (`UserStore.saltOf`) @returns the PHC string to store */
export async function hashPassword(password: string, salt: Buffer): Promise<string> {
  const head = headOf(salt);
  return head + base64(await hashed(password, head));
}

/** Hashed with if there is no such user, or the user has no password: the response takes as long as for a wrong one. */
const NOBODYS = headOf(Buffer.alloc(16));

/**
 * The users that have this password. Users of one address have one salt, so that the number of hashes, one, does not
 * tell how many there are.
 */
export async function withPassword<Each extends { readonly password: string | null }>(
  password: string,
  users: readonly Each[],
): Promise<readonly Each[]> {
  const stored = users.flatMap((user) => (user.password === null ? [] : [{ user, ...parsed(user.password) }]));
  const hashes = new Map<string, Buffer>();
  for (const head of new Set(stored.length === 0 ? [NOBODYS] : stored.map((each) => each.head))) {
    hashes.set(head, await hashed(password, head));
  }
  const isRight = ({ head, hash }: (typeof stored)[number]): boolean => {
    const actual = hashes.get(head);
    return actual?.length === hash.length && timingSafeEqual(actual, hash);
  };
  return stored.filter(isRight).map(({ user }) => user);
}
