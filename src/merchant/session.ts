// A session of the console: what a browser holds in place of the API key it was begun with.
import { createHash, randomBytes } from "node:crypto";
import type { Role } from "./partner.ts";

/** A session ends so long after the last thing that a person did in it. */
export const SESSION_IDLE_S = 30 * 60;

/** And so long after it began, whatever was done: a day's work, so that what was stolen is of no use tomorrow. */
export const SESSION_LIFE_S = 12 * 60 * 60;

/** How exactly the last use is known: writing it down with each request would make every read a write. */
export const SESSION_USE_S = 60;

/** Bytes of a token: 256 bits. */
const TOKEN_BYTES = 32;
/** Base64url of them (RFC 4648 §5), without padding. */
const TOKEN_FORM = /^[0-9A-Za-z_-]{43}$/;

export interface NewSession {
  /** What the cookie holds. */
  readonly token: string;
  /** SHA-256 of it: all that is stored. */
  readonly hash: Buffer;
}

/** Always a new one: whatever a browser held before it signed in is worth nothing after it. */
export function newSession(): NewSession {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, hash: sha256(token) };
}

/** What a session is looked up by; null where no such token was ever made. */
export const hashSessionToken = (token: string): Buffer | null => (TOKEN_FORM.test(token) ? sha256(token) : null);

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A wallet's key is public in its app: it opens no console. */
export type ConsoleRole = Exclude<Role, "wallet">;
export const mayUseConsole = (role: Role): role is ConsoleRole => role !== "wallet";
