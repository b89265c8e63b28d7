// The merchant's payments and their buyers: honest ones, careless ones and thieves.
import { type Address, encodeFunctionData, type Hex, keccak256, stringToHex } from "viem";
import { payByTransactionData, payData } from "../../src/chains/evm/router-call.ts";
import { amountAtPar } from "../../src/money/par.ts";
import type { ListedOption } from "../../src/operations/list-options.ts";
import type { Option } from "../../src/payment/option.ts";
import { paymentKey, termsHash } from "../../src/payment/terms.ts";
import { addressOf, signatureOf, type WalletKind } from "./chain/accounts.ts";
import { CAIP2, ROUTER, TOKEN, USDC, USDT } from "./chain/contracts.ts";
import type { Process } from "./process.ts";
import type { Interrupt } from "./run.ts";
import { DESTINATION, type Scene } from "./scene.ts";

export interface Buyer {
  readonly address: Address;
  readonly kind: WalletKind;
  /** The buyer moved money or cancelled an authorisation, so their payments may fail. */
  hasMeddled: boolean;
}

/** A payment as the merchant and its buyer know it. */
export interface Order {
  readonly id: string;
  readonly key: Hex;
  /** Cents. */
  readonly cents: number;
  readonly expiresAtS: number;
  readonly buyer: Buyer;
  option: { readonly listed: ListedOption; readonly results: readonly string[]; readonly hash: Hex } | null;
  /** The wallet got a success in response to its confirm. */
  isAccepted: boolean;
}

const BUYERS: readonly (readonly [WalletKind, number])[] = [
  ["plain", 4],
  ["contract", 1],
  ["moody", 1],
];
const BUYER_UNITS = 1_000_000_000n;
const BUYER_COIN = 10n ** 20n;
const GAS = 500_000n;
const FEE = 2_000_000_000n;
/** A long signature is valid, and few fit into a transaction. */
const LONG_SIGNATURE_BYTES = 8_000;

