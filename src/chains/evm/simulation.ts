// Runs payments on the chain's latest state without sending anything (eth_call): the very call that the relayer will make.
import { decodeFunctionResult, type Hex, toFunctionSelector } from "viem";
import type { Authorization, Verdict } from "../../operations/ports.ts";
import { paymentRouterAbi } from "./abi/payment-router.ts";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";
import { MulticallFailed, multicall, type SubResult } from "./multicall.ts";
import { payData, payoutsOf, settleData } from "./router-call.ts";
import { verdictOnRevert } from "./verdict.ts";

export interface Simulation {
  /** Whether each would be paid, one after the other, in order. */
  run(authorizations: readonly Authorization[]): Promise<readonly boolean[]>;
  /** Why the last one is not paid, or that it is. @param before payments that are made first */
  explain(authorization: Authorization, before: readonly Authorization[]): Promise<Verdict>;
}

/** Its functions throw where the chain does not answer. */
export function simulation(connection: Connection, config: EvmChainConfig): Simulation {
  const call = (data: readonly Hex[]): Promise<readonly SubResult[]> => {
    const calls = data.map((callData) => ({ target: config.router, callData }));
    return multicall(connection, config.multicall3, calls);
  };

  async function run(authorizations: readonly Authorization[]): Promise<readonly boolean[]> {
    try {
      return (await call(authorizations.map(settleOne))).map(isSettled);
    } catch (error) {
      if (!(error instanceof MulticallFailed) || authorizations.length === 1) throw error;
      const half = Math.ceil(authorizations.length / 2);
      return [...(await run(authorizations.slice(0, half))), ...(await run(authorizations.slice(half)))];
    }
  }

  async function explain(authorization: Authorization, before: readonly Authorization[]): Promise<Verdict> {
    const results = await call([...before.map(settleOne), settleOne(authorization), payData(authorization)]);
    const [settled, paid] = results.slice(-2);
    if (!settled || !paid) throw new TypeError("a simulation without results");
    if (isSettled(settled)) return { type: "payable" }; // the chain has moved on since it was left out
    if (isOutOfGas(settled)) throw new Error("the node gives an eth_call too little gas for one payment");
    return paid.success ? TOO_MUCH_GAS : verdictOnRevert(paid.returnData);
  }

  return { run, explain };
}

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
