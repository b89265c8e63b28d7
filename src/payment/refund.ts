// A refund: a payment backwards. An account of the merchant signs it, and the money goes to the buyer by the same
// router. Turnpike holds no key that can spend the merchant's money.
import type { Address, Hex } from "viem";
import type { FiatAmount, TokenAmount } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { amountAtPar } from "../money/par.ts";
import type { CreatedBy } from "./created-by.ts";

export const REFUND_STATUSES = [
  "requires_address",
  "requires_action",
  "processing",
  "succeeded",
  "failed",
  "cancelled",
] as const;

/**
 * `requires_address`: it has no destination yet. `requires_action`: an account of the merchant has to sign it.
 * `processing`: it is signed. The other statuses are final.
 */
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const REFUND_FAILURES = ["expired", "not_paid", "declined_user"] as const;

/** It was not signed in time; signed but not paid in time; or the account that signed it is refused. */
export type RefundFailure = (typeof REFUND_FAILURES)[number];

/** An address that waits for the merchant to accept it. */
export interface Claim {
  readonly address: Address;
  /** The id of the merchant's person or key that named it; null: the buyer did. */
  readonly by: string | null;
  readonly at: Date;
  /** The person who accepted it first, where two people must accept it; null: no person has. */
  readonly acceptedBy: string | null;
}

export interface Refund {
  readonly id: string;
  readonly merchantId: string;
  readonly paymentId: string;
  /** The exception whose money it sends back, beside what was paid; null: it sends back what was paid. */
  readonly exceptionId: string | null;
  /** The payment by which a wallet signs it. Only gateway endpoints serve it. */
  readonly gatewayPaymentId: string;
  readonly status: RefundStatus;
  readonly amount: TokenAmount;
  /** Its worth at the payment's own rate. */
  readonly fiatAmount: FiatAmount;
  /** The buyer's account on the chain of the asset; null until an address is accepted. */
  readonly to: Address | null;
  readonly claim: Claim | null;
  /** The merchant rejected the address that the buyer named last. */
  readonly isRejected: boolean;
  readonly reason: string | null;
  readonly requestedBy: CreatedBy;
  readonly failure: RefundFailure | null;
  readonly txHash: Hex | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Unix seconds. Later it cannot be signed. */
  readonly expiresAtS: number;
}

/** What the gateway payment of a refund pays out: exactly this, without a fee. */
export interface Payout {
  readonly refundId: string;
  /** The payment that is refunded. */
  readonly paymentId: string;
  /** CAIP-19. */
  readonly asset: string;
  /** Smallest units. */
  readonly amount: bigint;
  readonly to: Address | null;
  /**
   * A reorganisation has removed the payment's own transfer, or the exception's: nothing is paid back until it returns.
   * Or the exception has ended in another way, or a reorganisation has changed its amount.
   */
  readonly isHeld: boolean;
}

/** The statuses that are not final. */
export const OPEN_REFUNDS = ["requires_address", "requires_action", "processing"] as const satisfies RefundStatus[];

export const isOpenRefund = (status: RefundStatus): boolean => OPEN_REFUNDS.some((open) => open === status);

/** Whether it takes a part of what was paid: it is open, or has succeeded. */
export const isStanding = (status: RefundStatus): boolean => status === "succeeded" || isOpenRefund(status);

/** A refund can be signed for 30 days. Its options end much earlier, and with them the authorisations to pay. */
export const REFUND_LIFETIME_S = 30 * 86_400;

/** What a wallet shows as the receiver's name of a refund. */
export const refundName = (merchantName: string): string => `Refund by ${merchantName}`;

/** The refunds of one payment together. Smallest units. */
export interface RefundTotals {
  readonly paid: bigint;
  /** Open and succeeded ones, or everything with a mark. */
  readonly requested: bigint;
  /** Succeeded ones. */
  readonly refunded: bigint;
}

/** The totals of refunds alone, without a mark. `paid` is not known from them. */
export const totalsOf = (refunds: readonly Refund[]): Pick<RefundTotals, "requested" | "refunded"> => {
  const sum = (of: (status: RefundStatus) => boolean): bigint =>
    refunds.filter(({ status }) => of(status)).reduce((total, { amount }) => total + amount.value, 0n);
  const isDone = (status: RefundStatus): boolean => status === "succeeded";
  return { refunded: sum(isDone), requested: sum(isStanding) };
};

/** Its worth in the payment's currency at the payment's rate, rounded half up; at least one smallest unit. */
export function worthOf(amount: bigint, paid: bigint, fiat: FiatAmount): FiatAmount {
  const value = (2n * amount * fiat.value + paid) / (2n * paid);
  return { currency: fiat.currency, value: value > 0n ? value : 1n };
}

/** A fiat amount in the paid token at the payment's rate, rounded down: all refunds stay below what was paid. */
export const tokensFor = (value: bigint, paid: bigint, fiat: FiatAmount): bigint => (value * paid) / fiat.value;

/** What a payment asks for, or a refund pays out. */
export interface FixedAmount {
  readonly amount: FiatAmount;
  readonly payout?: Pick<Payout, "asset" | "amount"> | null;
}

/** The amount of every option in this asset, in smallest units; null if it follows from an exchange rate. */
export const fixedAmount = (
  { amount, payout }: FixedAmount,
  asset: Pick<Asset, "id" | "peggedTo" | "decimals">,
): bigint | null => {
  if (!payout) return amountAtPar(amount, asset);
  return payout.asset === asset.id ? payout.amount : null;
};
