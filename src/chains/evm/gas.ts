// How much gas a batch may need at most: measured on the real USDC (npm run bench:gas), each figure rounded up. A limit that
// is too low reverts the whole batch; one that is too high keeps other batches out of the block.
import { type Hex, size } from "viem";
import type { Asset, Method, SignatureMethod } from "../../money/asset.ts";
import type { Authorization } from "../../operations/ports.ts";
import type { Payout } from "./router-call.ts";

/** EIP-7825 allows 2^24 for a transaction; a little is left for nodes that count differently. */
const TRANSACTION_GAS_MAX = 16_700_000;
const TRANSACTION_GAS = 21_000;
/** EIP-2028. */
const ZERO_BYTE_GAS = 4;
const NONZERO_BYTE_GAS = 16;

/** `settle` itself and the fees' transfer to a fresh account, out of a router that held nothing of the token. */
const SETTLE_GAS = 70_000;
/** A destination that never held the token. */
const PAYOUT_GAS = 31_000;
/** A payer without code. Permit2 has its own nonce to write, and the token its allowance. */
const PULL_GAS = { eip3009: 52_000, permit2: 75_000 } as const satisfies Record<SignatureMethod, number>;
/** What wallets' contracts take more than that to check a signature, on average over a batch: one payer in three has one. */
const WALLET_GAS = 5_000;
/** PaymentRouter.CALL_GAS_MAX: what the router gives each pull at the most, and wants to have left before each. */
const CALL_GAS_MAX = 300_000;
/** The router's own part of a pull. */
const PULL_FRAME_GAS = 12_000;
const PULL_GAS_MAX = PULL_FRAME_GAS + CALL_GAS_MAX;
/** Left before the last pull, and for one wallet that burns all that it gets. */
const RESERVE_GAS = 2 * CALL_GAS_MAX;

/** Only a payer without code is sure to sign in 65 bytes; a longer one is a wallet's contract, of any cost. */
const ECDSA_SIGNATURE_BYTES = 65;

/** Most payments of a batch that has gas for the worst of each: some 4 million. */
export const PAYMENTS_AT_WORST_MAX = 10;

/**
 * The gas limit of a `settle` with this calldata.
 * @param isAtWorst every payer's wallet may burn all that the router gives it
 */
export function gasLimitOf(data: Hex, payouts: readonly Payout[], isAtWorst: boolean): bigint {
  const pulls = payouts.flatMap(({ authorizations }) => authorizations);
  const pulling = isAtWorst ? pulls.length * PULL_GAS_MAX : pulls.reduce((sum, pull) => sum + pullGas(pull), 0);
  const execution = SETTLE_GAS + payouts.length * PAYOUT_GAS + pulling + RESERVE_GAS;
  const limit = TRANSACTION_GAS + calldataGas(data) + withCallers(execution);
  return BigInt(Math.min(limit, TRANSACTION_GAS_MAX));
}

const pullGas = ({ option, signature }: Authorization): number =>
  size(signature) === ECDSA_SIGNATURE_BYTES
    ? PULL_GAS[option.method === "permit2" ? "permit2" : "eip3009"] + WALLET_GAS
    : PULL_GAS_MAX;

/** A call gets 63/64 of the gas that its caller has (EIP-150); the router calls itself, and then the token. */
const withCallers = (gas: number): number => Math.ceil((gas * 64) / 63);

function calldataGas(data: Hex): number {
  const bytes = Buffer.from(data.slice(2), "hex");
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros += 1;
  return zeros * ZERO_BYTE_GAS + (bytes.length - zeros) * NONZERO_BYTE_GAS;
}

/** Calldata of one payment with its own destination, all of it that can be not zero. */
const PAYMENT_CALLDATA_GAS = 4_500;

/** Most payments, by whichever method, each with its own destination, whose limit a transaction can have. */
export const PAYMENTS_PER_TRANSACTION_MAX = Math.floor(
  (((TRANSACTION_GAS_MAX - TRANSACTION_GAS) * 63) / 64 - SETTLE_GAS - RESERVE_GAS) /
    (Math.max(...Object.values(PULL_GAS)) + WALLET_GAS + PAYOUT_GAS + PAYMENT_CALLDATA_GAS),
);

/** `approve` of a token behind a proxy, out of an allowance of 0 (test/chains/evm/own-gas.test.ts); half as much again. */
const APPROVE_GAS = 90_000n;
/** `PaymentRouter.pay` in a token that the destination and the fee receiver never held; half as much again. */
const PAY_TOKEN_GAS = 300_000n;
/** The same in the chain's coin. */
const PAY_COIN_GAS = 200_000n;

/** Gas of the payment itself that the buyer's account pays, with room for a wallet's own margin. */
export function paymentGas(method: Method): bigint {
  if (method === "native") return PAY_COIN_GAS;
  return method === "erc20" ? PAY_TOKEN_GAS : 0n;
}

/** Gas of the approvals that are missing. */
export function approvalGas(asset: Asset, allowance: bigint, amount: bigint): bigint {
  if (allowance >= amount) return 0n;
  const isReset = allowance > 0n && (asset.method === "permit2" || asset.method === "erc20") && asset.resetsApproval;
  return isReset ? 2n * APPROVE_GAS : APPROVE_GAS;
}
