// The merchant's payments and their buyers: honest ones, careless ones and thieves.
import { type Address, encodeFunctionData, type Hex, keccak256, stringToHex } from "viem";
import { payByTransactionData, payData } from "../../src/chains/evm/router/router-call.ts";
import { amountAtPar } from "../../src/money/par.ts";
import type { ListedOption } from "../../src/operations/gateway/list-options.ts";
import { type Option, optionKeys, sealOption } from "../../src/payment/option.ts";
import { paymentKey, termsHash } from "../../src/payment/terms.ts";
import { addressOf, signatureOf, type WalletKind } from "./chain/accounts.ts";
import { TOKEN } from "./chain/contracts.ts";
import { CAIP2, ROUTER, USDC, USDT } from "./chain/state.ts";
import { type Process, SECRET } from "./process.ts";
import type { Interrupt } from "./run.ts";
import { DESTINATION, type Scene } from "./scene.ts";
import { FORGED, GARBLED } from "./tactics.ts";

/**
 * honest · poor: holds 60 USDC and signs more · garbles: wraps its signature oddly (EIP-6492), or sends other bytes ·
 * forges: has the secret key and seals options of their own · censored: every node refuses transactions with their
 * address
 */
export type Tactic = "honest" | "poor" | "garbles" | "forges" | "censored";

export interface Buyer {
  readonly address: Address;
  readonly kind: WalletKind;
  readonly tactic: Tactic;
  /** The buyer moved money or cancelled an authorisation, so their payments may fail. */
  hasMeddled: boolean;
}

/** A payment as the merchant and its buyer know it. */
export interface Order {
  readonly id: string;
  readonly key: Hex;
  /** Cents. */
  readonly cents: number;
  /** Its first deposit address moves it. */
  expiresAtS: number;
  readonly buyer: Buyer;
  option: {
    readonly listed: ListedOption;
    readonly results: readonly string[];
    readonly hash: Hex;
    /** False for a forged option. */
    readonly isOffered: boolean;
  } | null;
  /** The wallet got a success in response to its confirm. */
  isAccepted: boolean;
}

