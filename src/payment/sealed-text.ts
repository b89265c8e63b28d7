// Seals texts that are stored, with an operator's key (AES-256-GCM, random IV). Each is bound to its place, so that it
// cannot be passed off as another.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

export interface StorageKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** The first key seals, and all open. */
export type StorageKeys = readonly [StorageKey, ...(readonly StorageKey[])];

export interface SealedText {
  readonly keyId: string;
  /** IV, tag and ciphertext. */
  readonly content: Buffer;
}

/** None of the configured keys opens the stored text; the message names the missing key. */
export class SealedByUnknownKeyError extends Error {
  constructor(keyId: string) {
    super(`the data is sealed with the key ${keyId}, which BUYER_DATA_KEYS does not contain`);
    this.name = "SealedByUnknownKeyError";
  }
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @param place what the text is, and of whom: only the same place opens it */
export function sealText([{ id, key }]: StorageKeys, place: readonly string[], text: string): SealedText {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(boundTo(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return { keyId: id, content: Buffer.concat([iv, cipher.getAuthTag(), body]) };
}

/**
 * @returns null if the content was altered or moved, or another key has the same id
 * @throws SealedByUnknownKeyError
 */
export function openText(keys: StorageKeys, place: readonly string[], { keyId, content }: SealedText): string | null {
  const known = keys.find(({ id }) => id === keyId);
  if (!known) throw new SealedByUnknownKeyError(keyId);
  const [iv, tag] = [content.subarray(0, IV_BYTES), content.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv(CIPHER, known.key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(place)).setAuthTag(tag);
  const body = content.subarray(IV_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch {
    return null; // the tag does not match, the only reason for `final` to throw
  }
}

/** JSON, so that the parts cannot be confused. */
const boundTo = (place: readonly string[]): Buffer => Buffer.from(JSON.stringify(place));
