// What the buyer signed or sent, kept in session storage until the gateway has it. After a reload it can be confirmed
// again without asking the wallet twice.
import type { ConfirmBody, KeptResults, Step } from "../../../client/index.ts";

export interface Kept extends KeptResults {
  /** What is to be confirmed; null if there is nothing yet. */
  readonly confirm: KeptConfirm | null;
  keepConfirm(confirm: KeptConfirm): void;
  /** The wallet was asked to send the payment and may have done so. */
  readonly isAsked: boolean;
  keepAsked(isAsked: boolean): void;
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
  readonly isAsked: boolean;
}

const NOTHING: Stored = { results: {}, confirm: null, isAsked: false };

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
    get isAsked() {
      return stored.isAsked;
    },
    keepAsked: (isAsked) => write({ ...stored, isAsked }),
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
