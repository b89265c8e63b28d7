// Deposits pay a payment only if they came in time; all other money is passed on, and reported once.
import { type Address, type Hex, zeroAddress } from "viem";
import type { Block } from "./chain/blockchain.ts";
import { type TokenTransfer, USDC, USDT } from "./chain/state.ts";
import type { AskedAddress, Depositors } from "./depositors.ts";
import { SANCTIONED } from "./process.ts";
import type { Scene } from "./scene.ts";
import { Violation } from "./violation.ts";

/** A payment as the database has it. */
export interface DepositedPayment {
  readonly id: string;
  readonly status: string;
  /** Of its confirmation. */
  readonly terms_hash: Hex | null;
  readonly method: string | null;
}

/** A transfer to a deposit address. */
interface Deposit extends TokenTransfer {
  readonly block: Block;
  readonly txHash: Hex;
  readonly logIndex: number;
}

/** Smaller amounts of a token that the address is not for are dust. */
const LEAST_UNITS = 10_000n;

export class DepositChecks {
  readonly #scene: Scene;
  readonly #depositors: Depositors;
  readonly #found = new WeakMap<Block, readonly Deposit[]>();
  #deposits: readonly Deposit[] = [];
  /** The most that ever was on a terms' address in time, by the terms' hash. */
  readonly #most = new Map<Hex, bigint>();
  /** Addresses of which a reorganisation removed a deposit, for a while or for good. */
  readonly #unsettled = new Set<Address>();
  /** Payments with a deposit of a sanctioned account, perhaps on another branch. */
  readonly #refusable = new Set<string>();
  readonly #checked = new Set<string>();

  constructor(scene: Scene, depositors: Depositors) {
    this.#scene = scene;
    this.#depositors = depositors;
  }

  /** @param dropped blocks that another branch has replaced */
  observe(blocks: readonly Block[], dropped: readonly Block[]): void {
    this.#deposits = blocks.flatMap((block) => this.#depositsIn(block));
    for (const { to } of dropped.flatMap((block) => this.#depositsIn(block))) this.#unsettled.add(to);
    for (const address of this.#depositors.addresses) {
      const { termsHash, order } = address;
      const came = this.#cameInTime(address);
      if (came > (this.#most.get(termsHash) ?? 0n)) this.#most.set(termsHash, came);
      if (this.#to(address).some(({ from }) => from === SANCTIONED)) this.#refusable.add(order.id);
    }
  }

  #depositsIn(block: Block): readonly Deposit[] {
    const known = this.#found.get(block);
    if (known) return known;
    const { depositAddresses } = this.#scene.chain;
    const found = block.mined.flatMap(({ transaction: { hash: txHash }, logs }) =>
      logs.flatMap(({ transfer, index }) =>
        transfer && depositAddresses.has(transfer.to) ? [{ ...transfer, block, txHash, logIndex: index }] : [],
      ),
    );
    this.#found.set(block, found);
    return found;
  }

  #to({ address }: AskedAddress): readonly Deposit[] {
    return this.#deposits.filter(({ to }) => to === address);
  }

  /** Sums the deposits that count towards the amount. */
  #cameInTime(address: AskedAddress): bigint {
    return this.#to(address)
      .filter((deposit) => isOwn(deposit, address) && deposit.from !== SANCTIONED)
      .filter(({ block }) => block.timeS < address.expiresAtS)
      .reduce((sum, { amount }) => sum + amount, 0n);
  }

  /** Call with all payments after each step. */
  afterStep(payments: readonly DepositedPayment[]): void {
    for (const payment of payments) {
      const { id, status, method } = payment;
      if (status === "requires_action" || this.#checked.has(`${id} ${status}`)) continue;
      this.#checked.add(`${id} ${status}`);
      const own = this.#depositors.addresses.filter(({ order }) => order.id === id);
      if (method === "deposit") this.#checkConfirmed(payment, own);
      if (status === "expired") for (const address of own) this.#checkExpired(address);
      if (status === "failed" && method === null && !this.#refusable.has(id)) {
        throw new Violation(`${id} was declined, and no sanctioned account sent anything`);
      }
    }
  }

  #checkConfirmed({ id, status, terms_hash }: DepositedPayment, own: readonly AskedAddress[]): void {
    const address = own.find(({ termsHash }) => termsHash === terms_hash);
    if (!address) throw new Violation(`${id} is ${status} by an address that it was not given`);
    const most = this.#most.get(address.termsHash) ?? 0n;
    if (most < address.terms.amount) {
      throw new Violation(`${id} is ${status} by ${most} of ${address.terms.amount} that came in time`);
    }
    if (status === "failed" && this.#isCertain(address)) {
      throw new Violation(`${id} failed, and its deposits are still in the chain`);
    }
  }

  #checkExpired(address: AskedAddress): void {
    const came = this.#cameInTime(address);
    if (came < address.terms.amount || !this.#isCertain(address) || this.#refusable.has(address.order.id)) return;
    throw new Violation(`${address.order.id} expired, and ${came} of ${address.terms.amount} came in time`);
  }

  /** No reorganisation touched it, and no lying node left out what it shows. */
  #isCertain({ address, termsHash }: AskedAddress): boolean {
    const { hidden } = this.#scene.chain;
    return !this.#unsettled.has(address) && !hidden.has(address) && !hidden.has(termsHash);
  }

  /** Whether the deposits of a payment's confirmed address are there, or a sweep has passed them on. */
  isBacked({ terms_hash }: DepositedPayment): boolean {
    const address = this.#depositors.addresses.find(({ termsHash }) => termsHash === terms_hash);
    return address !== undefined && this.#lies(address, address.terms.token) >= address.terms.amount;
  }

  #lies({ address }: AskedAddress, token: Address): bigint {
    const { balances, coin } = this.#scene.chain.tip.state;
    return (token === zeroAddress ? coin.get(address) : balances.get(`${token} ${address}`)) ?? 0n;
  }

