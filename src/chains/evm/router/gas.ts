// Gas limits of batches, measured on the real USDC (npm run bench:gas) and rounded up. Too low a limit reverts the
// whole batch; an excessive limit keeps other batches out of the block.
import { type Hex, size } from "viem";
import type { Asset, OptionMethod, RelayedMethod } from "../../../money/asset.ts";
import type { Authorization } from "../../../operations/ports/chain/payment-chain.ts";
import { transferOf } from "../../../payment/transfers/transfer-authorization.ts";
import { type Group, relayedMethodOf } from "./router-call.ts";
import { ECDSA_BYTES } from "./signature-encodings.ts";

/** EIP-7825 allows 2^24 per transaction; the margin is for nodes that count differently. */
export const TRANSACTION_GAS_MAX = 16_700_000;
const TRANSACTION_GAS = 21_000;
/** EIP-2028. */
const ZERO_BYTE_GAS = 4;
const NONZERO_BYTE_GAS = 16;

/** `settle` itself, for a router that held none of the token. */
const SETTLE_GAS = 35_000;
/** A group's frame, and the fee transfer to an account that never held the token. */
const GROUP_GAS = 40_000;
/** A group copies the whole batch, and memory's price rises: 4 for each byte of the largest batch. */
const GROUP_BYTE_GAS = 1;
/** A destination that never held the token. */
const PAYOUT_GAS = 31_000;
/**
 * Gas to pull from a payer without code. Permit2 also writes its own nonce, and the token an allowance. A sweep creates
 * a contract.
 */
const PULL_GAS = {
  eip3009: 52_000,
  permit2: 75_000,
  deposit: 75_000,
  transfer: 55_000,
} as const satisfies Record<RelayedMethod, number>;
/** Extra gas for contract wallets to check a signature, averaged over a batch in which one payer in three has one. */
const WALLET_GAS = 5_000;
/**
 * Gas limit of an empty transfer to the relayer itself. Rollups that charge their data as gas need more than 21 000;
 * unused gas is not charged.
 */
export const EMPTY_CALL_GAS = 100_000n;
/** PaymentRouter.CALL_GAS_MAX: the most the router gives each pull, and the minimum left before each. */
const CALL_GAS_MAX = 175_000;
/** The router's own part of a pull. */
const PULL_FRAME_GAS = 12_000;
const PULL_GAS_MAX = PULL_FRAME_GAS + CALL_GAS_MAX;
/** Reserve for the minimum before the last pull, and for one wallet that burns all its gas. */
const RESERVE_GAS = 2 * CALL_GAS_MAX;

/** The gas limit of a batch with one payment, rounded up. */
export const ONE_PAYMENT_GAS = 700_000n;

/** Maximum payments of a batch with worst-case gas for each: about 3 million. */
export const PAYMENTS_AT_WORST_MAX = 10;

/**
 * The gas limit of a `settle` with this calldata. If it exceeds TRANSACTION_GAS_MAX, take fewer payments.
 * @param isAtWorst assume that every payer's wallet burns all the gas the router gives it
 */
export function gasLimitOf(data: Hex, groups: readonly Group[], isAtWorst: boolean): bigint {
  const payouts = groups.flatMap((group) => group.payouts);
  const pulls = payouts.flatMap(({ authorizations }) => authorizations);
  const gasOf = isAtWorst ? pullGasMax : pullGas;
  const pulling = pulls.reduce((sum, pull) => sum + gasOf(pull), 0);
  const grouping = groups.length * (GROUP_GAS + size(data) * GROUP_BYTE_GAS);
  const execution = SETTLE_GAS + grouping + payouts.length * PAYOUT_GAS + pulling + RESERVE_GAS;
  return BigInt(TRANSACTION_GAS + calldataGas(data) + withCallers(execution));
}

/** Only payers without code reliably sign in 65 bytes; a longer signature belongs to a contract wallet of any cost. */
function pullGas(pull: Authorization): number {
  const { option, payerHasCode } = pull;
  const method = relayedMethodOf(option);
  const transfer = transferOf(pull);
  if (method === "deposit" && !transfer) return PULL_GAS.deposit;
  const { signature } = transfer ?? pull;
  if (size(signature) !== ECDSA_BYTES || payerHasCode) return pullGasMax(pull);
  return PULL_GAS[method] + (method === "deposit" ? PULL_GAS.eip3009 : 0) + WALLET_GAS;
}

/** A transfer to a deposit address is followed by the sweep. */
const pullGasMax = (pull: Authorization): number =>
  PULL_GAS_MAX + (pull.option.method === "deposit" ? PULL_GAS.deposit : 0);

/** A call gets 63/64 of its caller's gas (EIP-150); the router calls itself and then the token. */
const withCallers = (gas: number): number => Math.ceil((gas * 64) / 63);

function calldataGas(data: Hex): number {
  const bytes = Buffer.from(data.slice(2), "hex");
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros += 1;
  return zeros * ZERO_BYTE_GAS + (bytes.length - zeros) * NONZERO_BYTE_GAS;
}

/** Calldata of one payment with its own destination and every possible byte nonzero. */
const PAYMENT_CALLDATA_GAS = 4_500;

/** Maximum payments, of any method and each with its own destination, that fit a transaction's gas limit. */
export const PAYMENTS_PER_TRANSACTION_MAX = Math.floor(
  (((TRANSACTION_GAS_MAX - TRANSACTION_GAS) * 63) / 64 - SETTLE_GAS - RESERVE_GAS) /
    (Math.max(...Object.values(PULL_GAS)) + WALLET_GAS + PAYOUT_GAS + PAYMENT_CALLDATA_GAS),
);

/** `approve` of a proxied token from an allowance of 0, plus half (test/chains/evm/build/own-gas.test.ts). */
const APPROVE_GAS = 90_000n;
/** `PaymentRouter.pay` in a token that neither destination nor fee receiver ever held, plus half. */
const PAY_TOKEN_GAS = 300_000n;
/** `PaymentRouter.pay` in the chain's native coin, plus half. */
const PAY_COIN_GAS = 200_000n;

/** Gas of the payment paid by the buyer's account, including a wallet's own margin. */
export function paymentGas(method: OptionMethod): bigint {
  if (method === "native") return PAY_COIN_GAS;
  return method === "erc20" ? PAY_TOKEN_GAS : 0n;
}

/** Gas of the missing approvals. */
export function approvalGas(asset: Asset, allowance: bigint, amount: bigint): bigint {
  if (allowance >= amount) return 0n;
  const isReset = allowance > 0n && (asset.method === "permit2" || asset.method === "erc20") && asset.resetsApproval;
  return isReset ? 2n * APPROVE_GAS : APPROVE_GAS;
}
