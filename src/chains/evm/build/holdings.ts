// Reads balances, allowances and native coin for gas, batched over accounts and concurrent requests.
import { type Address, encodeFunctionData, erc20Abi, multicall3Abi, prepareEncodeFunctionData } from "viem";
import { coalesce } from "../../../concurrency/coalesce.ts";
import type { Asset } from "../../../money/asset.ts";
import type { Holding, HoldingQuestion, PaymentChain } from "../../../operations/ports/chain/payment-chain.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { withChainErrors } from "../nodes/errors.ts";
import { gasPriceReader } from "../nodes/fees.ts";
import { multicall, multicallOf, numberIn, type SubCall, type SubResult, wordIn } from "../nodes/multicall.ts";
import { approvalGas, paymentGas } from "../router/gas.ts";

const LIMITS = {
  /** About 5 million gas, well below what nodes allow for an eth_call. */
  itemsMax: 500,
  inFlightMax: 4,
  /** About 400 requests of 100 accounts each; a longer queue means that the chain is not keeping up. */
  waitingMax: 40_000,
  /** After this long, an error is more useful to the wallet than its options. */
  waitingMsMax: 10_000,
  lingerMs: 2,
};

export function holdingReader(connection: Connection, config: EvmChainConfig) {
  const gasPrice = gasPriceReader(connection, config);
  const read = coalesce<SubCall, bigint>({
    ...LIMITS,
    run: async (calls) => {
      // Concurrent requests repeat the same reads, and an account's coin is read with each of its tokens.
      const distinct = [...new Map(calls.map((call) => [nameOf(call), call])).values()];
      const results = await multicallOf(connection, config, distinct);
      const values = new Map(distinct.map((call, index) => [nameOf(call), numberIn(results[index])]));
      return calls.map((call) => values.get(nameOf(call)) ?? 0n);
    },
  });

  async function holdingOf({ account, asset, amount }: HoldingQuestion): Promise<Holding> {
    const spender = spenderOf(config, asset);
    const [balance, allowance, coin] = await Promise.all([
      read(asset.method === "native" ? coinCall(config, account) : balanceCall(asset.address, account)),
      spender && read(allowanceCall(asset.address, account, spender)),
      asset.method === "eip3009" ? 0n : read(coinCall(config, account)),
    ]);
    const gas = paymentGas(asset.method) + (allowance === null ? 0n : approvalGas(asset, allowance, amount));
    return { balance, allowance, gas: gas === 0n ? null : { cost: gas * (await gasPrice()), coin } };
  }

  /** Answers the questions in order. @throws ChainUnavailableError */
  return (questions: readonly HoldingQuestion[]): Promise<readonly Holding[]> =>
    withChainErrors(config.caip2, () => Promise.all(questions.map(holdingOf)));
}

/** The spender that the payer must approve; null if none. */
export function spenderOf({ permit2, router }: EvmChainConfig, { method }: Asset): Address | null {
  if (method === "permit2") return permit2;
  return method === "erc20" ? router : null;
}

interface BalanceQuestion {
  readonly token: Address;
  readonly payer: Address;
  /** Null: the newest block. */
  readonly atBlock: bigint | null;
}

/** Reads balances of tokens. Concurrent confirms share a call for each block. @throws ChainUnavailableError */
export function balanceReader(
  connection: Connection,
  { caip2, multicall3 }: EvmChainConfig,
): PaymentChain["balanceOf"] {
  const read = coalesce<BalanceQuestion, bigint>({
    ...LIMITS,
    run: async (questions) => {
      const readAt = (block: bigint | null) => {
        const same = questions.filter(({ atBlock }) => atBlock === block);
        const calls = same.map(({ token, payer }) => balanceCall(token, payer));
        const results = multicall(connection, multicall3, calls, block ?? "latest");
        return same.map((question, index) => [question, results.then((of) => balanceIn(of[index]))] as const);
      };
      const balances = new Map([...new Set(questions.map(({ atBlock }) => atBlock))].flatMap(readAt));
      return questions.map((question) => balances.get(question) ?? balanceIn(undefined));
    },
  });
  return ({ terms: { token, payer } }, atBlock) => withChainErrors(caip2, () => read({ token, payer, atBlock }));
}

function balanceIn(result: SubResult | undefined): bigint {
  const balance = wordIn(result);
  if (balance === null) throw new TypeError("the token returned no balance");
  return balance;
}

const nameOf = ({ target, callData }: SubCall): string => target + callData;

/** viem would hash the function's signature for each call. */
const BALANCE_OF = prepareEncodeFunctionData({ abi: erc20Abi, functionName: "balanceOf" });

export const balanceCall = (token: Address, account: Address): SubCall => ({
  target: token,
  callData: encodeFunctionData({ ...BALANCE_OF, args: [account] }),
});

export const allowanceCall = (token: Address, account: Address, spender: Address): SubCall => ({
  target: token,
  callData: encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args: [account, spender] }),
});

const coinCall = ({ multicall3 }: EvmChainConfig, account: Address): SubCall => ({
  target: multicall3,
  callData: encodeFunctionData({ abi: multicall3Abi, functionName: "getEthBalance", args: [account] }),
});
