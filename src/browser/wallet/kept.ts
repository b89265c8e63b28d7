// The buyer's signatures and transactions, kept in session storage until the gateway has it. After a reload it can be
// confirmed again without asking the wallet twice.
import type { ConfirmBody, KeptResults, Step } from "../../client/index.ts";

export interface Kept extends KeptResults {
  /** The pending confirm; null if there is nothing to confirm yet. */
  readonly confirm: KeptConfirm | null;
  keepConfirm(confirm: KeptConfirm): void;
  /** The wallet was asked to send the payment and may have done so. */
  readonly mayBeSent: boolean;
  beginSending(): void;
  /** One request to send has a known outcome. Others may still be open in the wallet. */
  endSending(): void;
  /** Deletes what was signed or sent, but not that the wallet may have sent something else. */
  forgetResults(): void;
  /** Deletes everything that was kept. */
  forget(): void;
}

export interface KeptConfirm {
  readonly body: ConfirmBody;
  /** The money is on its way: nothing else may be paid until its outcome is known. */
  readonly isSent: boolean;
}

interface Stored {
  readonly results: Readonly<Record<string, string>>;
  readonly confirm: KeptConfirm | null;
  /** How many requests to send have an unknown outcome. */
  readonly sending: number;
}

const NOTHING: Stored = { results: {}, confirm: null, sending: 0 };

export function keptFor(paymentId: string, storage: () => Storage = () => sessionStorage): Kept {
  const name = `turnpike:${paymentId}`;
  let stored = read();
  const write = (next: Stored) => {
    stored = next;
    inStorage((place) => place.setItem(name, JSON.stringify(next)));
  };
  return {
    get confirm() {
      return stored.confirm;
    },
    read: (step) => stored.results[keyOf(step)] ?? null,
    keep: (step, result) => write({ ...stored, results: { ...stored.results, [keyOf(step)]: result } }),
    keepConfirm: (confirm) => write({ ...stored, confirm }),
    get mayBeSent() {
      return stored.sending > 0;
    },
    beginSending: () => write({ ...stored, sending: stored.sending + 1 }),
    endSending: () => write({ ...stored, sending: Math.max(stored.sending - 1, 0) }),
    forgetResults: () => write({ ...NOTHING, sending: stored.sending }),
    forget() {
      stored = NOTHING;
      inStorage((place) => place.removeItem(name));
    },
  };

  function read(): Stored {
    const text = inStorage((place) => place.getItem(name)) ?? null;
    if (text === null) return NOTHING;
    try {
      return { ...NOTHING, ...(JSON.parse(text) as Partial<Stored>) };
    } catch {
      return NOTHING; // not our data
    }
  }

  function inStorage<Value>(use: (place: Storage) => Value): Value | undefined {
    try {
      return use(storage());
    } catch {
      return undefined; // storage is full or denied: kept in memory only
    }
  }
}

/** Stored per payment, because another payment may need the same approval. */
const keyOf = (step: Step): string => JSON.stringify(step);
