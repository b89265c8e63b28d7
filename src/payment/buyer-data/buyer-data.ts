// Seals buyer data field by field with an operator's key (AES-256-GCM, random IV). Each is bound to its payment,
// account and field, so that no row can be passed off as another.

import type { Option } from "../option.ts";
import type { EnteredField } from "../payment-link.ts";
import { openText, type SealedText, type StorageKey, type StorageKeys, sealText } from "../sealed-text.ts";
import type { BuyerData, BuyerDataFieldId } from "./buyer-data-fields.ts";

/** The first key seals, and all open. Add a new key in front; remove an old one once nothing is sealed with it. */
export type BuyerDataKeys = StorageKeys;

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

/** The field, and the account, of what a buyer entered on a payment link: a JSON array of labels and values. */
export const LINK_FIELDS = "paymentLink";

export interface SealedField extends SealedText {
  readonly field: BuyerDataFieldId | typeof LINK_FIELDS;
}

const KEY = /^([A-Za-z0-9_-]{1,32}):([0-9a-fA-F]{64})$/;

/** Parses `id:64 hex digits`, comma-separated; undefined if malformed, or if an id or key is repeated. */
export function parseBuyerDataKeys(text: string): BuyerDataKeys | undefined {
  const keys: StorageKey[] = [];
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

export const sealBuyerData = (keys: BuyerDataKeys, owner: BuyerDataOwner, data: BuyerData): readonly SealedField[] =>
  [...data].map(([field, value]) => sealField(keys, owner, field, value));

const sealField = (
  keys: BuyerDataKeys,
  owner: BuyerDataOwner,
  field: SealedField["field"],
  value: string,
): SealedField => ({ field, ...sealText(keys, placeOf(owner, field), value) });

/** The stored content was altered or moved, or another key has the same id. */
export class AlteredBuyerDataError extends Error {
  constructor({ paymentId }: BuyerDataOwner, { field, keyId }: SealedField) {
    super(`the ${field} stored for ${paymentId} is not what the key ${keyId} of BUYER_DATA_KEYS sealed there`);
    this.name = "AlteredBuyerDataError";
  }
}

/** @throws SealedByUnknownKeyError, AlteredBuyerDataError */
export function openField(keys: BuyerDataKeys, owner: BuyerDataOwner, sealed: SealedField): string {
  const text = openText(keys, placeOf(owner, sealed.field), sealed);
  if (text === null) throw new AlteredBuyerDataError(owner, sealed);
  return text;
}

/** The same field under the first key. @throws as `openField` */
export const resealField = (keys: BuyerDataKeys, owner: BuyerDataOwner, sealed: SealedField): SealedField =>
  sealField(keys, owner, sealed.field, openField(keys, owner, sealed));

export const sealLinkFields = (keys: BuyerDataKeys, paymentId: string, fields: readonly EnteredField[]): SealedField =>
  sealField(keys, { paymentId, account: LINK_FIELDS }, LINK_FIELDS, JSON.stringify(fields));

/** @throws as `openField` */
export const openLinkFields = (keys: BuyerDataKeys, paymentId: string, sealed: SealedText): EnteredField[] =>
  JSON.parse(openField(keys, { paymentId, account: LINK_FIELDS }, { ...sealed, field: LINK_FIELDS })) as EnteredField[];

const placeOf = ({ paymentId, account }: BuyerDataOwner, field: SealedField["field"]): readonly string[] => [
  "turnpike buyer data",
  paymentId,
  account,
  field,
];
