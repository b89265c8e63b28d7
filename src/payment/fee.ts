// The operator's fee, taken out of what the buyer pays (the merchant gets the rest).
import { formatStandardUnits } from "../money/amount.ts";

/** Parts per million: 0.4 % is 4 000. */
export interface FeePolicy {
  readonly ppm: bigint;
}

const PPM = 1_000_000n;
const PERCENTAGE_DECIMALS = 4;

/** The fee on `amount`, in the same unit, rounded down (in the merchant's favour). */
export const feeOf = (amount: bigint, policy: FeePolicy): bigint => (amount * policy.ppm) / PPM;

/** The policy's percentage as text, without trailing zeros: 4 000 ppm is "0.4". */
export const feePercentage = ({ ppm }: FeePolicy): string => formatStandardUnits(ppm, PERCENTAGE_DECIMALS);

/** A fee policy from a percentage as text with at most four decimals ("0.4" is 0.4 %), below 100; null where it is none. */
export function parseFeePercentage(text: string): FeePolicy | null {
  const [, whole, fraction = ""] = /^([0-9]{1,2})(?:\.([0-9]{1,4}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  return { ppm: BigInt(whole + fraction.padEnd(PERCENTAGE_DECIMALS, "0")) };
}
