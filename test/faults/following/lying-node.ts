// Events as a lying node returns them.
import {
  concat,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  erc20Abi,
  getAbiItem,
  type Hex,
  multicall3Abi,
  numberToHex,
  type RpcLog,
  slice,
} from "viem";
import { paymentRouterAbi } from "../../../src/chains/evm/abi/payment-router.ts";
import { type Terms, termsHash } from "../../../src/payment/terms.ts";
import type { GivenAddress } from "../../harness/chain/deposit-addresses.ts";
import { optionOf } from "../../harness/chain/rival.ts";
import type { SignedOption } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";

const PAID = getAbiItem({ abi: paymentRouterAbi, name: "Paid" });

interface BlockPlace {
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
}

/** The router's event as it would appear in the requested block. */
export const inventedLog = (of: TestServer, signed: SignedOption, block: BlockPlace) =>
  paidLog(optionOf(of, signed).terms, 0, { ...block, logIndex: "0x0" });

/** The event of a sweep. */
export const inventedSweep = ({ terms }: GivenAddress, block: BlockPlace) =>
  paidLog(terms, 3, { ...block, logIndex: "0x1" });

function paidLog(terms: Terms, method: number, place: BlockPlace & { readonly logIndex: Hex }) {
  const named = { ...terms, termsHash: termsHash(terms), deadline: BigInt(terms.deadlineS), method };
  return {
    address: terms.router,
    topics: encodeEventTopics({ abi: [PAID], args: named }),
    data: encodeAbiParameters(
      PAID.inputs.filter(({ indexed }) => !indexed),
      PAID.inputs.flatMap(({ indexed, name }) => (indexed ? [] : [named[name]])),
    ),
    ...inTransaction(place),
  };
}

/** The transfer of the whole amount to a deposit address. */
export const inventedDeposit = ({ terms }: GivenAddress, block: BlockPlace) => ({
  address: terms.token,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: "Transfer", args: { from: SENDER, to: terms.payer } }),
  data: numberToHex(terms.amount, { size: 32 }),
  ...inTransaction({ ...block, logIndex: "0x0" }),
});

const SENDER = "0x5e4de20000000000000000000000000000000000";

const inTransaction = (place: BlockPlace & { readonly logIndex: Hex }) => ({
  ...place,
  transactionHash: `0x${"ab".repeat(32)}`,
  transactionIndex: "0x0",
  removed: false,
});

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
