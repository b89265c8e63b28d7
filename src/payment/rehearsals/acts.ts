// What the demo buyer does for each fault, act by act. Everything moves by authorisations (EIP-3009) with fixed nonces,
// so that an act that is repeated after a crash cannot pay twice.
import type { Fault } from "./fault.ts";

/** An account of the demo buyer: its own, one that screening refuses, and one that is emptied before it pays. */
export type Role = "buyer" | "refused" | "emptied";

export type Act =
  /** The buyer gives the account the payment's amount. */
  | { readonly type: "fund"; readonly role: Role }
  /** The account gives it back. */
  | { readonly type: "empty"; readonly role: Role }
  /** As a wallet does. `own`: the wallet sends the transaction itself, so no relayer does. */
  | { readonly type: "confirm"; readonly role: Role; readonly own: boolean }
  /**
   * A transaction to the router: by the terms that were confirmed or are quoted, by others for half of the amount, or
   * by others for all of it.
   */
  | { readonly type: "pay"; readonly role: Role; readonly terms: "quoted" | "half" | "again" }
  /** Until the payment has succeeded or ended, or the act has waited long enough. */
  | { readonly type: "wait"; readonly until: "succeeded" | "ended" | "later" }
  /** The chain replaces the blocks from the payment's on. */
  | { readonly type: "reorganise" };

export const ACTS: Readonly<Record<Fault, readonly Act[]>> = {
  paid: [{ type: "confirm", role: "buyer", own: false }],
  insufficient: [
    { type: "fund", role: "emptied" },
    { type: "confirm", role: "emptied", own: true },
    { type: "empty", role: "emptied" },
    { type: "pay", role: "emptied", terms: "quoted" },
  ],
  declined: [
    { type: "fund", role: "refused" },
    { type: "confirm", role: "refused", own: false },
  ],
  underpaid: [{ type: "pay", role: "buyer", terms: "half" }],
  late: [
    { type: "wait", until: "ended" },
    { type: "pay", role: "buyer", terms: "quoted" },
  ],
  twice: [
    { type: "confirm", role: "buyer", own: false },
    { type: "wait", until: "succeeded" },
    { type: "pay", role: "buyer", terms: "again" },
  ],
  reorganised: [
    { type: "confirm", role: "buyer", own: false },
    { type: "wait", until: "succeeded" },
    { type: "reorganise" },
  ],
  slow: [
    { type: "confirm", role: "buyer", own: true },
    { type: "wait", until: "later" },
    { type: "pay", role: "buyer", terms: "quoted" },
  ],
};

/** How long a slow buyer's wallet waits. */
export const LATER_S = 30;
