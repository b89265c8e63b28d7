// What the pages show of refunds: the buyer's page and the page on which the merchant signs.
import type { Method } from "../../../money/asset.ts";
import type { AddressFault } from "../../../operations/refunds/buyer-address.ts";
import type { PaymentForBuyer } from "../../../payment/payment.ts";
import type { Refund } from "../../../payment/refund.ts";

export interface ShownRefund {
  readonly refund: Refund;
  /** In the payment's currency; readable, as the others. */
  readonly amount: string;
  /** In the token that was paid. */
  readonly tokens: string;
  /** CAIP-2. */
  readonly chain: string;
  readonly network: string;
}

/** The refunds of a paid payment. */
export interface RefundsView {
  /** The newest last. Cancelled ones do not concern the buyer. */
  readonly shown: readonly ShownRefund[];
  /** What went back of what was paid, in the token; null: nothing yet. */
  readonly returned: { readonly refunded: string; readonly paid: string; readonly isWhole: boolean } | null;
  /** Set while a refund waits for the buyer's address. */
  readonly claim: ClaimView | null;
}

export interface ClaimView {
  readonly symbol: string;
  readonly network: string;
  /** Whether the merchant rejected the address that was named before. */
  readonly isRejected: boolean;
  readonly entry: ClaimEntry;
}

/** What the buyer has entered so far. */
export interface ClaimEntry {
  readonly typed: string;
  readonly fault: ClaimFault | null;
  /** Whether the address is good, and the buyer only has to compare it. */
  readonly isChecked: boolean;
}

/** Why an entry is no address to which the money can go. */
export type ClaimFault = AddressFault | "missing" | "name" | "secret" | "length" | "mistyped" | "busy";

/** The page of a refund's gateway payment. */
export interface SigningView {
  readonly shown: ShownRefund;
  readonly refunded: PaymentForBuyer;
  /** The amount of the refunded payment. */
  readonly paid: string;
  readonly symbol: string;
  readonly method: Method;
}
