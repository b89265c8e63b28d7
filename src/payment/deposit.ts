// A deposit: a plain transfer to the address of a payment, which its terms determine and which no key controls.
import type { Address, Hex } from "viem";
import type { Asset } from "../money/asset.ts";
import type { Option } from "./option.ts";

/** The deposit address of a payment in one asset. */
export interface DepositAddress {
  /** Its method is `deposit`, and the payer of its terms is the address. */
  readonly option: Option;
  readonly termsHash: Hex;
  /** Blocks that the sweep needs, its own included. */
  readonly requiredDepth: number;
  /**
   * What the buyer is asked for, in smallest units. The terms' amount is less by the partner's tolerance, because a
   * sweep passes on anything from there.
   */
  readonly asked: bigint;
  /** Smaller transfers are not counted; smallest units. */
  readonly minimum: bigint;
}

export const DEPOSIT_STATUSES = ["pending", "confirmed", "orphaned"] as const;

/** `pending` in a block, `confirmed` at the depth of the chain's policy, `orphaned` by a reorganisation. */
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** A transfer to a deposit address. */
export interface Deposit {
  readonly txHash: Hex;
  readonly from: Address;
  /** Smallest units of the asset. */
  readonly amount: bigint;
  readonly status: DepositStatus;
}

/** An address with everything that was sent to it, dust included. */
export interface DepositsOfAddress extends DepositAddress {
  readonly deposits: readonly Deposit[];
}

/** What counts as received: transfers in the chain that are no dust. */
export const receivedOf = ({ deposits, minimum }: DepositsOfAddress): bigint =>
  deposits.reduce((sum, { amount, status }) => (status === "orphaned" || amount < minimum ? sum : sum + amount), 0n);

/** What the buyer still has to send; 0 as soon as what came is enough within the tolerance. Smallest units. */
export function missingOf(deposits: DepositsOfAddress): bigint {
  const received = receivedOf(deposits);
  return received >= deposits.option.terms.amount ? 0n : deposits.asked - received;
}

const DUST_DECIMALS = 2;

/**
 * The smallest deposit that counts: a hundredth of a standard unit, and never more than the amount. Smallest units.
 * @param amount of the terms
 */
export function leastDeposit({ decimals }: Pick<Asset, "decimals">, amount: bigint): bigint {
  const least = decimals > DUST_DECIMALS ? 10n ** BigInt(decimals - DUST_DECIMALS) : 1n;
  return least < amount ? least : amount;
}

export interface DepositLimits {
  /** Seconds for which a payment can be paid, at least, after its first address was asked for. */
  readonly lifetimeS: number;
  /** Seconds for which an exchange rate holds. */
  readonly rateHoldS: number;
  /** Addresses of a partner whose payments can still be paid. */
  readonly openMax: number;
}