export class Shop {
  readonly buyers: readonly Buyer[];
  readonly orders: Order[] = [];
  readonly #scene: Scene;
  #sent = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.buyers = BUYERS.flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, i) => ({ address: addressOf(`${kind} ${i}`), kind, hasMeddled: false })),
    );
    const { state } = scene.chain.tip;
    for (const { address, kind } of this.buyers) {
      scene.chain.wallets.set(address, kind);
      for (const token of [USDC, USDT]) state.balances.set(`${token} ${address}`, BUYER_UNITS);
      state.coin.set(address, BUYER_COIN);
    }
  }

  /** The partner creates a payment for one of the buyers. */
  async open(process: Process, interrupt: Interrupt | null): Promise<string> {
    const { random, nowMs, merchant } = this.#scene;
    const buyer = random.weighted(this.buyers.map((each) => [each.kind === "plain" ? 3 : 1.5, each] as const));
    const cents = random.pick([1, 100, random.between(500, 4_900), 6_000, 25_000]);
    const expiresAtS = Math.floor(nowMs / 1_000) + random.pick([45, 90, 200]);
    const amount = { unit: "iso4217/USD", value: String(cents) };
    const input = { amount, referenceId: `order ${this.orders.length + 1}`, checkout: null, expiresAtS };
    const ended = await process.run("open", (does) => does.create({ ...merchant, fees: null }, input), interrupt);
    if (ended.how !== "done") return ended.how;
    const id = String((ended.value as { answer: { body: unknown } }).answer.body);
    const order = { id, key: paymentKey(id), cents, expiresAtS, buyer, option: null, isAccepted: false };
    this.orders.push(order);
    return `${buyer.kind} ${cents} cents until ${expiresAtS}`;
  }

  /** The buyer's wallet lists the options and signs one, or sends its transaction. */
  async sign(process: Process, order: Order): Promise<string> {
    const { random } = this.#scene;
    const account = `${CAIP2}:${order.buyer.address}`;
    const ended = await process.run("sign", async (does) => {
      const { options } = await does.list(order.id, account);
      const listed = options?.length ? random.pick(options) : null;
      if (!listed) return "no option";
      await does.build(order.id, listed.id);
      const results = listed.option.method === "eip3009" ? this.#signed(listed.option) : this.#sendOwn(listed.option);
      order.option = { listed, results, hash: termsHash(listed.option.terms) };
      return listed.option.method;
    });
    return ended.how === "done" ? String(ended.value) : reasonOf(ended);
  }

  #signed({ terms }: Option): readonly string[] {
    const { random } = this.#scene;
    const kind = this.kindOf(terms.payer);
    const bytes = random.chance(0.3) ? LONG_SIGNATURE_BYTES : 96;
    return [signatureOf(kind, terms.payer, termsHash(terms), bytes)];
  }

  /** Approves and pays by transaction, or only claims to. */
  #sendOwn({ terms }: Option): readonly string[] {
    const isSent = this.#scene.random.chance(0.7);
    const approve = encodeFunctionData({ abi: TOKEN, functionName: "approve", args: [ROUTER, terms.amount] });
    const data = payByTransactionData(terms);
    return isSent
      ? [this.send(terms.payer, USDT, approve), this.send(terms.payer, ROUTER, data)]
      : [hashOf("no approval"), hashOf(`no payment of ${terms.key}`)];
  }

  kindOf(payer: Address): WalletKind {
    return this.buyers.find(({ address }) => address === payer)?.kind ?? "plain";
  }

  /** The buyer's own transaction. @returns its hash */
  send(from: Address, to: Address, data: Hex): Hex {
    this.#sent += 1;
    const hash = hashOf(`transaction ${this.#sent} of ${from}`);
    this.#scene.chain.submit({ hash, from, to, data, gas: GAS, nonce: null, maxFeePerGas: FEE });
    return hash;
  }

  async confirm(process: Process, order: Order, interrupt: Interrupt | null): Promise<string> {
    const { option } = order;
    if (!option) return "nothing signed";
    const isExcludedFromRelayer = false;
    const input = { optionId: option.listed.id, results: option.results, collectedData: null, providerName: "" };
    const ended = await process.run(
      "confirm",
      async (does) => {
        await does.confirm(order.id, { ...input, isExcludedFromRelayer });
        order.isAccepted = true;
      },
      interrupt,
    );
    return ended.how === "failed" ? reasonOf(ended) : ended.how;
  }

  /** The buyer sends their own authorisation to the chain. */
  submitOwn({ option, buyer }: Order): string {
    const [signature] = option?.results ?? [];
    if (!option || option.listed.option.method !== "eip3009") return "no authorisation";
    return this.send(buyer.address, ROUTER, payData({ option: option.listed.option, signature: signature as Hex }));
  }

  cancelOwn({ option, buyer }: Order): string {
    if (!option || option.listed.option.method !== "eip3009") return "no authorisation";
    const [signature] = option.results;
    buyer.hasMeddled = true;
    const args = [buyer.address, termsHash(option.listed.option.terms), signature as Hex] as const;
    return this.send(
      buyer.address,
      USDC,
      encodeFunctionData({ abi: TOKEN, functionName: "cancelAuthorization", args }),
    );
  }

  moveMoney(buyer: Buyer): string {
    buyer.hasMeddled = true;
    const held = this.#scene.chain.tip.state.balances.get(`${USDC} ${buyer.address}`) ?? 0n;
    const args = [addressOf("elsewhere"), held - 5_000_000n < 0n ? 0n : held - 5_000_000n] as const;
    return this.send(buyer.address, USDC, encodeFunctionData({ abi: TOKEN, functionName: "transfer", args }));
  }

  /** Anybody pays under a payment's key with terms of their own. */
  payOther(order: Order): string {
    const { random, config } = this.#scene;
    const { buyer } = order;
    const asset = config.assets.find(({ address }) => address === USDT);
    const asked = (asset && amountAtPar({ currency: "USD", value: BigInt(order.cents) }, asset)) ?? 0n;
    const amount = random.pick([1n, asked / 2n + 1n, asked, asked * 2n]);
    const approve = encodeFunctionData({ abi: TOKEN, functionName: "approve", args: [ROUTER, amount] });
    this.send(buyer.address, USDT, approve);
    const destination = random.pick([DESTINATION, buyer.address]);
    const parties = { chain: CAIP2, router: ROUTER, key: order.key, payer: buyer.address, token: USDT };
    const rest = { feeReceiver: buyer.address, fee: 0n, deadlineS: order.expiresAtS + 10_000 };
    return this.send(buyer.address, ROUTER, payByTransactionData({ ...parties, ...rest, amount, destination }));
  }
}

const hashOf = (text: string): Hex => keccak256(stringToHex(text));

export const reasonOf = (ended: { readonly how: string; readonly error?: unknown }): string =>
  ended.error instanceof Error ? `${ended.how}: ${ended.error.message}` : ended.how;