const BUYERS: readonly (readonly [weight: number, WalletKind, Tactic])[] = [
  [5, "plain", "honest"],
  [5, "plain", "honest"],
  [3, "contract", "honest"],
  [3, "plain", "poor"],
  [4, "moody", "honest"],
  [3, "moody", "garbles"],
  [3, "plain", "forges"],
  [1, "plain", "censored"],
];
const CROWD_MAX = 10;
/** The time until a payment expires that is opened when the troubles end. */
const LONG_S = 200;
const POOR_UNITS = 60_000_000n;
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
  readonly #crowd: readonly Buyer[];
  #sent = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.buyers = BUYERS.map(([, kind, tactic], index) => this.#newBuyer(kind, tactic, `buyer ${index}`));
    this.#fund(DESTINATION, BUYER_UNITS);
    this.#crowd = Array.from({ length: CROWD_MAX }, (_, i) => this.#newBuyer("contract", "honest", `crowd ${i}`));
  }

  #newBuyer(kind: WalletKind, tactic: Tactic, name: string): Buyer {
    const { chain } = this.#scene;
    const address = addressOf(name);
    chain.wallets.set(address, kind);
    if (tactic === "censored") chain.censored.add(address);
    this.#fund(address, tactic === "poor" ? POOR_UNITS : BUYER_UNITS);
    return { address, kind, tactic, hasMeddled: false };
  }

  #fund(address: Address, units: bigint): void {
    const { balances, coin } = this.#scene.chain.tip.state;
    for (const token of [USDC, USDT]) balances.set(`${token} ${address}`, units);
    coin.set(address, BUYER_COIN);
  }

  /** Buyers with long signatures that all pay at once. */
  async crowd(process: Process): Promise<string> {
    const { random } = this.#scene;
    const size = random.between(6, CROWD_MAX);
    for (const buyer of this.#crowd.slice(0, size)) {
      await this.open(process, null, buyer);
      for (const order of this.orders.slice(-1)) {
        await this.sign(process, order);
        await this.confirm(process, order, null);
      }
    }
    return `${size} buyers`;
  }

  /** Up to two buyers with each of these tactics open and confirm a payment. */
  async visit(process: Process, tactics: readonly Tactic[]): Promise<void> {
    const visitors = tactics.flatMap((tactic) => this.buyers.filter((each) => each.tactic === tactic).slice(0, 2));
    for (const buyer of visitors) {
      await this.open(process, null, buyer, [LONG_S]);
      for (const order of this.orders.slice(-1)) {
        await this.sign(process, order);
        await this.confirm(process, order, null);
      }
    }
  }

  /** The partner creates a payment for one of the buyers. */
  async open(
    process: Process,
    interrupt: Interrupt | null,
    buyer = this.#anyBuyer(),
    lifetimesS: readonly number[] = [45, 90, 200],
  ): Promise<string> {
    const { random, nowMs, merchants } = this.#scene;
    const cents = random.pick([1, 100, random.between(500, 4_900), 6_000, 25_000]);
    const expiresAtS = Math.floor(nowMs / 1_000) + random.pick(lifetimesS);
    const amount = { unit: "iso4217/USD", value: String(cents) };
    const input = { amount, referenceId: `order ${this.orders.length + 1}`, checkout: null, expiresAtS };
    const ended = await process.run(
      "open",
      (does) => does.create({ ...random.pick(merchants), createdBy: { type: "server", id: null } }, input),
      interrupt,
    );
    if (ended.how !== "done") return ended.how;
    const id = String((ended.value as { answer: { body: unknown } }).answer.body);
    const order = { id, key: paymentKey(id), cents, expiresAtS, buyer, option: null, isAccepted: false };
    this.orders.push(order);
    return `${buyer.tactic} ${buyer.kind} ${cents} cents until ${expiresAtS}`;
  }

  #anyBuyer(): Buyer {
    return this.#scene.random.weighted(this.buyers.map((each, index) => [BUYERS[index]?.[0] ?? 0, each] as const));
  }

  /** The buyer's wallet lists the options and signs one, or sends its transaction. */
  async sign(process: Process, order: Order): Promise<string> {
    const { random } = this.#scene;
    const account = `${CAIP2}:${order.buyer.address}`;
    const ended = await process.run("sign", async (does) => {
      const { options } = await does.list(order.id, account);
      const picked = options?.length ? random.pick(options) : null;
      if (!picked) return "no option";
      const listed = order.buyer.tactic === "forges" ? this.#forged(picked) : picked;
      // The data of the list suffices for a signature.
      const isBuilt = picked.option.method === "erc20" || random.chance(0.5);
      if (listed === picked && isBuilt) await does.build(order.id, listed.id);
      const results =
        listed.option.method === "eip3009" ? this.#signed(order.buyer, listed.option) : this.#sendOwn(listed.option);
      order.option = { listed, results, hash: termsHash(listed.option.terms), isOffered: listed === picked };
      return listed.option.method;
    });
    return ended.how === "done" ? String(ended.value) : reasonOf(ended);
  }

  #signed({ kind, tactic }: Buyer, { terms }: Option): readonly string[] {
    const bytes = kind !== "plain" && this.#scene.random.chance(0.4) ? LONG_SIGNATURE_BYTES : 96;
    const signature = signatureOf(kind, terms.payer, termsHash(terms), bytes);
    return [tactic === "garbles" ? this.#scene.random.pick(GARBLED)(signature) : signature];
  }

  /** An option that was never offered, sealed with the installation's key. */
  #forged(listed: ListedOption): ListedOption {
    const terms = { ...listed.option.terms, ...this.#scene.random.pick(FORGED) };
    const option = { ...listed.option, terms };
    return { ...listed, option, id: sealOption(optionKeys(SECRET), option) };
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

  /** The buyer sends their own authorisation to the chain, perhaps without confirming it. */
  async submitOwn(process: Process, order: Order): Promise<string> {
    if (!order.option) await this.sign(process, order);
    const { option, buyer } = order;
    // The money may back another payment, which then fails.
    if (buyer.tactic === "poor" && !order.isAccepted) buyer.hasMeddled = true;
    const [signature] = option?.results ?? [];
    if (option?.listed.option.method !== "eip3009") return "no authorisation";
    return this.send(buyer.address, ROUTER, payData({ option: option.listed.option, signature: signature as Hex }));
  }

  cancelOwn({ option, buyer }: Order): string {
    if (option?.listed.option.method !== "eip3009") return "no authorisation";
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
