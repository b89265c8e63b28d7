// Simulates payments on the latest state with eth_call, using the same call that the relayer will send.
import { decodeFunctionResult, type Hex, toFunctionSelector } from "viem";
import type { Authorization, Verdict } from "../../../operations/ports/chain/payment-chain.ts";
import type { Terms } from "../../../payment/terms.ts";
import { paymentRouterAbi } from "../abi/payment-router.ts";
import { allowanceCall, balanceCall } from "../build/holdings.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { MulticallFailed, multicallOf, numberIn, type SubCall, type SubResult } from "../nodes/multicall.ts";
import { groupsOf, payData, settleData } from "../router/router-call.ts";
import { isFailedTransfer, verdictOnFailedTransfer, verdictOnRevert, verdictOnSweep } from "../router/verdict.ts";

export interface Simulation {
  /**
   * Runs the payments in order. For each that would succeed, returns its payer's balance of the token before all of
   * them, in the smallest unit; null for the others.
   */
  run(authorizations: readonly Authorization[]): Promise<readonly (bigint | null)[]>;
  /** The verdict on the payment, with the reason if it fails. @param before payments that run first */
  explain(authorization: Authorization, before: readonly Authorization[]): Promise<Verdict>;
}

/** Its methods throw if the chain does not respond. */
export function simulation(connection: Connection, config: EvmChainConfig): Simulation {
  const toRouter = (callData: Hex): SubCall => ({ target: config.router, callData });

  async function run(authorizations: readonly Authorization[]): Promise<readonly (bigint | null)[]> {
    const balances = authorizations.map(({ option: { terms } }) => balanceCall(terms.token, terms.payer));
    const payments = authorizations.map(settleOne).map(toRouter);
    try {
      const results = await multicallOf(connection, config, [...balances, ...payments]);
      const settled = results.slice(balances.length).map(isSettled);
      return settled.map((isPaid, index) => (isPaid ? numberIn(results[index]) : null));
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
    if (!settled || !paid) throw new TypeError("the simulation returned no result");
    if (isSettled(settled)) return { type: "payable" }; // the state has changed since the batch skipped it
    if (isOutOfGas(settled)) throw new Error("the node's gas limit for eth_call is too low for one payment");
    if (paid.success) return TOO_MUCH_GAS;
    if (method === "deposit") return verdictOnSweep(paid.returnData);
    if (!balance || !allowance || !isFailedTransfer(paid.returnData)) return verdictOnRevert(paid.returnData);
    return verdictOnFailedTransfer(terms.amount, { balance: numberIn(balance), allowance: numberIn(allowance) });
  }

  return { run, explain };
}

const meansCalls = ({ permit2 }: EvmChainConfig, { token, payer }: Terms): readonly SubCall[] => [
  balanceCall(token, payer),
  allowanceCall(token, payer, permit2),
];

/** The payment would succeed alone, but exceeds the gas that the router gives each payment of a batch. */
const TOO_MUCH_GAS: Verdict = {
  type: "refused",
  message: "The wallet's contract needs too much gas to check the signature: choose another account",
};

/** `settle` rather than `payWithAuthorization`, because it limits the gas that one buyer's wallet can burn. */
function settleOne(authorization: Authorization): Hex {
  return settleData(authorization.option.terms.token, groupsOf([authorization]));
}

/** `settle` returns the number of payments made. */
export const isSettled = ({ success, returnData }: SubResult): boolean =>
  success && decodeFunctionResult({ abi: paymentRouterAbi, functionName: "settle", data: returnData }) === 1n;

const NOT_ENOUGH_GAS = toFunctionSelector("NotEnoughGas(uint256)");

/** True for the router's error, and for empty data: without gas the router cannot return an error. */
const isOutOfGas = ({ success, returnData }: SubResult): boolean =>
  !success && (returnData === "0x" || returnData.startsWith(NOT_ENOUGH_GAS));
