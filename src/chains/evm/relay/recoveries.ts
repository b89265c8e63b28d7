// Calls of the router that pass on what lies on deposit addresses, many in one transaction through Multicall3.
import { type Address, BaseError, decodeErrorResult, encodeFunctionData, type Hex, multicall3Abi } from "viem";
import type { RecoveryAsk, TriedRecoveries } from "../../../operations/ports/recoveries.ts";
import { paymentRouterAbi } from "../abi/payment-router.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { unlessFailed } from "../nodes/errors.ts";
import { multicallOf, type SubCall, wordIn } from "../nodes/multicall.ts";
import { balanceCall } from "../read/balances.ts";
import { recoverData, sweepData } from "../router/router-call.ts";

/** Allows for state that changes until the transaction is mined. Unused gas is not charged. */
const MARGIN_PERCENT = 30n;

/** @throws if the chain does not respond */
export async function tryRecoveries(
  connection: Connection,
  config: Pick<EvmChainConfig, "multicall3" | "chainNumber">,
  asks: readonly RecoveryAsk[],
  relayer: Address,
): Promise<TriedRecoveries> {
  const balances = await multicallOf(
    connection,
    config,
    asks.map(({ terms, token }) => balanceCall(config.multicall3, { address: terms.payer, token })),
  );
  const calls = asks.map((ask, index) => recoveryCall(ask, wordIn(balances[index]) ?? 0n));
  const results = await multicallOf(connection, config, calls);
  const refusals = results.map(({ success, returnData }) => (success ? null : reasonIn(returnData)));
  const data = (allowFailure: boolean): Hex =>
    encodeFunctionData({
      abi: multicall3Abi,
      functionName: "aggregate3",
      args: [calls.filter((_, index) => refusals[index] === null).map((call) => ({ ...call, allowFailure }))],
    });
  if (refusals.every((refusal) => refusal !== null)) return { call: null, refusals };
  // With failures allowed, the least gas is what one needs whose recoveries all run out of gas.
  const strict = { from: relayer, to: config.multicall3, data: data(false) };
  const { client } = connection;
  const gas = await unlessFailed("eth_estimateGas", client.request({ method: "eth_estimateGas", params: [strict] }));
  if (gas === null) return { call: null, refusals: refusals.map((refusal) => refusal ?? "it fails beside the others") };
  const gasLimit = (BigInt(gas) * (100n + MARGIN_PERCENT)) / 100n;
  return { call: { recipient: config.multicall3, data: data(true), gasLimit }, refusals };
}

/** `recover` takes no amount that a sweep takes until long after the deadline. */
function recoveryCall({ terms, token, withoutFee }: RecoveryAsk, balance: bigint): SubCall {
  const isSweep = token === terms.token && balance >= terms.amount && !withoutFee;
  return { target: terms.router, callData: isSweep ? sweepData(terms) : recoverData(terms, token) };
}

function reasonIn(data: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: paymentRouterAbi, data });
    return `it fails with ${errorName}(${(args ?? []).map(String).join(", ")})`;
  } catch (error) {
    if (!(error instanceof BaseError)) throw error;
    return `it fails with ${data.slice(0, 74)}`;
  }
}
