// Payments from wallets not deployed yet (EIP-6492): one Multicall3 transaction calls the wallet's factory and settles
// the payment. Each gets its own transaction, so that the factory's gas use cannot harm other payments.
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  multicall3Abi,
  numberToHex,
} from "viem";
import type { BatchCall } from "../../../operations/ports/chain/chain-writer.ts";
import type { Authorization, Verdict } from "../../../operations/ports/chain/payment-chain.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { unlessFailed } from "../nodes/errors.ts";
import { multicallOf } from "../nodes/multicall.ts";
import { gasLimitOf } from "../router/gas.ts";
import { groupsOf, payData, settleData } from "../router/router-call.ts";
import type { WrappedSignature } from "../router/signature-encodings.ts";
import { verdictOnRevert } from "../router/verdict.ts";
import { isSettled } from "./simulation.ts";

/** The most a deployment may cost the relayer; smart wallets behind a proxy take 150 000 to 400 000. */
export const DEPLOYMENT_GAS_MAX = 1_000_000n;

type Contracts = Pick<EvmChainConfig, "router" | "multicall3" | "walletFactories">;

/**
 * The transaction that settles the payment, after deploying the wallet if that is still needed.
 * @throws TypeError if the wallet's factory is not allowed: the relayer pays for the factory's call
 */
export function deployingBatch(
  contracts: Contracts,
  authorization: Authorization,
  wrapped: WrappedSignature,
): BatchCall {
  const groups = groupsOf([unwrapped(authorization, wrapped)]);
  const call = deployingAnd(contracts, wrapped, settleData(authorization.option.terms.token, groups));
  return { ...call, gasLimit: gasLimitOf(call.data, groups, false) + DEPLOYMENT_GAS_MAX };
}

/**
 * Like `deployingBatch`, but the transaction reverts if the payment fails.
 * @throws TypeError like `deployingBatch`
 */
export const deployingCall = (
  contracts: Contracts,
  authorization: Authorization,
  wrapped: WrappedSignature,
): Pick<BatchCall, "recipient" | "data"> =>
  deployingAnd(contracts, wrapped, payData(unwrapped(authorization, wrapped)));

/** @param callData of the router */
function deployingAnd({ router, multicall3, walletFactories }: Contracts, wrapped: WrappedSignature, callData: Hex) {
  if (!isAllowed(walletFactories, wrapped)) throw new TypeError("the wallet's factory is not in walletFactories");
  const calls = [
    { target: wrapped.factory, allowFailure: true, callData: wrapped.factoryData },
    { target: router, allowFailure: false, callData },
  ];
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
  return { recipient: multicall3, data };
}

/** Whether the relayer pays for calls of this wallet's factory. */
export const isAllowed = (factories: readonly Address[], { factory }: WrappedSignature): boolean =>
  factories.some((allowed) => isAddressEqual(allowed, factory));

export const unwrapped = (authorization: Authorization, { signature }: WrappedSignature): Authorization => ({
  ...authorization,
  signature,
});

export type VerifyDeploying = (authorization: Authorization, wrapped: WrappedSignature) => Promise<Verdict>;

/** Simulates the exact transaction that would be sent, with its gas limit. Throws if the chain does not respond. */
export function deployingVerifier(connection: Connection, config: EvmChainConfig): VerifyDeploying {
  return async (authorization, wrapped) => {
    if (await isPaidBy(connection, deployingBatch(config, authorization, wrapped))) return { type: "payable" };
    const [, paid] = await multicallOf(connection, config, [
      { target: wrapped.factory, callData: wrapped.factoryData },
      { target: config.router, callData: payData(unwrapped(authorization, wrapped)) },
    ]);
    if (!paid) throw new TypeError("the simulation returned no result");
    return paid.success ? TOO_MUCH_GAS : verdictOnRevert(paid.returnData);
  };
}

const TOO_MUCH_GAS: Verdict = {
  type: "refused",
  message: "The wallet's contract needs too much gas to deploy and to check the signature: choose another account",
};

async function isPaidBy({ client }: Connection, { recipient, data, gasLimit }: BatchCall): Promise<boolean> {
  const call: { to: Address; data: Hex; gas: Hex } = { to: recipient, data, gas: numberToHex(gasLimit) };
  const answer = await unlessFailed("eth_call", client.request({ method: "eth_call", params: [call, "latest"] }));
  if (answer === null) return false;
  const [, settled] = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: answer });
  return settled !== undefined && isSettled(settled);
}
