// Payments relayed alone: a transaction that reverts if the payment fails, with a gas limit from a simulation. The
// router's own limit per payment (settle) is for payments that share a transaction.
import { type Address, type Hex, numberToHex } from "viem";
import type { BatchCall } from "../../../operations/ports/chain/chain-writer.ts";
import type { Authorization } from "../../../operations/ports/chain/payment-chain.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { unlessFailed } from "../nodes/errors.ts";
import { payData } from "../router/router-call.ts";
import { parseSignature } from "../router/signature-encodings.ts";
import { DEPLOYMENT_GAS_MAX, deployingCall } from "../verify/deployment.ts";

/** 300 000 for the signature check, and 200 000 for the remainder, of which USDC needs half. */
const ISOLATED_GAS_MAX = 500_000n;
/** Allows for state that changes until the payment is mined, such as a destination that no longer holds the token. */
const MARGIN_GAS = 25_000n;

/** @throws TypeError if the signature is malformed, or its wallet's factory is not allowed */
export function isolatedCall(config: EvmChainConfig, authorization: Authorization, gasLimit: bigint): BatchCall {
  const parsed = parseSignature(authorization.signature);
  if (!parsed) throw new TypeError("the signature is malformed");
  if (parsed.type === "wrapped") return { ...deployingCall(config, authorization, parsed), gasLimit };
  return { recipient: config.router, data: payData(authorization), gasLimit };
}

/** The largest gas limit of such a transaction. */
export const isolatedGasMax = ({ signature }: Authorization): bigint =>
  parseSignature(signature)?.type === "wrapped" ? ISOLATED_GAS_MAX + DEPLOYMENT_GAS_MAX : ISOLATED_GAS_MAX;

/**
 * @param call the payment's call, with its largest gas limit
 * @returns the gas limit that the call needs now; null if the call fails or needs more
 * @throws if the chain does not respond
 */
export async function gasNeeded(
  { client }: Connection,
  { recipient, data, gasLimit }: BatchCall,
  relayer: Address,
): Promise<bigint | null> {
  const call: { from: Address; to: Address; data: Hex; gas: Hex } = {
    from: relayer,
    to: recipient,
    data,
    gas: numberToHex(gasLimit),
  };
  const answer = await unlessFailed("eth_estimateGas", client.request({ method: "eth_estimateGas", params: [call] }));
  if (answer === null) return null;
  const gas = BigInt(answer) + MARGIN_GAS;
  return gas > gasLimit ? null : gas;
}
