// Seals text so that only this installation can create and read it. Nothing is stored, and any process can open what
// another has sealed.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";

export interface SealKeys {
  readonly cipher: Buffer;
  readonly iv: Buffer;
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The two keys for one purpose, from the installation's secret (RFC 5869). */
export const sealKeys = (secret: Buffer, purpose: string): SealKeys => ({
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

/** The text that `seal` sealed in this layout; null if it was not sealed with these keys. */
export function unseal(keys: SealKeys, layout: number, sealed: string): string | null {
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
