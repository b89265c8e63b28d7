// The state of paying with a browser wallet. Each action of the buyer starts a turn; results of earlier turns are
// dropped.
import type { PaymentOption, PreparedPayment, Step, UnavailableAsset } from "../../../../client/index.ts";
import type { FoundWallet } from "../../../wallet/discovery.ts";
import { type Kept, keptFor } from "../../../wallet/kept.ts";
import type { Problem } from "../../../wallet/problem.ts";
import type { CheckoutContext } from "../../context.ts";

export interface Connection {
  readonly wallet: FoundWallet;
  /** CAIP-10: each of the wallet's accounts on each of the gateway's chains. */
  readonly accounts: readonly string[];
  /** CAIP-2 ID of the wallet's current chain; null if unknown. */
  readonly chain: string | null;
}

export type View =
  | { readonly at: "wallets"; readonly connecting: FoundWallet | null }
  | { readonly at: "loading"; readonly connection: Connection }
  | {
      readonly at: "options";
      readonly connection: Connection;
      readonly options: readonly PaymentOption[];
      /** Accepted assets that these accounts can't pay with; null if the options could not be read. */
      readonly unavailable: readonly UnavailableAsset[] | null;
      readonly chosen: PaymentOption | null;
      /** The actions of the chosen option; null while they are loading. */
      readonly prepared: PreparedPayment | null;
      /** The buyer has pressed Pay, but the wallet has not been called yet. */
      readonly isStarting: boolean;
    }
  | {
      readonly at: "form";
      readonly connection: Connection;
      readonly option: PaymentOption;
      readonly url: string;
      readonly onEnd: (end: FormEnd) => void;
    }
  | {
      readonly at: "executing";
      readonly connection: Connection;
      readonly option: PaymentOption;
      readonly kind: Step["kind"];
      readonly index: number;
      readonly count: number;
    }
  /** `retryNow` ends the wait before the next attempt; null during a request. */
  | { readonly at: "confirming"; readonly retryNow: (() => void) | null; readonly isSent: boolean };

export type FormEnd = "complete" | "error" | "closed";

export interface Shown {
  readonly view: View;
  readonly problem: Problem | null;
  /** The wallets found in this browser. */
  readonly wallets: readonly FoundWallet[];
}

export interface Flow {
  readonly context: CheckoutContext;
  readonly kept: Kept;
  readonly shown: Shown;
  show(view: View, problem?: Problem | null): void;
  offer(wallets: readonly FoundWallet[]): void;
  subscribe(listener: () => void): () => void;
  /** Starts a new turn. @returns aborted once a later turn begins */
  begin(): AbortSignal;
}

export function createFlow(context: CheckoutContext): Flow {
  const kept = keptFor(context.data.paymentId);
  const listeners = new Set<() => void>();
  let shown: Shown = {
    view: kept.confirm
      ? { at: "confirming", retryNow: null, isSent: kept.confirm.isSent }
      : { at: "wallets", connecting: null },
    problem: kept.mayBeSent && !kept.confirm ? "maybeSent" : null, // before a reload
    wallets: [],
  };
  let turn = new AbortController();
  const change = (next: Shown): void => {
    shown = next;
    for (const listener of listeners) listener();
  };
  return {
    context,
    kept,
    get shown() {
      return shown;
    },
    show(view, problem = null) {
      change({ ...shown, view, problem });
    },
    offer(wallets) {
      change({ ...shown, wallets });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin() {
      turn.abort();
      turn = new AbortController();
      return turn.signal;
    },
  };
}
