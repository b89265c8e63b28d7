// An exception: money of a payment that moved in a way that the payment's status does not tell.
import type { Hex } from "viem";
import type { TokenAmount } from "../money/amount.ts";

export const EXCEPTION_KINDS = ["underpaid", "overpaid", "late", "duplicate", "reorged", "settlement_failed"] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

export interface PaymentException {
  readonly id: string;
  readonly paymentId: string;
  readonly kind: ExceptionKind;
  readonly token: TokenAmount | null;
  readonly transaction: { readonly chain: string; readonly hash: Hex } | null;
  /** What happened, for a person. */
  readonly message: string;
  readonly createdAt: Date;
  /** When it turned out to be the payment's own money after all; null: it stands. */
  readonly resolvedAt: Date | null;
}
