// Operator tasks on stored buyer data: showing a payment's data where the law requires it, and rotating the keys.
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
  /** The content it replaces. */
  readonly before: Buffer;
}

export interface KeepBuyerDataPorts {
  readonly buyerData: {
    /** Records in the audit log that the data was shown. */
    show(paymentId: string): Promise<readonly StoredField[]>;
    /** At most `limit` fields sealed with other keys. */
    sealedByOthers(keyId: string, limit: number): Promise<readonly StoredField[]>;
    /** Skips fields that have changed since they were read. */
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

/** Fields resealed per statement. */
const BATCH_MAX = 500;

/**
 * Reseals with the first key every field that another key sealed. It can be interrupted and restarted at any time.
 * @returns how many fields were resealed
 * @throws SealedByUnknownKeyError if an old key was removed too early
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
