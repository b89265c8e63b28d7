// Checks the invariants of the simulation. Each check compares the database with the simulated chain itself, not with a
// node.
import type { Address, Hex } from "viem";
import type { ReconcileResult } from "../../src/operations/books/reconcile.ts";
import type { Block } from "./chain/blockchain.ts";
import { type PaidTerms, USDC, USDT } from "./chain/state.ts";
import { DepositChecks } from "./deposit-checks.ts";
import type { AskedAddress, Depositors } from "./depositors.ts";
import { depthFor, isAsAsked, ROWS, type Row } from "./payments.ts";
import type { Process } from "./process.ts";
import { RelayChecks } from "./relay-checks.ts";
import { DESTINATION, type Scene } from "./scene.ts";
import { type Order, reasonOf, type Shop } from "./shop.ts";
import { Violation } from "./violation.ts";

/** Gas that one hostile wallet may burn before it is quarantined. */
const BURNED_GAS_MAX = 2_000_000n;
const TERMINAL = ["succeeded", "failed", "expired", "cancelled"];

/** A `Paid` event in a block. */
interface Occurrence {
  readonly terms: PaidTerms;
  readonly block: Block;
  /** Some block at or after it replaced another: the installation may have followed the other branch. */
  readonly isAfterReorg: boolean;
}

export class Checks {
  readonly #scene: Scene;
  readonly #shop: Shop;
  readonly #depositors: Depositors;
  readonly #relaying: RelayChecks;
  readonly #deposits: DepositChecks;
  readonly #ended = new Map<string, string>();
  readonly #confirmed = new Set<Hex>();
  /** The greatest depth that an event with these terms has had. */
  readonly #depths = new Map<Hex, number>();
  /** Terms whose event a reorganisation removed although it was as deep as the policy requires. */
  readonly #lost = new Set<Hex>();
  readonly #burned = new Map<Address, bigint>();
  readonly #counted = new Set<Hex>();
  #occurrences: readonly Occurrence[] = [];
  /** Then a confirm may have counted money that another payment takes again. */
  #hasReorganised = false;
  #seen: readonly Block[] = [];
  #rows: readonly Row[] = [];
  #readAtRun = 0;

  constructor(scene: Scene, shop: Shop, depositors: Depositors) {
    this.#scene = scene;
    this.#shop = shop;
    this.#depositors = depositors;
    this.#relaying = new RelayChecks(scene);
    this.#deposits = new DepositChecks(scene, depositors);
  }

