// Seals buyer data field by field with an operator's key (AES-256-GCM, random IV). Each is bound to its payment,
// account and field, so that no row can be passed off as another.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { BuyerData, BuyerDataFieldId } from "./buyer-data-fields.ts";
import type { Option } from "./option.ts";

export interface BuyerDataKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** The first key seals, and all open. Add a new key in front; remove an old one once nothing is sealed with it. */
export type BuyerDataKeys = readonly [BuyerDataKey, ...(readonly BuyerDataKey[])];

/** The owner of buyer data. */
export interface BuyerDataOwner {
  readonly paymentId: string;
  /** CAIP-10. */
  readonly account: string;
}

/** The owner of the data an option requires. */
export const ownerOf = ({ paymentId, terms }: Option): BuyerDataOwner => ({
  paymentId,
  account: `${terms.chain}:${terms.payer}`,
});

export interface SealedField {
  readonly field: BuyerDataFieldId;
  readonly keyId: string;
  /** IV, tag and ciphertext. */
  readonly content: Buffer;
}

/** None of the configured keys opens the stored data; the message names the missing key. */
export class SealedByUnknownKeyError extends Error {
  constructor(keyId: string) {
    super(`the data is sealed with the key ${keyId}, which BUYER_DATA_KEYS does not contain`);
    this.name = "SealedByUnknownKeyError";
  }
}

const KEY = /^([A-Za-z0-9_-]{1,32}):([0-9a-fA-F]{64})$/;

/** Parses `id:64 hex digits`, comma-separated; undefined if malformed, or if an id or key is repeated. */
export function parseBuyerDataKeys(text: string): BuyerDataKeys | undefined {
  const keys: BuyerDataKey[] = [];
  for (const entry of text.split(",")) {
    const [, id, hex] = KEY.exec(entry.trim()) ?? [];
    if (id === undefined || hex === undefined) return undefined;
    const key = Buffer.from(hex, "hex");
    if (keys.some((other) => other.id === id || other.key.equals(key))) return undefined;
    keys.push({ id, key });
  }
  const [first, ...others] = keys;
  return first && [first, ...others];
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const sealBuyerData = (keys: BuyerDataKeys, owner: BuyerDataOwner, data: BuyerData): readonly SealedField[] =>
  [...data].map(([field, value]) => sealField(keys, owner, field, value));

function sealField(
  [{ id, key }]: BuyerDataKeys,
  owner: BuyerDataOwner,
  field: BuyerDataFieldId,
  value: string,
): SealedField {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(boundTo(owner, field));
  const body = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
  return { field, keyId: id, content: Buffer.concat([iv, cipher.getAuthTag(), body]) };
}

/** The stored content was altered or moved, or another key has the same id. */
export class AlteredBuyerDataError extends Error {
  constructor({ paymentId }: BuyerDataOwner, { field, keyId }: SealedField) {
    super(`the ${field} stored for ${paymentId} is not what the key ${keyId} of BUYER_DATA_KEYS sealed there`);
    this.name = "AlteredBuyerDataError";
  }
}

/** @throws SealedByUnknownKeyError, AlteredBuyerDataError */
export function openField(keys: BuyerDataKeys, owner: BuyerDataOwner, sealed: SealedField): string {
  const { field, keyId, content } = sealed;
  const known = keys.find(({ id }) => id === keyId);
  if (!known) throw new SealedByUnknownKeyError(keyId);
  const [iv, tag] = [content.subarray(0, IV_BYTES), content.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv(CIPHER, known.key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(owner, field)).setAuthTag(tag);
  const body = content.subarray(IV_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch {
    throw new AlteredBuyerDataError(owner, sealed); // the tag does not match, the only reason for `final` to throw
  }
}

/** The same field under the first key. @throws as `openField` */
export const resealField = (keys: BuyerDataKeys, owner: BuyerDataOwner, sealed: SealedField): SealedField =>
  sealField(keys, owner, sealed.field, openField(keys, owner, sealed));

/** As JSON, so that the parts cannot be confused. */
const boundTo = ({ paymentId, account }: BuyerDataOwner, field: BuyerDataFieldId): Buffer =>
  Buffer.from(JSON.stringify(["turnpike buyer data", paymentId, account, field]));