  /** @param payments all of them */
  async atTheEnd(payments: readonly DepositedPayment[]): Promise<void> {
    await this.#checkBooked();
    const exceptions = await this.#scene.database.query<{ place: string; kind: string }>(
      `select '0x' || encode(tx_hash, 'hex') || ' ' || log_index as place, kind from exceptions`,
    );
    const kinds = new Map<string, string[]>();
    for (const { place, kind } of exceptions) kinds.set(place, [...(kinds.get(place) ?? []), kind]);
    for (const address of this.#depositors.addresses) {
      const { hidden } = this.#scene.chain;
      if (hidden.has(address.address) || hidden.has(address.termsHash)) continue;
      this.#checkEmpty(address);
      const payment = payments.find(({ id }) => id === address.order.id);
      if (payment && this.#isCertain(address)) this.#checkReported(address, payment, kinds);
    }
  }

  /** The books have no deposit that the chain has not. No node invents deposits. */
  async #checkBooked(): Promise<void> {
    const booked = await this.#scene.database.query<{ place: string; payment_id: string }>(
      `select concat_ws(' ', '0x' || encode(tx_hash, 'hex'), log_index, '0x' || encode(block_hash, 'hex')) as place,
              payment_id
         from deposits where orphaned_at is null`,
    );
    const real = new Set(this.#deposits.map(({ txHash, logIndex, block }) => `${txHash} ${logIndex} ${block.hash}`));
    for (const { place, payment_id } of booked) {
      if (!real.has(place))
        throw new Violation(`the books have a deposit ${place} of ${payment_id} that the chain has not`);
    }
  }

  /** Only dust, and the money of refused senders, stays. */
  #checkEmpty(address: AskedAddress): void {
    if (this.#to(address).some(({ from }) => from === SANCTIONED)) return;
    for (const token of [USDC, USDT, zeroAddress]) {
      const lies = this.#lies(address, token);
      const least = token === address.terms.token ? address.minimum : LEAST_UNITS;
      if (lies >= least) throw new Violation(`${lies} of ${token} still lies on ${address.address}`);
    }
  }

  #checkReported(address: AskedAddress, payment: DepositedPayment, kinds: ReadonlyMap<string, readonly string[]>) {
    let before = 0n;
    for (const deposit of this.#to(address)) {
      const { txHash, logIndex, token, amount, from } = deposit;
      const isCounted = isOwn(deposit, address);
      const isDust = !isCounted && (token === address.terms.token || amount < LEAST_UNITS);
      const allowed = isDust ? [NONE] : expectedKinds(address, payment, { isCounted, from, amount, before });
      const found = kinds.get(`${txHash} ${logIndex}`) ?? [];
      if (found.length > 1 || !allowed.includes(found[0] ?? NONE)) {
        const expected = allowed.join(" or ");
        throw new Violation(`the deposit ${txHash} of ${payment.id} is reported as [${found}] instead of ${expected}`);
      }
      if (isCounted) before += amount;
    }
  }
}

/** It counts towards the amount, if it is in time. */
const isOwn = ({ token, amount }: Deposit, { terms, minimum }: AskedAddress): boolean =>
  token === terms.token && amount >= minimum;

const NONE = "none";

/** The kinds of exceptions that are right for a deposit. `none`: it is no exception. */
function expectedKinds(
  { terms, asked, minimum, termsHash }: AskedAddress,
  { status, terms_hash }: DepositedPayment,
  {
    isCounted,
    from,
    amount,
    before,
  }: { readonly isCounted: boolean; readonly from: Address; readonly amount: bigint; readonly before: bigint },
): readonly string[] {
  if (from === SANCTIONED) return ["refused_sender"];
  if (!isCounted) return ["foreign_token"];
  if (status !== "succeeded") return ["underpaid", "late"];
  if (terms_hash !== termsHash) return ["duplicate"];
  const excess = before + amount >= asked + minimum ? "overpaid" : NONE;
  return before >= terms.amount ? [excess, "duplicate"] : [excess];
}
