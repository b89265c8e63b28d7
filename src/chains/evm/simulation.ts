// Runs payments on the chain's latest state without sending anything (eth_call): the very call that the relayer will make.
import { decodeFunctionResult, type Hex, toFunctionSelector } from "viem";
import type { Authorization, Verdict } from "../../operations/ports/payment-chain.ts";
import type { Terms } from "../../payment/terms.ts";
import { paymentRouterAbi } from "./abi/payment-router.ts";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";
import { allowanceCall, balanceCall } from "./holdings.ts";
import { MulticallFailed, multicallOf, numberIn, type SubCall, type SubResult } from "./multicall.ts";
import { payData, payoutsOf, settleData } from "./router-call.ts";
import { isFailedTransfer, verdictOnFailedTransfer, verdictOnRevert } from "./verdict.ts";

export interface Simulation {
  /** Whether each would be paid, one after the other, in order. */
  run(authorizations: readonly Authorization[]): Promise<readonly boolean[]>;
  /** Why the last one is not paid, or that it is. @param before payments that are made first */
  explain(authorization: Authorization, before: readonly Authorization[]): Promise<Verdict>;
}

/** Its functions throw where the chain does not answer. */
export function simulation(connection: Connection, config: EvmChainConfig): Simulation {
  const toRouter = (callData: Hex): SubCall => ({ target: config.router, callData });

  async function run(authorizations: readonly Authorization[]): Promise<readonly boolean[]> {
    try {
      const calls = authorizations.map(settleOne).map(toRouter);
      return (await multicallOf(connection, config, calls)).map(isSettled);
    } catch (error) {
      if (!(error instanceof MulticallFailed) || authorizations.length === 1) throw error;
      const half = Math.ceil(authorizations.length / 2);
      return [...(await run(authorizations.slice(0, half))), ...(await run(authorizations.slice(half)))];
    }
  }

  async function explain(authorization: Authorization, before: readonly Authorization[]): Promise<Verdict> {
    const attempts = [...before.map(settleOne), settleOne(authorization), payData(authorization)].map(toRouter);
    const { terms, method } = authorization.option;
    const reads = method === "permit2" ? meansCalls(config, terms) : [];
    const results = await multicallOf(connection, config, [...attempts, ...reads]);
    const [settled, paid, balance, allowance] = results.slice(before.length);
    if (!settled || !paid) throw new TypeError("a simulation without results");
    if (isSettled(settled)) return { type: "payable" }; // the chain has moved on since it was left out
    if (isOutOfGas(settled)) throw new Error("the node gives an eth_call too little gas for one payment");
    if (paid.success) return TOO_MUCH_GAS;
    if (!balance || !allowance || !isFailedTransfer(paid.returnData)) return verdictOnRevert(paid.returnData);
    return verdictOnFailedTransfer(terms.amount, { balance: numberIn(balance), allowance: numberIn(allowance) });
  }

  return { run, explain };
}

const meansCalls = ({ permit2 }: EvmChainConfig, { token, payer }: Terms): readonly SubCall[] => [
  balanceCall(token, payer),
  allowanceCall(token, payer, permit2),
];

/** The router gives each payment of a batch so much gas for the buyer's wallet; alone, this one would go through. */
const TOO_MUCH_GAS: Verdict = {
  type: "refused",
  message: "The wallet's contract needs too much gas to check the signature: choose another account",
};

/** `settle` rather than `payWithAuthorization`: it bounds what one buyer's wallet may burn of the others' gas. */
function settleOne(authorization: Authorization): Hex {
  const { token, feeReceiver } = authorization.option.terms;
  return settleData(token, feeReceiver, payoutsOf([authorization]));
}

/** `settle` returns how many payments it made. */
export const isSettled = ({ success, returnData }: SubResult): boolean =>
  success && decodeFunctionResult({ abi: paymentRouterAbi, functionName: "settle", data: returnData }) === 1n;

const NOT_ENOUGH_GAS = toFunctionSelector("NotEnoughGas(uint256)");

/** What the router says, or, where not even that was possible, nothing. */
const isOutOfGas = ({ success, returnData }: SubResult): boolean =>
  !success && (returnData === "0x" || returnData.startsWith(NOT_ENOUGH_GAS));
