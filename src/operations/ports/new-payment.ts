// A payment as it is first stored, and the result of storing it.
import type { Hex } from "viem";
import type { FiatAmount } from "../../money/amount.ts";
import type { ChargeDetails } from "../../payment/charge.ts";
import type { CreatedBy } from "../../payment/created-by.ts";
import type { LineItem } from "../../payment/line-item.ts";
import type { Checkout } from "../../payment/payment.ts";
import type { EarlierAnswer } from "./idempotency.ts";

export interface NewPayment {
  readonly id: string;
  readonly partnerId: string;
  readonly merchantId: string;
  readonly referenceId: string;
  readonly amount: FiatAmount;
  readonly checkout: Checkout | null;
  readonly description?: string | null;
  readonly lineItems?: readonly LineItem[];
  /** By default it may be paid by a transfer to a deposit address. */
  readonly takesDeposits?: boolean;
  readonly createdBy: CreatedBy;
  /** The time in its id, so that both are in the same month (docs/decisions/0068). */
  readonly createdAtMs: number;
  readonly expiresAtS: number;
  readonly paymentKey: Hex;
  /** The policy its options are quoted with; null: the installation's fees. */
  readonly feePolicyId: bigint | null;
  /** Stored with it. */
  readonly charge?: ChargeDetails;
}

export type CreateOutcome =
  | { readonly type: "created" }
  | EarlierAnswer
  /** The first request with this key is still running after the wait. */
  | { readonly type: "key_in_use" }
  | { readonly type: "merchant_not_found" }
  | { readonly type: "merchant_not_active" };

/** The result of storing a payment that is locked at once. */
export type CreateLockedOutcome =
  | Exclude<CreateOutcome, { readonly type: "created" }>
  /** Not locked: its payer's balance does not cover it. */
  | { readonly type: "created"; readonly isLocked: boolean };
