// Buyers who pay by plain transfers to deposit addresses, and strangers who send money there or pass it on.
import { type Address, encodeFunctionData, type Hex, keccak256, multicall3Abi, stringToHex, zeroAddress } from "viem";
import { recoverData, sweepData } from "../../src/chains/evm/router/router-call.ts";
import type { GivenAddress } from "../../src/operations/deposits/ask-for-address.ts";
import type { Terms } from "../../src/payment/terms.ts";
import { addressOf } from "./chain/accounts.ts";
import type { Transaction } from "./chain/blockchain.ts";
import { TOKEN } from "./chain/contracts.ts";
import { CAIP2, MULTICALL3, ROUTER, USDC, USDT } from "./chain/state.ts";
import { type Process, SANCTIONED } from "./process.ts";
import type { Interrupt } from "./run.ts";
import type { Scene } from "./scene.ts";
import { type Order, reasonOf } from "./shop.ts";

/** An address as its buyer knows it. */
export interface AskedAddress {
  readonly order: Order;
  readonly address: Address;
  readonly terms: Terms;
  readonly termsHash: Hex;
  readonly asked: bigint;
  readonly minimum: bigint;
  /** Unix seconds. Deposits in blocks before it are in time. */
  readonly expiresAtS: number;
}

/** Withdrawals of many customers come from its one account. */
const EXCHANGE = addressOf("exchange");
const STRANGER = addressOf("stranger");
const HOLDS_UNITS = 10n ** 15n;
const HOLDS_COIN = 10n ** 22n;
/** Far more than the gas of its recovery. */
const COINS = 10n ** 18n;
const GAS = 500_000n;
const FEE = 2_000_000_000n;
const BATCH_MAX = 4;

interface Payout {
  readonly token: Address;
  readonly to: Address;
  readonly amount: bigint;
}

export class Depositors {
  readonly addresses: AskedAddress[] = [];
  readonly #sentTo = new Set<Address>();
  readonly #scene: Scene;
  #sent = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    const { balances, coin } = scene.chain.tip.state;
    for (const account of [EXCHANGE, SANCTIONED, STRANGER]) {
      for (const token of [USDC, USDT]) balances.set(`${token} ${account}`, HOLDS_UNITS);
      coin.set(account, HOLDS_COIN);
    }
  }

  async ask(process: Process, order: Order, interrupt: Interrupt | null): Promise<string> {
    const token = this.#scene.random.pick([USDC, USDC, USDT]);
    const ended = await process.run("ask", (does) => does.ask(order.id, `${CAIP2}/erc20:${token}`), interrupt);
    if (ended.how !== "done") return reasonOf(ended);
    const { payment, deposits } = ended.value as GivenAddress;
    const { termsHash, asked, minimum, option } = deposits;
    const { terms } = option;
    order.expiresAtS = payment.expiresAtS;
    if (this.addresses.some((each) => each.termsHash === termsHash)) return `again ${terms.payer}`;
    const { expiresAtS } = payment;
    this.addresses.push({ order, address: terms.payer, terms, termsHash, asked, minimum, expiresAtS });
    this.#scene.chain.depositAddresses.add(terms.payer);
    return `${terms.payer} for ${terms.amount} until ${expiresAtS}`;
  }

  /** Those that nothing was sent to yet. */
  get untouched(): readonly AskedAddress[] {
    return this.addresses.filter(({ address }) => !this.#sentTo.has(address));
  }

  /** One transfer to an address: often what is missing there. */
  send(to: AskedAddress): string {
    const { random } = this.#scene;
    const { token, amount } = to.terms;
    this.#sentTo.add(to.address);
    const missing = this.#missingOf(to);
    const own = (units: bigint) => ({ token, to: to.address, amount: units > 0n ? units : amount });
    const other = token === USDC ? USDT : USDC;
    const [what, payout, from] = random.weighted<readonly [string, Payout, Address]>([
      [8, ["what is missing", own(missing), EXCHANGE]],
      [3, ["half of it", own(missing / 2n), EXCHANGE]],
      [2, ["more", own(missing + 50_000n), EXCHANGE]],
      [1, ["dust", own(BigInt(random.between(1, 9_999))), STRANGER]],
      [1, ["all of it again", own(amount), EXCHANGE]],
      [1, ["another token", { ...own(amount), token: other }, EXCHANGE]],
      [0.7, ["coins", { ...own(COINS), token: zeroAddress }, EXCHANGE]],
      [0.5, ["what is missing, from a sanctioned account", own(missing), SANCTIONED]],
    ]);
    this.#pay(from, payout);
    return `${to.address} ${what}: ${payout.amount}`;
  }

  /** Some send again while the expiries pass. */
  sendLate(): string {
    const chosen = this.addresses.filter(() => this.#scene.random.chance(0.4));
    return chosen.map((to) => this.send(to)).join();
  }

  /** An exchange sends several customers' withdrawals in one call of its contract. */
  sendBatch(): string {
    const { random } = this.#scene;
    const count = random.between(1, BATCH_MAX);
    const chosen = Array.from({ length: count }, () => random.pick(this.addresses));
    for (const { address } of chosen) this.#sentTo.add(address);
    const calls = chosen.map((to) => ({
      target: to.terms.token,
      callData: transferData({ token: to.terms.token, to: to.address, amount: this.#missingOf(to) || to.terms.amount }),
      allowFailure: false,
    }));
    this.#submit(
      EXCHANGE,
      MULTICALL3,
      encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] }),
    );
    return chosen.map(({ address }) => address).join();
  }

  /** Anybody may pass on what lies on an address. */
  passOn({ address, terms }: AskedAddress): string {
    const { random } = this.#scene;
    const token = random.pick([terms.token, terms.token, USDC, USDT, zeroAddress]);
    const isSweep = random.chance(0.6);
    this.#submit(STRANGER, ROUTER, isSweep ? sweepData(terms) : recoverData(terms, token));
    return `${address} ${isSweep ? "sweep" : `recover ${token}`}`;
  }

  #missingOf({ address, terms }: AskedAddress): bigint {
    const lies = this.#scene.chain.tip.state.balances.get(`${terms.token} ${address}`) ?? 0n;
    return lies < terms.amount ? terms.amount - lies : 0n;
  }

  #pay(from: Address, payout: Payout): void {
    if (payout.token === zeroAddress) this.#submit(from, payout.to, "0x", payout.amount);
    else this.#submit(from, payout.token, transferData(payout));
  }

  #submit(from: Address, to: Address, data: Hex, value = 0n): void {
    this.#sent += 1;
    const hash = keccak256(stringToHex(`deposit ${this.#sent}`));
    const transaction: Transaction = { hash, from, to, data, gas: GAS, nonce: null, maxFeePerGas: FEE, value };
    this.#scene.chain.submit(transaction);
  }
}

const transferData = ({ to, amount }: Payout): Hex =>
  encodeFunctionData({ abi: TOKEN, functionName: "transfer", args: [to, amount] });
