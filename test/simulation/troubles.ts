// The troubles of a seed: failing nodes, processes and the chain itself.
import type { Address } from "viem";
import { noFaults } from "./chain/node.ts";
import type { PaidTerms } from "./chain/state.ts";
import type { Depositors } from "./depositors.ts";
import type { Interrupt } from "./run.ts";
import { BLOCK_TIME_S, PROCESSES, RELAYER_COIN, type Scene, SECOND_SOURCE_FROM } from "./scene.ts";
import type { Order, Shop } from "./shop.ts";

/** Statements, requests and replies of the longest operation, about. */
const POINTS_MAX = 40;
const REORG_MAX = 6;

export class Troubles {
  readonly #scene: Scene;
  readonly #shop: Shop;
  readonly #depositors: Depositors;
  /** Share of operations in which the process dies or pauses. */
  readonly #interrupted: number;

  constructor(scene: Scene, shop: Shop, depositors: Depositors) {
    this.#scene = scene;
    this.#shop = shop;
    this.#depositors = depositors;
    this.#interrupted = scene.random.pick([0, 0.1, 0.3]);
  }

  /** Most operations run through. */
  interrupt(): Interrupt | null {
    const { random } = this.#scene;
    const how = random.chance(this.#interrupted) ? random.pick(["die", "pause"] as const) : null;
    // Early points are reached by every operation.
    return how && { how, at: 1 + Math.floor((POINTS_MAX * random.int(1_000) ** 2) / 1_000 ** 2) };
  }

  reorganise(): string {
    const { random, chain, chainNowS } = this.#scene;
    const depth = Math.min(
      random.weighted([
        [6, 1],
        [3, 2],
        [1, random.between(3, REORG_MAX)],
      ]),
      chain.tip.number,
    );
    const from = (chain.at(chain.tip.number - depth) ?? chain.tip).timeS;
    const times = Array.from({ length: depth + 1 }, (_, i) => from + (i + 1) * BLOCK_TIME_S);
    chain.reorganise(
      depth,
      random,
      times.map((timeS) => Math.min(timeS, chainNowS)),
    );
    return `${depth} blocks`;
  }

  dropFromPool(): string {
    const { random, chain } = this.#scene;
    if (chain.pool.length === 0) return "an empty pool";
    return chain.pool.splice(random.int(chain.pool.length), 1)[0]?.hash ?? "";
  }

  /** One node fails, or all do; at most one of them lies. */
  nodes(): string {
    const { random, nodes } = this.#scene;
    const node = random.pick(nodes);
    const liar = nodes.find(({ faults }) => isLying(faults));
    const trouble = random.pick([
      "well",
      "lags",
      "fails",
      "loses replies",
      "refuses",
      "few logs",
      "lies",
      "lies",
    ] as const);
    if (trouble !== "lies") node.faults = noFaults();
    if (trouble === "lags") node.faults.lag = random.between(1, 6);
    if (trouble === "fails") {
      node.faults.failing = { share: random.pick([0.3, 1]), how: random.pick(["hang_up", "busy", "http"]) };
    }
    if (trouble === "loses replies") for (const each of nodes) each.faults.losesReplies = 0.6;
    if (trouble === "refuses") node.faults.refusesAll = true;
    if (trouble === "few logs") node.faults.logRange = random.pick([1, 3]);
    if (trouble === "lies" && (!liar || liar === node)) return `${node.url} ${this.#lie(node)}`;
    return `${node.url} ${trouble}`;
  }

  #lie(node: Scene["nodes"][number]): string {
    const { random, chain } = this.#scene;
    const lie = random.pick(["ahead", "nonces", "hides ranges", "hides all", "invents", "invents"] as const);
    if (lie === "ahead") node.faults.claimsAhead = 1_000;
    if (lie === "nonces") node.faults.addsNonces = BigInt(random.pick([1, 3, 1_000]));
    if (lie === "hides all") node.faults.hidesAll = true;
    if (lie === "hides ranges") node.faults.hidesInRanges = true;
    if (lie !== "invents") return lie;
    const signed = this.#shop.orders.filter(isWorthALie).flatMap(({ option }) => option ?? []);
    // A sweep of any amount is believed only with the deposits behind it.
    const { addresses, untouched } = this.#depositors;
    const swept = [...untouched, ...addresses.filter(({ order }) => order.cents >= SECOND_SOURCE_FROM * 100)];
    const wanted: readonly PaidTerms[] = [
      ...signed.map(({ listed, hash }) => ({ ...listed.option.terms, hash })),
      ...swept.map(({ terms, termsHash: hash }) => ({ ...terms, hash })),
    ];
    if (wanted.length === 0) return lie;
    const terms = random.pick(wanted);
    chain.hasInvention = true;
    node.faults.claimsAhead = random.pick([0, 1_000]);
    node.faults.invented.set(chain.tip.hash, terms);
    return `${lie} ${terms.key} in block ${chain.tip.number}`;
  }

