// A console session: a browser holds its token instead of the key or the password that started it.
import { createHash, randomBytes } from "node:crypto";
import { isOfMerchant, type Role } from "./partner.ts";

/** Seconds of inactivity after which a session ends. */
export const SESSION_IDLE_S = 30 * 60;

/** Maximum lifetime in seconds: a working day, so that a stolen token is useless the next day. */
export const SESSION_LIFE_S = 12 * 60 * 60;

/** A till stays paired until it is revoked, or unused for this long. */
export const TILL_IDLE_S = 90 * 86_400;

/** Precision of the last use in seconds; recording every request would turn each read into a write. */
export const SESSION_USE_S = 60;

/** Time to make a change after the user has proved again who they are. */
export const CONFIRMATION_LIFE_S = 120;

/** Bytes of a token: 256 bits. */
export const TOKEN_BYTES = 32;
/** Base64url (RFC 4648 §5) of the token, without padding. */
export const TOKEN_FORMAT = /^[0-9A-Za-z_-]{43}$/;

export interface NewSession {
  /** The cookie's value. */
  readonly token: string;
  /** SHA-256 of the token, the only part that is stored. */
  readonly hash: Buffer;
}

/** Always creates a new token, so that one planted before sign-in is worthless (session fixation). */
export function newSession(): NewSession {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, hash: sha256(token) };
}

/** The hash to look a session up by; null if the token is malformed. */
export const hashSessionToken = (token: string): Buffer | null => (TOKEN_FORMAT.test(token) ? sha256(token) : null);

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Keys that live in apps and web pages cannot open the console. */
export type ConsoleRole = Exclude<Role, "wallet" | "charges" | "pos">;
export const mayUseConsole = (role: Role): role is ConsoleRole => role !== "wallet" && !isOfMerchant(role);

/** A session in the list of its holder: a user, or a key. */
export interface ListedSession {
  readonly id: string;
  readonly startedAt: Date;
  /** Accurate to the minute. */
  readonly usedAt: Date;
  readonly address: string | null;
  /** The browser's User-Agent, shortened. */
  readonly agent: string | null;
}
