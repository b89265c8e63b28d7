// A simulated chain: a tree of blocks with the state after each, a pool of transactions, mining and reorganisations.
import {
  type Address,
  getAddress,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  stringToHex,
} from "viem";
import type { Random } from "../random.ts";
import type { WalletKind } from "./accounts.ts";
import { execute } from "./contracts.ts";
import { copyOf, type Log, type State } from "./state.ts";

export interface Transaction {
  readonly hash: Hex;
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  readonly gas: bigint;
  /** Null for a buyer's transaction, whose nonce does not matter here. */
  readonly nonce: bigint | null;
  /** Wei. */
  readonly maxFeePerGas: bigint;
  /** Coins, in wei, that an account without code receives. */
  readonly value?: bigint;
}

export interface Mined {
  readonly transaction: Transaction;
  readonly isSuccess: boolean;
  readonly logs: readonly (Log & { readonly index: number })[];
  readonly burned: readonly (readonly [Address, bigint])[];
}

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  readonly parent: Block | null;
  readonly timeS: number;
  readonly mined: readonly Mined[];
  readonly state: State;
}

export const BASE_FEE = 1_000_000_000n;
export const BLOCK_GAS = 30_000_000n;
/** Pools require this much more for a replacement, in per cent. */
const REPLACE_PERCENT = 110n;

export class Blockchain {
  tip: Block;
  /** Transactions that every node knows, in order of arrival. */
  readonly pool: Transaction[] = [];
  readonly wallets = new Map<Address, WalletKind>();
  /** Every node refuses relayed transactions that name one of these accounts. */
  readonly censored = new Set<Address>();
  /** Terms and deposit addresses whose event a lying node has left out. An unconfirmed transfer shows nowhere else. */
  readonly hidden = new Set<Hex>();
  readonly depositAddresses = new Set<Address>();
  /** A node has shown a transfer that never happened: it stays undecided in the books (docs/decisions/0032). */
  hasInvention = false;
  /** Geth's limit, 128 KiB. */
  readonly transactionBytesMax = 131_072;
  readonly #byHash = new Map<Hex, Block>();
  #made = 0;

  constructor(startS: number, state: State) {
    this.tip = this.#add(null, startS, [], state);
  }

  /** The canonical block with this number below or at `from`. */
  at(number: number, from: Block = this.tip): Block | null {
    let block: Block | null = from;
    while (block && block.number > number) block = block.parent;
    return block?.number === number ? block : null;
  }

  byHash(hash: Hex): Block | null {
    return this.#byHash.get(hash) ?? null;
  }

  /** Ordered from the first to the newest block. */
  get canonical(): readonly Block[] {
    const blocks: Block[] = [];
    for (let block: Block | null = this.tip; block; block = block.parent) blocks.push(block);
    return blocks.reverse();
  }

  submit(transaction: Transaction): void {
    const rival = this.pool.findIndex(
      ({ from, nonce }) => from === transaction.from && nonce !== null && nonce === transaction.nonce,
    );
    if (rival >= 0) this.pool.splice(rival, 1);
    this.pool.push(transaction);
  }

  /** Removes an account's transactions from the pool. */
  drop(account: Address): void {
    this.pool.splice(0, this.pool.length, ...this.pool.filter(({ from }) => from !== account));
  }

  /** Mines what the pool holds. @param take which of its transactions the miner includes */
  mine(timeS: number, take: (transaction: Transaction) => boolean = () => true): Block {
    const state = copyOf(this.tip.state);
    const mined: Mined[] = [];
    const chosen = this.pool.filter(take);
    let gas = 0n;
    let logIndex = 0;
    for (let isProgress = true; isProgress; ) {
      isProgress = false;
      for (const transaction of [...chosen]) {
        const next = state.nonces.get(transaction.from) ?? 0n;
        const isStale = transaction.nonce !== null && transaction.nonce < next;
        const isNext = transaction.nonce === null || transaction.nonce === next;
        const isFunded = (state.coin.get(transaction.from) ?? 0n) >= transaction.gas * BASE_FEE;
        const fits = isFunded && transaction.maxFeePerGas >= BASE_FEE && gas + transaction.gas <= BLOCK_GAS;
        if (!isStale && !(isNext && fits)) continue;
        chosen.splice(chosen.indexOf(transaction), 1);
        this.pool.splice(this.pool.indexOf(transaction), 1);
        if (isStale) continue;
        const done = this.#run(state, transaction, timeS, logIndex);
        gas += done.gas;
        logIndex += done.mined.logs.length;
        mined.push(done.mined);
        isProgress = true;
      }
    }
    this.tip = this.#add(this.tip, timeS, mined, state);
    return this.tip;
  }

