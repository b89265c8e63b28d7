// What the buyer signed or sent for a payment, kept until the gateway has it: a page that is loaded again can confirm it again, and
// nothing is asked of the wallet twice. Kept by this tab alone, and only as long as it is open.
import type { ConfirmBody, KeptResults, Step } from "../../../client/index.ts";

export interface Kept extends KeptResults {
  /** What is to be confirmed; null: nothing yet. */
  readonly confirm: KeptConfirm | null;
  keepConfirm(confirm: KeptConfirm): void;
  /** The wallet was asked to send the payment, and nobody has heard that it did not. */
  readonly isAsked: boolean;
  keepAsked(isAsked: boolean): void;
  /** Nothing of it is of any use any more. */
  forget(): void;
}

export interface KeptConfirm {
  readonly body: ConfirmBody;
  /** The money is on its way: nothing else may be paid before it is known what became of it. */
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
      return NOTHING; // not ours, so nothing is lost
    }
  }

  function inStorage<Value>(use: (place: Storage) => Value): Value | undefined {
    try {
      return use(storage());
    } catch {
      return undefined; // storage is full or forbidden: it is kept as long as the page is open
    }
  }
}

/** The same approval may be wanted by another payment as well, so it stands below the payment. */
const keyOf = (step: Step): string => JSON.stringify(step);
