// One node of a simulated chain, answering JSON-RPC. It may lag, fail and lie.
import { type Address, concat, getAddress, type Hex, hexToNumber, numberToHex, size, sliceHex } from "viem";
import { depositAddress } from "../../../src/chains/evm/router/deposit-address.ts";
import { CODE_SIZES } from "../../../src/chains/evm/verify/code-sizes.ts";
import { BASE_FEE, type Block, type Blockchain, decodeRaw, refusalOf } from "./blockchain.ts";
import { execute } from "./contracts.ts";
import { METHOD_DEPOSIT, METHOD_EIP3009, paidLog } from "./router.ts";
import {
  CHAIN_NUMBER,
  CODE,
  copyOf,
  type Log,
  MULTICALL3,
  type Outcome,
  type PaidTerms,
  PERMIT2,
  ROUTER,
  USDC,
  USDT,
} from "./state.ts";

const WORD_BYTES = 32;

export interface NodeFaults {
  /** Blocks behind the chain. */
  lag: number;
  /** Share of requests that fail, and how. */
  failing: { readonly share: number; readonly how: "hang_up" | "busy" | "http" } | null;
  /** Does what it is asked, and loses the reply to this share of the sent transactions. */
  losesReplies: number;
  /** Claims this many blocks more in eth_blockNumber. */
  claimsAhead: number;
  /** Adds to eth_getTransactionCount. */
  addsNonces: bigint;
  /** Leaves out events of requests by block numbers. */
  hidesInRanges: boolean;
  /** Leaves out all events, however they are requested. */
  hidesAll: boolean;
  /** Transfers that never happened, by the hash of the block that it shows them in. */
  readonly invented: Map<Hex, PaidTerms>;
  /** Refuses every transaction in unknown words. */
  refusesAll: boolean;
  /** The most blocks of logs in one call. */
  logRange: number;
}

export const noFaults = (): NodeFaults => ({
  lag: 0,
  failing: null,
  losesReplies: 0,
  claimsAhead: 0,
  addsNonces: 0n,
  hidesInRanges: false,
  hidesAll: false,
  invented: new Map(),
  refusesAll: false,
  logRange: 10_000,
});

/** A JSON-RPC error. */
export class RpcError extends Error {
  readonly code: number;
  constructor(message: string, code = -32_000) {
    super(message);
    this.code = code;
  }
}

/** Blocks from the head to the newest with the tag. */
export const TAG_DEPTHS: Readonly<Record<string, number>> = { latest: 0, safe: 2, finalized: 4 };

type Filter = {
  readonly address?: Address | readonly Address[];
  readonly topics?: readonly WantedTopic[];
  readonly blockHash?: Hex;
  readonly fromBlock?: Hex;
  readonly toBlock?: Hex;
};
/** One topic, any of several, or any. */
type WantedTopic = Hex | readonly Hex[] | null;
type Call = { readonly to?: Address; readonly data?: Hex; readonly from?: Address; readonly gas?: Hex };

export class SimulatedNode {
  readonly url: string;
  readonly #chain: Blockchain;
  faults: NodeFaults = noFaults();

  constructor(url: string, chain: Blockchain) {
    this.url = url;
    this.#chain = chain;
  }

  get head(): Block {
    const { tip } = this.#chain;
    return this.#chain.at(tip.number - this.faults.lag) ?? tip;
  }