  async restart(index: number): Promise<string> {
    this.#scene.processes[index]?.kill();
    await this.#scene.startProcess(index);
    return `process ${index + 1}`;
  }

  /** The sources of screening stop or start to respond. */
  screening(): string {
    this.#scene.isScreening = !this.#scene.isScreening;
    return this.#scene.isScreening ? "responds" : "is silent";
  }

  /** A relayer runs dry, or is refilled. */
  purse(): string {
    const { chain } = this.#scene;
    const relayer = this.#anyRelayer();
    const isDry = chain.tip.state.coin.get(relayer) === 0n;
    if (isDry) chain.tip.state.coin.set(relayer, RELAYER_COIN);
    else this.#empty(relayer);
    return `${relayer} ${isDry ? "is refilled" : "is dry"}`;
  }

  /** Often one whose transactions wait for a block. */
  #anyRelayer(): Address {
    const { random, chain, relayers } = this.#scene;
    const waiting = relayers.filter((relayer) => chain.pool.some(({ from }) => from === relayer));
    return random.pick(waiting.length > 0 && random.chance(0.7) ? waiting : relayers);
  }

  /** Nodes drop the transactions of an account that cannot pay for them. */
  #empty(relayer: Address): void {
    const { chain } = this.#scene;
    chain.tip.state.coin.set(relayer, 0n);
    chain.drop(relayer);
  }

  /** The operator replaces a relayer's key: all processes start again without it. */
  async rotate(): Promise<string> {
    const { random, chain } = this.#scene;
    const removed = this.#scene.rotateKeys();
    if (!removed) return "no other key";
    if (random.chance(0.5)) chain.drop(removed);
    for (let index = 0; index < PROCESSES; index++) await this.restart(index);
    return `${removed} is removed`;
  }

  /** Ends all of them, except what one node or one relayer alone must not be able to stop. */
  async end(): Promise<void> {
    const { nodes, processes, chain, random } = this.#scene;
    this.#scene.isScreening = true;
    // A provider's limit is not a failure: it stays.
    const logRange = random.chance(0.3) ? random.pick([1, 3, 10]) : 10_000;
    for (const node of nodes) node.faults = { ...noFaults(), logRange };
    const [first] = nodes;
    if (first && random.chance(0.3)) Object.assign(first.faults, { claimsAhead: 1_000, hidesAll: true });
    for (const relayer of this.#scene.relayers) chain.tip.state.coin.set(relayer, RELAYER_COIN);
    if (random.chance(0.3)) await this.rotate();
    if (random.chance(0.3)) this.#empty(this.#anyRelayer());
    for (let index = 0; index < PROCESSES; index++) {
      const process = processes[index];
      while (process?.isAlive && (await process.resume()));
      if (!process?.isAlive) await this.#scene.startProcess(index);
    }
  }
}

const isLying = ({
  claimsAhead,
  addsNonces,
  hidesInRanges,
  hidesAll,
  invented,
}: ReturnType<typeof noFaults>): boolean =>
  claimsAhead > 0 || addsNonces > 0n || hidesInRanges || hidesAll || invented.size > 0;

/** Below this amount, one node is believed (docs/decisions/0032). */
const isWorthALie = ({ cents, option, buyer }: Order): boolean =>
  cents >= SECOND_SOURCE_FROM * 100 && option !== null && buyer.tactic !== "forges";
