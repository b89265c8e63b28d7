// Blocks and the router's `Paid` events as nodes return them.
import { type Address, encodeAbiParameters, type Hex, numberToHex, pad, parseAbi } from "viem";
import { paymentRouterAbi } from "../../../../src/chains/evm/abi/payment-router.ts";
import type { Connection } from "../../../../src/chains/evm/nodes/client.ts";
import { ChainUnavailableError } from "../../../../src/chains/evm/nodes/errors.ts";
import { PAID_TOPIC } from "../../../../src/chains/evm/router/paid-event.ts";
import { termsHash } from "../../../../src/payment/terms.ts";
import {
  CHAIN,
  FEE_RECEIVER,
  hashOf,
  MERCHANT,
  type MemoryChain,
  memoryChain,
  optionBy,
  PERMIT2,
  ROUTER,
  USDC,
} from "./memory-chain.ts";

export const blockHash = (number: bigint): Hex => hashOf(`block ${number}`);

export const rpcBlock = (number: bigint, changes: Readonly<Record<string, unknown>> = {}) => ({
  number: numberToHex(number),
  hash: blockHash(number),
  parentHash: blockHash(number - 1n),
  timestamp: numberToHex(1_000_000n + number),
  transactions: [],
  ...changes,
});

export interface Paid {
  readonly key: Hex;
  readonly termsHash: Hex;
  readonly destination: Address;
  readonly payer: Address;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly deadline: bigint;
  readonly token: Address;
  readonly feeReceiver: Address;
  readonly method: number;
}

const { terms } = optionBy("eip3009");
const DATA = ["address", "uint256", "uint256", "uint256", "address", "address", "uint8"].map((type) => ({ type }));

export const EIP3009 = parseAbi(["function authorizationState(address authorizer, bytes32 nonce) view returns (bool)"]);
export const NONCES = parseAbi(["function nonceBitmap(address owner, uint256 word) view returns (uint256)"]);

/** The log of a payment of the option `optionBy("eip3009")`, with changes and, unless given, the terms' own hash. */
export function paidLog(
  place: { readonly block: bigint; readonly index?: number; readonly address?: Address } & Readonly<
    Record<string, unknown>
  >,
  changes: Partial<Paid> = {},
) {
  const { block, index = 0, address = ROUTER, ...rest } = place;
  const paid: Omit<Paid, "termsHash"> = {
    key: terms.key,
    destination: MERCHANT,
    payer: terms.payer,
    amount: terms.amount,
    fee: terms.fee,
    deadline: BigInt(terms.deadlineS),
    token: USDC,
    feeReceiver: FEE_RECEIVER,
    method: 0,
    ...changes,
  };
  const { payer, amount, fee, deadline, token, feeReceiver, method } = paid;
  const hash = changes.termsHash ?? termsHash({ ...paid, deadlineS: deadline, chain: CHAIN, router: address });
  return {
    address,
    topics: [PAID_TOPIC, paid.key, hash, pad(paid.destination)],
    data: encodeAbiParameters(DATA, [payer, amount, fee, deadline, token, feeReceiver, method]),
    blockNumber: numberToHex(block),
    blockHash: blockHash(block),
    transactionHash: hashOf(`transaction ${block} ${index}`),
    transactionIndex: "0x0",
    logIndex: numberToHex(index),
    removed: false,
    ...rest,
  };
}

/** A chain up to block 9 whose state confirms every payment. */
export function chainOf(
  logs: readonly ReturnType<typeof paidLog>[] = [],
  changes: Partial<Connection> = {},
): MemoryChain {
  const chain = memoryChain(changes);
  chain.on("eth_getBlockByNumber", (tag: Hex | "latest") => {
    const number = tag === "latest" ? 9n : BigInt(tag);
    return number > 9n ? null : rpcBlock(number);
  });
  chain.on("eth_getLogs", (filter: { blockHash?: Hex; fromBlock?: Hex; toBlock?: Hex; address: Hex }) =>
    logs.filter(({ blockNumber, blockHash, address }) => {
      if (address !== filter.address) return false;
      if (filter.blockHash !== undefined) return blockHash === filter.blockHash;
      return BigInt(blockNumber) >= BigInt(filter.fromBlock ?? 0) && BigInt(blockNumber) <= BigInt(filter.toBlock ?? 0);
    }),
  );
  chain.contract(ROUTER, paymentRouterAbi, "paid", () => true);
  chain.contract(USDC, EIP3009, "authorizationState", () => true);
  chain.contract(PERMIT2, NONCES, "nonceBitmap", () => (1n << 256n) - 1n);
  return chain;
}

export const block = (number: bigint) => ({
  number,
  hash: blockHash(number),
  parentHash: blockHash(number - 1n),
  timeS: 1_000_000 + Number(number),
});

export const unavailable = (reason: string) => new ChainUnavailableError(CHAIN, `invalid response: ${reason}`);