  /** @throws RpcError */
  async answer(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case "eth_chainId":
        return numberToHex(CHAIN_NUMBER);
      case "eth_blockNumber":
        return numberToHex(this.head.number + this.faults.claimsAhead);
      case "eth_getBlockByNumber":
        return shown(this.#tagged(params[0] as string));
      case "eth_getLogs":
        return this.#logs(params[0] as Filter);
      case "eth_call":
        return this.#call(params[0] as Call, params[1]);
      case "eth_estimateGas":
        return numberToHex(this.#simulate(params[0] as Call, "latest").gas);
      case "eth_getCode":
        return this.#code(getAddress(params[0] as Address));
      case "eth_getBalance":
        return numberToHex(this.head.state.coin.get(getAddress(params[0] as Address)) ?? 0n);
      case "eth_getTransactionCount": {
        const count = this.#stateAt(params[1]).state.nonces.get(getAddress(params[0] as Address)) ?? 0n;
        return numberToHex(count + this.faults.addsNonces);
      }
      case "eth_simulateV1":
        return [1, 2].map(() => ({ calls: [{ status: "0x1" }] })); // an address can be emptied in each of two blocks
      case "eth_feeHistory":
        return {
          oldestBlock: numberToHex(this.head.number),
          baseFeePerGas: [numberToHex(BASE_FEE), numberToHex(BASE_FEE)],
          gasUsedRatio: [0.5],
        };
      case "eth_maxPriorityFeePerGas":
        return numberToHex(1_000_000n);
      case "eth_sendRawTransaction":
        return this.#send(params[0] as Hex);
      case "eth_getTransactionByHash":
        return this.#transaction(params[0] as Hex);
      case "eth_getTransactionReceipt":
        return this.#receipt(params[0] as Hex);
      default:
        throw new RpcError(`the method ${method} is not simulated`, -32_601);
    }
  }

  #tagged(tag: string): Block | null {
    const depth = TAG_DEPTHS[tag];
    const number = depth === undefined ? hexToNumber(tag as Hex) : Math.max(this.head.number - depth, 0);
    return this.#chain.at(number, this.head);
  }

