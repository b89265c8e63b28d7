// What an operator does with the buyers' data that is kept: shows a payment's where the law asks for it, and seals all of
// it again under a new key.
import {
  type BuyerDataKeys,
  type BuyerDataOwner,
  openField,
  resealField,
  type SealedField,
} from "../payment/buyer-data.ts";
import type { BuyerDataFieldId } from "../payment/buyer-data-fields.ts";

export interface StoredField extends SealedField, BuyerDataOwner {
  readonly collectedAt: Date;
}

export interface ResealedField extends SealedField, BuyerDataOwner {
  /** The content that it replaces. */
  readonly before: Buffer;
}

export interface KeepBuyerDataPorts {
  readonly buyerData: {
    /** Writes in the audit log that they were shown. */
    show(paymentId: string): Promise<readonly StoredField[]>;
    /** At most `limit` of those that another key than this one sealed. */
    sealedByOthers(keyId: string, limit: number): Promise<readonly StoredField[]>;
    /** Leaves alone what has changed since it was read. */
    reseal(fields: readonly ResealedField[]): Promise<void>;
  };
}

/** One account's data in clear. */
export interface ShownBuyerData {
  readonly account: string;
  /** ISO 8601. */
  readonly collectedAt: string;
  readonly fields: Readonly<Partial<Record<BuyerDataFieldId, string>>>;
}

/** @throws SealedByUnknownKeyError */
export async function showBuyerData(
  { buyerData }: KeepBuyerDataPorts,
  keys: BuyerDataKeys,
  paymentId: string,
): Promise<readonly ShownBuyerData[]> {
  const byAccount = new Map<string, { account: string; collectedAt: string; fields: Record<string, string> }>();
  for (const stored of await buyerData.show(paymentId)) {
    const { account, field, collectedAt } = stored;
    const shown = byAccount.get(account) ?? { account, collectedAt: collectedAt.toISOString(), fields: {} };
    shown.fields[field] = openField(keys, stored, stored);
    byAccount.set(account, shown);
  }
  return [...byAccount.values()];
}

/** Fields sealed again by one statement. */
const BATCH_MAX = 500;

/**
 * Seals again under the first key whatever another one sealed. It may be ended and begun again at any time.
 * @returns how many fields
 * @throws SealedByUnknownKeyError: the old key must stay among the keys until this is done
 */
export async function rotateBuyerData({ buyerData }: KeepBuyerDataPorts, keys: BuyerDataKeys): Promise<number> {
  let count = 0;
  for (;;) {
    const batch = await buyerData.sealedByOthers(keys[0].id, BATCH_MAX);
    if (batch.length === 0) return count;
    await buyerData.reseal(
      batch.map((stored) => ({
        paymentId: stored.paymentId,
        account: stored.account,
        ...resealField(keys, stored, stored),
        before: stored.content,
      })),
    );
    count += batch.length;
  }
}
