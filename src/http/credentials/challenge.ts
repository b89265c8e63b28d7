// Challenges for passkeys (WebAuthn Level 2 §13.4.3): random, authentic and short-lived, without a row for each request
// of a stranger. A MAC binds each to its purpose.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { MacKeys } from "./mac-keys.ts";

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES;
const MAC_BYTES = 32;

/** Time to find the security key and to enter its PIN. */
export const CHALLENGE_LIFE_MS = 180_000;

/** @param purpose the use of the signature, for example `sign in` */
export function newChallenge([key]: MacKeys, purpose: string, nowMs: number): Buffer {
  const body = Buffer.alloc(BODY_BYTES);
  randomBytes(RANDOM_BYTES).copy(body);
  body.writeUIntBE(nowMs, RANDOM_BYTES, TIME_BYTES);
  return Buffer.concat([body, macOf(key, purpose, body)]);
}

/** When the challenge was made; null if it is not ours, is for another purpose or is too old. @param text base64url */
export function challengeMadeAt(
  keys: MacKeys,
  purpose: string,
  text: string,
  nowMs: number,
  lifeMs: number = CHALLENGE_LIFE_MS,
): Date | null {
  const bytes = Buffer.from(text, "base64url");
  const [body, mac] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES)];
  if (mac.length !== MAC_BYTES || !keys.some((key) => timingSafeEqual(mac, macOf(key, purpose, body)))) return null;
  const madeMs = body.readUIntBE(RANDOM_BYTES, TIME_BYTES);
  return nowMs - madeMs <= lifeMs ? new Date(madeMs) : null;
}

const macOf = (key: Buffer, purpose: string, body: Buffer): Buffer =>
  createHmac("sha256", key).update(`${purpose}\n`).update(body).digest();