  /** Call after each change of the chain. */
  observeChain(): void {
    const blocks = this.#scene.chain.canonical;
    const isNew = new Set(blocks);
    const dropped = this.#seen.filter((block) => !isNew.has(block));
    const forkNumber = dropped[0]?.number ?? null;
    if (forkNumber !== null) this.#hasReorganised = true;
    const before = new Map(this.#occurrences.map((each) => [each.terms.hash, each]));
    this.#occurrences = blocks.flatMap((block) =>
      block.mined.flatMap(({ logs }) =>
        logs.flatMap(({ paid }) => {
          if (!paid) return [];
          const isAfterReorg =
            (forkNumber !== null && block.number >= forkNumber) || !!before.get(paid.hash)?.isAfterReorg;
          return [{ terms: paid, block, isAfterReorg }];
        }),
      ),
    );
    for (const { terms, block } of this.#occurrences) {
      const depth = this.#scene.chain.tip.number - block.number + 1;
      this.#depths.set(terms.hash, Math.max(depth, this.#depths.get(terms.hash) ?? 0));
    }
    const hashes = new Set(this.#occurrences.map(({ terms }) => terms.hash));
    for (const hash of before.keys()) if (!hashes.has(hash) && this.#wasFinal(hash)) this.#lost.add(hash);
    for (const each of before.values()) {
      if (dropped.includes(each.block) && this.#wasFinal(each.terms.hash)) this.#lost.add(each.terms.hash);
    }
    for (const block of blocks) {
      if (this.#counted.has(block.hash)) continue;
      this.#counted.add(block.hash);
      this.#relaying.observe(block);
      for (const [payer, gas] of block.mined.flatMap(({ burned }) => burned)) {
        this.#burned.set(payer, (this.#burned.get(payer) ?? 0n) + gas);
      }
    }
    this.#deposits.observe(blocks, dropped);
    this.#seen = blocks;
  }

  #wasFinal(hash: Hex): boolean {
    const order = this.#shop.orders.find(({ option }) => option?.hash === hash) ?? this.#addressOf(hash)?.order;
    return (this.#depths.get(hash) ?? 0) >= (order ? depthFor(order.cents) : 1);
  }

  #addressOf(hash: Hex | null): AskedAddress | undefined {
    return this.#depositors.addresses.find(({ termsHash }) => termsHash === hash);
  }

  async afterStep(): Promise<void> {
    const rows = await this.#read();
    for (const row of rows) this.#check(row);
    this.#deposits.afterStep(rows);
    for (const [payer, gas] of this.#burned) {
      if (gas > BURNED_GAS_MAX) throw new Violation(`${payer} burned ${gas} gas of the relayers`);
    }
    this.#checkCovered(rows);
    const oversized = rows[0]?.oversized ?? null;
    if (oversized !== null) throw new Violation(`the batch ${oversized} exceeds what nodes take`);
    await this.#relaying.afterStep(rows[0]?.newest_batch ?? 0n);
  }

  /** All payments; from memory if no process has run since. A paused run's statement may still end. */
  async #read(): Promise<readonly Row[]> {
    const { runs, database, processes } = this.#scene;
    const isPaused = processes.some(({ isAlive, isRunning }) => isAlive && !isRunning);
    if (isPaused || this.#readAtRun !== runs) this.#rows = await database.query<Row>(ROWS);
    this.#readAtRun = runs;
    return this.#rows;
  }

  /** An account's signed payments must not exceed its balance: each payment that fails costs a relayer gas. */
  #checkCovered(rows: readonly Row[]): void {
    const paid = new Set(this.#occurrences.map(({ terms }) => terms.hash));
    for (const buyer of this.#shop.buyers) {
      if (buyer.hasMeddled || this.#hasReorganised) continue;
      const unpaid = rows.filter(({ id, status, method, terms_hash }) => {
        const isTheirs = this.#shop.orders.some((order) => order.id === id && order.buyer === buyer);
        return isTheirs && status === "processing" && method === "eip3009" && terms_hash && !paid.has(terms_hash);
      });
      const signed = unpaid.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
      const held = this.#scene.chain.tip.state.balances.get(`${USDC} ${buyer.address}`) ?? 0n;
      if (signed > held) throw new Violation(`${buyer.address} holds ${held} and has signed ${signed}`);
    }
  }

  #check({ id, status, terms_hash: confirmed, credited }: Row): void {
    if (confirmed) this.#confirmed.add(confirmed);
    const ended = this.#ended.get(id);
    if (ended !== undefined && ended !== status) throw new Violation(`${id} was ${ended} and is ${status}`);
    const order = this.#shop.orders.find((each) => each.id === id);
    if (ended === undefined && TERMINAL.includes(status)) {
      this.#ended.set(id, status);
      if (status === "succeeded" && order) this.#checkSuccess(order, confirmed);
    }
    if (order?.isAccepted && ["requires_action", "expired", "cancelled"].includes(status)) {
      throw new Violation(`${id} is ${status} although its wallet's confirm was accepted`);
    }
    if (status === "succeeded" && credited !== confirmed) {
      throw new Violation(`${id} succeeded by the terms ${credited}, and confirmed ${confirmed}`);
    }
    const paid = this.#occurrences.find(({ terms }) => terms.hash === confirmed);
    if (status === "failed" && paid && !this.#lost.has(paid.terms.hash) && !paid.isAfterReorg) {
      throw new Violation(`${id} failed, and block ${paid.block.number} has its transfer`);
    }
    if (status !== "expired" || !order) return;
    const inTime = this.#occurrences.find(
      ({ terms, block, isAfterReorg }) =>
        order.option?.isOffered && terms.hash === order.option.hash && block.timeS < order.expiresAtS && !isAfterReorg,
    );
    if (inTime && !this.#isExcused(inTime.terms))
      throw new Violation(`${id} expired, and block ${inTime.block.number} paid it in time`);
  }

  /** A lying node left it out, and no confirm names it. */
  #isExcused({ hash }: PaidTerms): boolean {
    return this.#scene.chain.hidden.has(hash) && !this.#confirmed.has(hash);
  }

  #checkSuccess(order: Order, confirmed: Hex | null): void {
    const depth = this.#depths.get(confirmed ?? "0x") ?? 0;
    const required = depthFor(order.cents);
    if (depth < required) throw new Violation(`${order.id} succeeded at depth ${depth} instead of ${required}`);
    const { option } = order;
    if (option && !option.isOffered && option.hash === confirmed) {
      throw new Violation(`${order.id} succeeded by terms that its buyer forged`);
    }
    const paid = this.#occurrences.find(({ terms }) => terms.hash === confirmed);
    if (paid && !isAsAsked(order, this.#addressOf(confirmed)?.terms.amount, paid.terms)) {
      throw new Violation(
        `${order.id} over ${order.cents} cents succeeded with ${paid.terms.amount} units of ${paid.terms.payer} to ${paid.terms.destination}`,
      );
    }
  }

  /** Payments that must succeed once all troubles end. @param withinS the time that the relayer then has */
  async promised(withinS: number): Promise<readonly string[]> {
    const rows = await this.#read();
    return rows.flatMap((row) => {
      const { id, status, method, deadline_s } = row;
      const order = this.#shop.orders.find((each) => each.id === id);
      if (!order || status !== "processing") return [];
      if (method === "deposit") return this.#deposits.isBacked(row) ? [id] : [];
      if (method !== "eip3009") return [];
      const { kind, tactic, hasMeddled } = order.buyer;
      const isCovered = tactic === "honest" || (tactic === "poor" && !this.#hasReorganised);
      const isHonest = kind !== "moody" && !hasMeddled && isCovered;
      return isHonest && Number(deadline_s) > this.#scene.chain.tip.timeS + withinS ? [id] : [];
    });
  }

  /** Payments and batches that are not finished. */
  async unfinished(): Promise<readonly string[]> {
    const { coin } = this.#scene.chain.tip.state;
    const rows = await this.#scene.database.query<{ what: string }>(
      `select p.id || ' ' || p.status as what from payments p where status in ('requires_action', 'processing')
       union all select payment_id || ' ' || relay_state from confirmations where relay_state <> 'closed'
       union all select 'money of ' || payment_id || ' on an address' from (
         select terms_hash, payment_id from deposits where not is_closed and orphaned_at is null
         union select terms_hash, payment_id from unrecovered where amount >= minimum) lying
        where not exists (select from deposits d where d.terms_hash = lying.terms_hash and d.is_refused)
       union all select 'batch ' || id from relay_batches where mined_in is null and relayer = any($1)`,
      [this.#scene.relayers.filter((relayer) => coin.get(relayer) !== 0n)],
    );
    return rows.map(({ what }) => what);
  }

  /** The promised payments that have not succeeded. */
  async unkept(promised: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#read();
    return rows
      .filter(({ id, status, terms_hash }) => {
        const isLost = terms_hash !== null && this.#lost.has(terms_hash);
        return promised.includes(id) && status !== "succeeded" && !isLost;
      })
      .map(({ id, status, relay_state }) => `${id} ${status} ${relay_state}`);
  }

  /** Checks the end of a seed: nothing waits, and the books equal the chain. */
  async atTheEnd(): Promise<void> {
    const stuck = await this.unfinished();
    if (stuck.length > 0) throw new Violation(`stuck: ${stuck.join(", ")}`);
    await this.#checkBooked();
    await this.#deposits.atTheEnd(await this.#read());
  }

  /** Real money under a payment's key is booked, and nothing else is. */
  async #checkBooked(): Promise<void> {
    const booked = await this.#scene.database.query<{ hash: Hex; block: Hex; state: string; method: string }>(
      `select '0x' || encode(terms_hash, 'hex') as hash, '0x' || encode(block_hash, 'hex') as block, state, method
         from transfers where orphaned_at is null`,
    );
    const keys = new Set(this.#shop.orders.map(({ key }) => key));
    const real = this.#occurrences.filter(
      ({ terms }) => keys.has(terms.key) && terms.destination === DESTINATION && [USDC, USDT].includes(terms.token),
    );
    for (const { terms, block } of real) {
      // Several, if a node has invented a second transfer by the same terms.
      const states = booked
        .filter(({ hash, block: at }) => hash === terms.hash && at === block.hash)
        .map(({ state }) => state);
      if (states.length === 0 && this.#isExcused(terms)) continue;
      if (states.length === 0)
        throw new Violation(`the transfer ${terms.hash} in block ${block.number} is not in the books`);
      const isReported = states.includes("credited") || states.includes("exception");
      if (!isReported && terms.amount > 10_000n) throw new Violation(`the transfer ${terms.hash} is ${states.join()}`);
    }
    for (const { hash, block, state } of booked) {
      if (state !== "credited" && state !== "exception") continue;
      const isReal = this.#occurrences.some(({ terms, block: at }) => terms.hash === hash && at.hash === block);
      if (!isReal) throw new Violation(`the books have a ${state} transfer ${hash} that the chain has not`);
    }
  }
}

/** Runs the operator's own comparison as well. Call only if no node left out or invented an event. */
export async function checkReconciled(process: Process): Promise<void> {
  const ended = await process.run("reconcile", (does) => does.reconcile());
  if (ended.how !== "done") throw new Violation(`reconcile: ${reasonOf(ended)}`);
  const [first] = (ended.value as ReconcileResult).differences;
  if (first) throw new Violation(`reconcile: ${first.kind} ${first.paymentId} ${first.message}`);
}