  /** @param where a tag, a number or an EIP-1898 block hash */
  #stateAt(where: unknown): Block {
    const { blockHash } = typeof where === "object" && where ? (where as { blockHash?: Hex }) : {};
    const block = blockHash ? this.#known(blockHash) : this.#tagged(typeof where === "string" ? where : "latest");
    if (!block) throw new RpcError("header not found");
    return block;
  }

  /** A node also finds blocks of other branches by their hash. */
  #known(hash: Hex): Block | null {
    const block = this.#chain.byHash(hash);
    return block && block.number <= this.head.number ? block : null;
  }

  #logs({ address, topics = [], blockHash, fromBlock, toBlock }: Filter): unknown {
    if (blockHash) {
      const block = this.#known(blockHash);
      if (!block) throw new RpcError("unknown block");
      return this.#logsIn([block], address, topics);
    }
    const [from, to] = [hexToNumber(fromBlock ?? "0x0"), hexToNumber(toBlock ?? "0x0")];
    if (to - from + 1 > this.faults.logRange) throw new RpcError("query exceeds the maximum block range", -32_005);
    const blocks: Block[] = [];
    for (let number = from; number <= to; number++) {
      const block = this.#chain.at(number, this.head);
      if (block) blocks.push(block);
    }
    return this.faults.hidesInRanges ? this.#hide(blocks) : this.#logsIn(blocks, address, topics);
  }

  #hide(blocks: readonly Block[]): readonly unknown[] {
    for (const { mined } of blocks) {
      for (const { paid, transfer } of mined.flatMap(({ logs }) => logs)) {
        if (paid) this.#chain.hidden.add(paid.hash);
        if (transfer && this.#chain.depositAddresses.has(transfer.to)) this.#chain.hidden.add(transfer.to);
      }
    }
    return [];
  }

  #logsIn(blocks: readonly Block[], address: Filter["address"], topics: readonly WantedTopic[]): unknown {
    const contracts = address && new Set([address].flat().map((each) => getAddress(each)));
    const matches = (log: Log) =>
      (!contracts || contracts.has(log.address)) &&
      topics.every((topic, index) => topic === null || [topic].flat().some((wanted) => wanted === log.topics[index]));
    if (this.faults.hidesAll) return this.#hide(blocks);
    return blocks.flatMap((block) => {
      const real = block.mined.flatMap(({ transaction, logs }) =>
        logs.map((log) => ({ log, hash: transaction.hash, index: log.index })),
      );
      const invented = this.faults.invented.get(block.hash);
      const all = invented ? [...real, { log: inventedLog(invented), hash: invented.hash, index: 99 }] : real;
      return all.filter(({ log }) => matches(log)).map(({ log, hash, index }) => shownLog(log, hash, index, block));
    });
  }

  #call(call: Call, where: unknown): Hex {
    const { to, data = "0x" } = call;
    if (to) return this.#simulate(call, where).data;
    return data.startsWith(CODE_SIZES) ? this.#codeSizes(data) : CODE; // a constructor returns what it leaves as code
  }

  #simulate({ to = ROUTER, from = ROUTER, data = "0x" }: Call, where: unknown): Outcome {
    const { state, timeS } = this.#stateAt(where);
    const draft = copyOf(state);
    for (const { payer, hash } of this.faults.invented.values()) draft.used.add(`${payer} ${hash}`);
    const context = { state: draft, wallets: this.#chain.wallets, timeS, from: getAddress(from), isSimulated: true };
    const outcome = execute(context, getAddress(to), data);
    if (!outcome.success) throw new RpcError("execution reverted", 3);
    return outcome;
  }

  /** Answers with the code sizes of the addresses after the init code, and the chain id; a word each. */
  #codeSizes(data: Hex): Hex {
    const accounts = sliceHex(data, size(CODE_SIZES));
    const words = Array.from({ length: size(accounts) / WORD_BYTES }, (_, index) =>
      getAddress(sliceHex(accounts, index * WORD_BYTES + 12, (index + 1) * WORD_BYTES)),
    );
    const sizes = words.map((account) => size(this.#code(account)));
    return concat([...sizes, CHAIN_NUMBER].map((number) => numberToHex(number, { size: WORD_BYTES })));
  }

  #code(address: Address): Hex {
    if ([ROUTER, MULTICALL3, PERMIT2, USDC, USDT].includes(address)) return CODE;
    return (this.#chain.wallets.get(address) ?? "plain") === "plain" ? "0x" : CODE;
  }

  async #send(raw: Hex): Promise<Hex> {
    const transaction = await decodeRaw(raw);
    if (this.faults.refusesAll) throw new RpcError("policy violation 17");
    const refusal = refusalOf(this.#chain, this.head, transaction, (raw.length - 2) / 2);
    if (refusal) throw new RpcError(refusal);
    this.#chain.submit(transaction);
    return transaction.hash;
  }

  #transaction(hash: Hex): unknown {
    const isKnown = this.#chain.pool.some((each) => each.hash === hash) || this.#receipt(hash) !== null;
    return isKnown ? { hash } : null;
  }

  #receipt(hash: Hex): unknown {
    for (let block: Block | null = this.head; block; block = block.parent) {
      const mined = block.mined.find(({ transaction }) => transaction.hash === hash);
      if (!mined) continue;
      const logs = mined.logs.map((log) => shownLog(log, hash, log.index, block as Block));
      const place = { blockNumber: numberToHex(block.number), blockHash: block.hash, transactionIndex: "0x0" };
      return { ...place, transactionHash: hash, status: mined.isSuccess ? "0x1" : "0x0", logs };
    }
    return null;
  }
}

const shown = (block: Block | null) =>
  block && {
    number: numberToHex(block.number),
    hash: block.hash,
    parentHash: block.parent?.hash ?? block.hash,
    timestamp: numberToHex(block.timeS),
    transactions: [],
  };

const shownLog = ({ address, topics, data }: Log, hash: Hex, index: number, block: Block) => ({
  address,
  topics,
  data,
  blockNumber: numberToHex(block.number),
  blockHash: block.hash,
  transactionHash: hash,
  transactionIndex: "0x0",
  logIndex: numberToHex(index),
  removed: false,
});

const inventedLog = (terms: PaidTerms): Log =>
  paidLog(terms, terms.payer === depositAddress(terms) ? METHOD_DEPOSIT : METHOD_EIP3009);
