// Payments of wallets that are not deployed yet (EIP-6492): one transaction first calls the wallet's factory and then settles the
// payment, through Multicall3, since anybody may call either. Each is a transaction of its own: whatever the factory's call does
// with its gas, it harms no other payment.
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isHex,
  multicall3Abi,
  numberToHex,
} from "viem";
import type { BatchCall } from "../../operations/ports/chain-writer.ts";
import type { Authorization, Verdict } from "../../operations/ports/payment-chain.ts";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";
import { endpointFailureIn, isExecutionFailure } from "./errors.ts";
import { gasLimitOf } from "./gas.ts";
import { multicallOf } from "./multicall.ts";
import { payData, payoutsOf, settleData } from "./router-call.ts";
import type { WrappedSignature } from "./signature-forms.ts";
import { isSettled } from "./simulation.ts";
import { verdictOnRevert } from "./verdict.ts";

/** Smart wallets take 150 000 to 400 000 to deploy behind a proxy; this is what one may cost the relayer. */
const DEPLOYMENT_GAS_MAX = 1_000_000n;

type Contracts = Pick<EvmChainConfig, "router" | "multicall3">;

/** The transaction that deploys the wallet, where nobody has in the meantime, and settles its payment. */
export function deployingBatch(
  { router, multicall3 }: Contracts,
  authorization: Authorization,
  wrapped: WrappedSignature,
): BatchCall {
  const { token, feeReceiver } = authorization.option.terms;
  const payouts = payoutsOf([unwrapped(authorization, wrapped)]);
  const calls = [
    { target: wrapped.factory, allowFailure: true, callData: wrapped.factoryData },
    { target: router, allowFailure: false, callData: settleData(token, feeReceiver, payouts) },
  ];
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
  return { recipient: multicall3, data, gasLimit: gasLimitOf(data, payouts, false) + DEPLOYMENT_GAS_MAX };
}

export const unwrapped = (authorization: Authorization, { signature }: WrappedSignature): Authorization => ({
  ...authorization,
  signature,
});

export type VerifyDeploying = (authorization: Authorization, wrapped: WrappedSignature) => Promise<Verdict>;

/** Asks the chain with the very transaction that would be sent, and its gas. Throws where the chain does not answer. */
export function deployingVerifier(connection: Connection, config: EvmChainConfig): VerifyDeploying {
  return async (authorization, wrapped) => {
    if (await isPaidBy(connection, deployingBatch(config, authorization, wrapped))) return { type: "payable" };
    const [, paid] = await multicallOf(connection, config, [
      { target: wrapped.factory, callData: wrapped.factoryData },
      { target: config.router, callData: payData(unwrapped(authorization, wrapped)) },
    ]);
    if (!paid) throw new TypeError("a simulation without results");
    return paid.success ? TOO_MUCH_GAS : verdictOnRevert(paid.returnData);
  };
}

const TOO_MUCH_GAS: Verdict = {
  type: "refused",
  message: "The wallet's contract needs too much gas to be deployed and asked: choose another account",
};

async function isPaidBy({ client }: Connection, { recipient, data, gasLimit }: BatchCall): Promise<boolean> {
  let answer: unknown;
  try {
    const call: { to: Address; data: Hex; gas: Hex } = { to: recipient, data, gas: numberToHex(gasLimit) };
    answer = await client.request({ method: "eth_call", params: [call, "latest"] });
  } catch (error) {
    const nodeAnswer = endpointFailureIn(error)?.answer;
    if (nodeAnswer && isExecutionFailure(nodeAnswer)) return false;
    throw error;
  }
  if (!isHex(answer)) throw new TypeError("an eth_call's result is not hex");
  const [, settled] = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: answer });
  return settled !== undefined && isSettled(settled);
}