  #run(state: State, transaction: Transaction, timeS: number, logIndex: number) {
    const { from, to, data, nonce, value = 0n } = transaction;
    if (nonce !== null) state.nonces.set(from, nonce + 1n);
    const draft = copyOf(state);
    const outcome = execute({ state: draft, wallets: this.wallets, timeS, from, isSimulated: false }, to, data);
    const isSuccess = outcome.success && outcome.gas <= transaction.gas;
    if (isSuccess) Object.assign(state, draft);
    if (isSuccess && value > 0n) state.coin.set(to, (state.coin.get(to) ?? 0n) + value);
    const gas = lower(outcome.gas, transaction.gas);
    if (nonce !== null) state.coin.set(from, (state.coin.get(from) ?? 0n) - gas * BASE_FEE);
    const logs = isSuccess ? outcome.logs.map((log, index) => ({ ...log, index: logIndex + index })) : [];
    return { gas, mined: { transaction, isSuccess, logs, burned: outcome.burned } };
  }

  /**
   * Replaces the newest `depth` blocks with one more. Their transactions return to the pool or are lost, and are mined
   * again in any of the new blocks.
   */
  reorganise(depth: number, random: Random, timesS: readonly number[]): void {
    const dropped: Mined[] = [];
    for (let left = depth; left > 0 && this.tip.parent; left--) {
      dropped.unshift(...this.tip.mined);
      this.tip = this.tip.parent;
    }
    const back = dropped.map(({ transaction }) => transaction).filter(() => random.chance(0.8));
    this.pool.unshift(...back);
    for (const timeS of timesS) this.mine(Math.max(timeS, this.tip.timeS + 1), () => random.chance(0.6));
  }

  #add(parent: Block | null, timeS: number, mined: readonly Mined[], state: State): Block {
    this.#made += 1;
    const hash = keccak256(stringToHex(`block ${this.#made} on ${parent?.hash ?? "nothing"}`));
    const block = { number: (parent?.number ?? -1) + 1, hash, parent, timeS, mined, state };
    this.#byHash.set(hash, block);
    return block;
  }
}

/** A node's refusal of a raw transaction, in geth's words; null if the pool takes it. */
export function refusalOf(chain: Blockchain, head: Block, transaction: Transaction, bytes: number): string | null {
  const { hash, from, nonce, gas, maxFeePerGas } = transaction;
  if (chain.pool.some((other) => other.hash === hash)) return "already known";
  const text = transaction.data.toLowerCase();
  if ([...chain.censored].some((account) => text.includes(account.slice(2).toLowerCase())))
    return "policy violation 23";
  if (bytes > chain.transactionBytesMax) return `oversized data: transaction size ${bytes}`;
  if (gas > 16_777_216n) return "transaction gas limit too high";
  if (nonce !== null && nonce < (head.state.nonces.get(from) ?? 0n)) return "nonce too low";
  if ((head.state.coin.get(from) ?? 0n) < gas * maxFeePerGas) return "insufficient funds for gas * price + value";
  const rival = chain.pool.find((other) => other.from === from && other.nonce === nonce);
  if (rival && maxFeePerGas * 100n < rival.maxFeePerGas * REPLACE_PERCENT) return "replacement transaction underpriced";
  return null;
}

const decoded = new Map<Hex, Transaction>();

/** Recovering the sender takes a millisecond, and the same bytes are sent again and again. */
export async function decodeRaw(raw: Hex): Promise<Transaction> {
  const known = decoded.get(raw);
  if (known) return known;
  if (decoded.size > 1_000) decoded.clear();
  const { to, data = "0x", gas = 0n, nonce = 0, maxFeePerGas = 0n } = parseTransaction(raw);
  if (!to) throw new TypeError("a relayer creates no contracts");
  const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` });
  const transaction = { hash: keccak256(raw), from, to: getAddress(to), data, gas, nonce: BigInt(nonce), maxFeePerGas };
  decoded.set(raw, transaction);
  return transaction;
}

const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b);
