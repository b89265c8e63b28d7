// Seals text so that only this installation can create and read it. Nothing is stored, and any process can open what
// another has sealed.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";

interface SealKeyPair {
  readonly cipher: Buffer;
  readonly iv: Buffer;
}

export interface SealKeys extends SealKeyPair {
  /** Opens texts sealed before the installation's secret was rotated; null: none. */
  readonly former: SealKeyPair | null;
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The keys for one purpose, from the installation's secret and the one it replaces, if any. */
export const sealKeys = (secret: Buffer, former: Buffer | null, purpose: string): SealKeys => ({
  ...pairOf(secret, purpose),
  former: former && pairOf(former, purpose),
});

/** RFC 5869. */
const pairOf = (secret: Buffer, purpose: string): SealKeyPair => ({
  cipher: Buffer.from(hkdfSync("sha256", secret, "", `turnpike ${purpose} cipher`, 32)),
  iv: Buffer.from(hkdfSync("sha256", secret, "", `turnpike ${purpose} iv`, 32)),
});

/**
 * AES-256-GCM, base64url. The IV is derived from the content (as in SIV modes, RFC 5297 §1.1), so equal texts have
 * equal seals and no IV is used for two contents.
 * @param layout first byte of the result; a new layout of the text gets a new one
 */
export function seal(keys: SealKeys, layout: number, text: string): string {
  const iv = createHmac("sha256", keys.iv).update(text).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, keys.cipher, iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(layout), iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** The text that `seal` sealed in this layout; null if it was not sealed with these keys or their predecessors. */
export const unseal = (keys: SealKeys, layout: number, sealed: string): string | null =>
  unsealBy(keys, layout, sealed) ?? (keys.former && unsealBy(keys.former, layout, sealed));

function unsealBy(keys: SealKeyPair, layout: number, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  const bodyStart = 1 + IV_BYTES + TAG_BYTES;
  if (bytes[0] !== layout || bytes.length <= bodyStart) return null;
  const decipher = createDecipheriv(CIPHER, keys.cipher, bytes.subarray(1, 1 + IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(1 + IV_BYTES, bodyStart));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(bodyStart)), decipher.final()]).toString("utf8");
  } catch {
    return null; // the tag does not match, the only reason for `final` to throw: foreign or altered
  }
}
