// A deposit: a plain transfer to the address of a payment, which its terms determine and which no key controls.
import type { Address, Hex } from "viem";
import type { FiatAmount } from "../money/amount.ts";
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

/** An address with what came to it: transfers in the chain that are no dust. */
export interface DepositsOfAddress extends DepositAddress {
  /** Smallest units. */
  readonly received: bigint;
}

/** What the buyer still has to send; 0 as soon as what came is enough within the tolerance. Smallest units. */
export const missingOf = ({ received, asked, option }: DepositsOfAddress): bigint =>
  received >= option.terms.amount ? 0n : asked - received;

/** An address as the partner sees it. */
export interface ShownDeposits extends Pick<DepositAddress, "asked"> {
  /** CAIP-19. */
  readonly asset: string;
  readonly address: Address;
  /** Smallest units. */
  readonly received: bigint;
  /** The newest ones without dust, oldest first. */
  readonly deposits: readonly Deposit[];
}

const DUST_DECIMALS = 2;

/** The smallest transfer of an asset that counts as a deposit, in smallest units. */
export const leastTransfer = ({ decimals, depositMinimum }: Pick<Asset, "decimals" | "depositMinimum">): bigint =>
  depositMinimum ?? (decimals > DUST_DECIMALS ? 10n ** BigInt(decimals - DUST_DECIMALS) : 1n);

/** The smallest deposit that counts towards this amount of the terms, and never more than it. Smallest units. */
export function leastDeposit(asset: Pick<Asset, "decimals" | "depositMinimum">, amount: bigint): bigint {
  const least = leastTransfer(asset);
  return least < amount ? least : amount;
}

/** How much less than asked pays a partner's payment, because exchanges deduct their fees. */
export interface DepositTolerance {
  /** Parts per million of what was asked. */
  readonly ppm: bigint;
  /** The most, in smallest units by ISO 4217 code; payments in other currencies have no tolerance. */
  readonly most: ReadonlyMap<string, bigint>;
}

const PPM = 1_000_000n;

/**
 * How much of what is asked may be missing, rounded down, in the unit of `asked`.
 * @param tolerance null: none
 */
export function tolerated(tolerance: DepositTolerance | null, amount: FiatAmount, asked: bigint): bigint {
  const most = tolerance?.most.get(amount.currency);
  if (!tolerance || most === undefined) return 0n;
  const share = (asked * tolerance.ppm) / PPM;
  const ceiling = (asked * most) / amount.value;
  return share < ceiling ? share : ceiling;
}

export interface DepositLimits {
  /** Seconds for which a payment can be paid, at least, after its first address was asked for. */
  readonly lifetimeS: number;
  /** Seconds for which an exchange rate holds. */
  readonly rateHoldS: number;
  /** Addresses of a partner whose payments can still be paid. */
  readonly openMax: number;
}
