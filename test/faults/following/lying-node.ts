// Events as a lying node returns them.
import {
  concat,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  getAbiItem,
  type Hex,
  multicall3Abi,
  numberToHex,
  type RpcLog,
  slice,
} from "viem";
import { paymentRouterAbi } from "../../../src/chains/evm/abi/payment-router.ts";
import { termsHash } from "../../../src/payment/terms.ts";
import { optionOf } from "../../harness/chain/rival.ts";
import type { SignedOption } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";

const PAID = getAbiItem({ abi: paymentRouterAbi, name: "Paid" });

/** The router's event as it would appear in the requested block. */
export function inventedLog(
  of: TestServer,
  signed: SignedOption,
  block: { readonly blockHash: Hex; readonly blockNumber: Hex },
) {
  const { terms } = optionOf(of, signed);
  const named = { ...terms, termsHash: termsHash(terms), deadline: BigInt(terms.deadlineS), method: 0 };
  return {
    address: terms.router,
    topics: encodeEventTopics({ abi: [PAID], args: named }),
    data: encodeAbiParameters(
      PAID.inputs.filter(({ indexed }) => !indexed),
      PAID.inputs.flatMap(({ indexed, name }) => (indexed ? [] : [named[name]])),
    ),
    ...block,
    transactionHash: `0x${"ab".repeat(32)}`,
    transactionIndex: "0x0",
    logIndex: "0x0",
    removed: false,
  };
}

export interface GetLogs {
  readonly Method: "eth_getLogs";
  readonly Parameters: readonly unknown[];
  readonly ReturnType: readonly RpcLog[];
}

/** `Paid`'s data with another amount, which follows the payer. */
export const withAmount = (data: Hex, amount: bigint): Hex =>
  concat([slice(data, 0, 32), numberToHex(amount, { size: 32 }), slice(data, 64)]);

/** Multicall3's result for an event's trace in the state. */
export const TRACE_FOUND = encodeFunctionResult({
  abi: multicall3Abi,
  functionName: "aggregate3",
  result: [{ success: true, returnData: numberToHex(1, { size: 32 }) }],
});
