// Operator tasks on stored buyer data: showing a payment's data where the law requires it, finding and erasing a
// person's, and rotating the keys.
import {
  type BuyerDataKeys,
  type BuyerDataOwner,
  openField,
  resealField,
  type SealedField,
} from "../../payment/buyer-data/buyer-data.ts";

export interface StoredField extends SealedField, BuyerDataOwner {
  readonly collectedAt: Date;
}

export interface ResealedField extends SealedField, BuyerDataOwner {
  /** The content it replaces. */
  readonly before: Buffer;
}

/** A person who entered data for one payment. */
export interface StoredPerson extends BuyerDataOwner {
  readonly fullName: SealedField;
  readonly dob: SealedField;
}

export interface Erased {
  readonly payments: number;
  readonly fields: number;
}

export interface ManageBuyerDataPorts {
  readonly buyerData: {
    /** Records in the audit log that the data was shown. */
    show(paymentId: string): Promise<readonly StoredField[]>;
    /** At most `limit` fields sealed with other keys. */
    sealedByOthers(keyId: string, limit: number): Promise<readonly StoredField[]>;
    /** At most `limit` people after the one `after`; null: from the first. */
    people(after: BuyerDataOwner | null, limit: number): Promise<readonly StoredPerson[]>;
    /** Erases all these owners' data. @returns how many payments and fields that were */
    eraseAll(owners: readonly BuyerDataOwner[]): Promise<Erased>;
    /** Skips fields that have changed since they were read. */
    reseal(fields: readonly ResealedField[]): Promise<void>;
  };
}

/** One account's data in clear. */
export interface ShownBuyerData {
  readonly account: string;
  /** ISO 8601. */
  readonly collectedAt: string;
  readonly fields: Readonly<Partial<Record<SealedField["field"], string>>>;
}

/** @throws SealedByUnknownKeyError */
export async function showBuyerData(
  { buyerData }: ManageBuyerDataPorts,
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

export interface Person {
  readonly fullName: string;
  /** Date of birth, YYYY-MM-DD. */
  readonly dob: string;
}

/** People read per statement. */
const PEOPLE_MAX = 500;

/**
 * The payments and accounts for which a person entered data: same date of birth, and same name apart from case and
 * spaces. Names are encrypted, so it reads the data of every buyer.
 * @throws SealedByUnknownKeyError, AlteredBuyerDataError
 */
export async function findPerson(
  { buyerData }: ManageBuyerDataPorts,
  keys: BuyerDataKeys,
  { fullName, dob }: Person,
): Promise<readonly BuyerDataOwner[]> {
  const wanted = comparable(fullName);
  const found: BuyerDataOwner[] = [];
  let page: readonly StoredPerson[] = [];
  do {
    page = await buyerData.people(page.at(-1) ?? null, PEOPLE_MAX);
    for (const person of page) {
      if (openField(keys, person, person.dob) !== dob) continue;
      if (comparable(openField(keys, person, person.fullName)) !== wanted) continue;
      found.push({ paymentId: person.paymentId, account: person.account });
    }
  } while (page.length === PEOPLE_MAX);
  return found;
}

const comparable = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();

/** Fields resealed per statement. */
const BATCH_MAX = 500;

/**
 * Reseals with the first key every field that another key sealed. It can be interrupted and restarted at any time.
 * @returns how many fields were resealed
 * @throws SealedByUnknownKeyError if an old key was removed too early
 */
export async function rotateBuyerData({ buyerData }: ManageBuyerDataPorts, keys: BuyerDataKeys): Promise<number> {
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
