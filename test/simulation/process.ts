// One process of the installation under test: the real chain client, store and operations, wired as in main.ts.

import type { Address, Hex } from "viem";
import { createEvmChain } from "../../src/chains/evm/chain.ts";
import { assetIdAt } from "../../src/chains/evm/config/assets.ts";
import type { EvmChainConfig } from "../../src/chains/evm/config/config.ts";
import { reconcile } from "../../src/operations/books/reconcile.ts";
import { askForAddress } from "../../src/operations/deposits/ask-for-address.ts";
import { createDepositComparison } from "../../src/operations/following/compare-deposits.ts";
import { findUse } from "../../src/operations/following/find-use.ts";
import { followChain } from "../../src/operations/following/follow-chain.ts";
import { ingestMissed } from "../../src/operations/following/ingest-missed.ts";
import { confirmPayment } from "../../src/operations/gateway/confirm-payment.ts";
import { listOptions } from "../../src/operations/gateway/list-options.ts";
import { expiryChains, quotingOn } from "../../src/operations/gateway/payable-chains.ts";
import { resolveBuild } from "../../src/operations/gateway/resolve-build.ts";
import type { Screening } from "../../src/operations/gateway/screen-accounts.ts";
import { createChainAvailability } from "../../src/operations/monitoring/chain-availability.ts";
import { reportAvailability } from "../../src/operations/monitoring/report-availability.ts";
import { cancelPayment } from "../../src/operations/payments/cancel-payment.ts";
import { createPayment } from "../../src/operations/payments/create-payment.ts";
import type { Log } from "../../src/operations/ports/log.ts";
import { UNTRACED } from "../../src/operations/ports/tracing.ts";
import { findCoins } from "../../src/operations/recoveries/find-coins.ts";
import { recoverDeposits } from "../../src/operations/recoveries/recover-deposits.ts";
import { reportDeposits } from "../../src/operations/recoveries/report-deposits.ts";
import { MinedNonceReadings } from "../../src/operations/relaying/mined-nonces.ts";
import { registerRelayers, relayQueued } from "../../src/operations/relaying/relay-payments.ts";
import { releaseLeftovers, resendSilent, restartStalled } from "../../src/operations/relaying/resend-batches.ts";
import { resolveUnpaid } from "../../src/operations/relaying/resolve-unpaid.ts";
import { createLogThrottle } from "../../src/operations/timing/log-throttle.ts";
import { relayTimes } from "../../src/operations/timing/relay-times.ts";
import { buyerDataTokenKeys } from "../../src/payment/buyer-data/buyer-data-token.ts";
import { percentagePolicy } from "../../src/payment/fee.ts";
import { optionKeys } from "../../src/payment/option.ts";
import { termsHash } from "../../src/payment/terms.ts";
import { createRates } from "../../src/rates/rates.ts";
import type { Database } from "../../src/store/database/database.ts";
import { createStore, type Store } from "../../src/store/store.ts";
import { addressOf, isPayersSignature } from "./chain/accounts.ts";
import { type Surroundings, within } from "./clock.ts";
import { type Ended, type Interrupt, interruptible, Run } from "./run.ts";

export const FEE_PPM = 4_000n;
export const DESTINATION_GRACE_S = 60;
const DAY_S = 86_400;
/** The installation's secret, which a thief has as well. */
export const SECRET = Buffer.alloc(32, 7);
/** Its deposits are refused. */
export const SANCTIONED = addressOf("sanctioned account");
/** Seconds for which a payment can be paid after its first deposit address was asked for. */
export const DEPOSIT_LIFETIME_S = 60;

/** The surroundings of a process. */
export interface Habitat {
  readonly config: EvmChainConfig;
  readonly relayerKeys: readonly Hex[];
  readonly database: Database;
  /** Call before a process does anything. */
  begin(): Promise<void>;
  /** Its clock, in Unix milliseconds. */
  nowMs(): number;
  bytes(count: number): Buffer;
  request(url: string, body: string, reach: Surroundings["reach"]): Promise<Response>;
  /** Whether a source of screening responds. */
  screens(): boolean;
  readonly log: Log;
}

export type Operations = ReturnType<typeof operationsOf>;

export class Process {
  readonly name: string;
  readonly state = { isAlive: true };
  readonly #habitat: Habitat;
  readonly #operations: Operations;
  #paused: { readonly what: string; readonly run: Run } | null = null;

  constructor(name: string, habitat: Habitat) {
    this.name = name;
    this.#habitat = habitat;
    const store = createStore(interruptible(habitat.database), {
      connectionsMax: 2,
      chains: expiryChains([{ ...habitat.config, treasury: null }]),
    });
    this.#operations = within(this.#around(new Run(this.state, null)), () => operationsOf(habitat, store));
  }

  #around(run: Run): Surroundings {
    const { nowMs, bytes, request } = this.#habitat;
    const reach = (at: string) => run.reach(at);
    const fetch: Surroundings["fetch"] = (url, body) => request(url, body, reach);
    return { nowMs, bytes, reach, reachInside: () => run.reachInside(), fetch };
  }

  get isAlive(): boolean {
    return this.state.isAlive;
  }

  /** Neither dead nor paused: a paused process does nothing, like one whose machine is suspended. */
  get isRunning(): boolean {
    return this.state.isAlive && !this.#paused;
  }

  kill(): void {
    this.state.isAlive = false;
    this.#paused = null;
  }

  async run(
    what: string,
    work: (operations: Operations) => Promise<unknown>,
    interrupt: Interrupt | null = null,
  ): Promise<Ended> {
    if (!this.isRunning) return { how: "died", at: "the start" };
    await this.#habitat.begin();
    const run = new Run(this.state, interrupt);
    return this.#ended(what, run, await within(this.#around(run), () => run.start(() => work(this.#operations))));
  }

  /** Continues what it did when it was paused. */
  async resume(interrupt: Interrupt | null = null): Promise<{ readonly what: string; readonly ended: Ended } | null> {
    const paused = this.#paused;
    if (!paused) return null;
    this.#paused = null;
    await this.#habitat.begin();
    return { what: paused.what, ended: this.#ended(paused.what, paused.run, await paused.run.resume(interrupt)) };
  }

  #ended(what: string, run: Run, ended: Ended): Ended {
    if (ended.how === "paused") this.#paused = { what, run };
    if (ended.how === "died") this.kill();
    return ended;
  }
}

const screeningOf = ({ screens }: Habitat): Screening => ({
  async refused(accounts) {
    if (!screens()) throw new Error("no source of screening responds");
    return new Set(accounts.filter(({ address }) => address === SANCTIONED).map(({ text }) => text));
  },
});

function operationsOf(habitat: Habitat, store: Store) {
  const { config, relayerKeys, log, nowMs } = habitat;
  const screening = screeningOf(habitat);
  const { payment, reader, writer, recovering, relayerFunds, check, feeds } = createEvmChain(
    config,
    relayerKeys,
    async ({ option: { terms }, signature }) => isPayersSignature(terms.payer, termsHash(terms), signature),
  );
  const chains = new Map([[payment.id, payment]]);
  const rates = createRates(null, { feeds: new Map([[payment.id, feeds]]), log, nowMs });
  const throttle = createLogThrottle();
  const crashPoint = () => {};
  const quotes = { screening, standardFees: percentagePolicy(FEE_PPM), log };
  const quoting = quotingOn(payment, [payment]);
  const following = { chain: reader, ledger: store.ledger, quoting, quotes, log, crashPoint, throttle };
  const relaying = {
    chain: writer,
    store: store.relay,
    log,
    throttle,
    router: payment.router,
    ...relayTimes(config.blockTimeS),
    tracing: UNTRACED,
    crashPoint,
  };
  const serving = {
    faults: { canRehearse: async () => false },
    ...store,
    chains,
    followed: store.ledger,
    chainAvailability: createChainAvailability(store.chainAvailability, chains, log),
    destinations: store.settlements,
    rates,
    optionKeys: optionKeys(SECRET),
    optionFacts: store.openOptionFacts(DESTINATION_GRACE_S),
    optionLifetimeS: DAY_S,
    paymentLifetimeMaxS: DAY_S,
    depositLimits: { lifetimeS: DEPOSIT_LIFETIME_S, rateHoldS: DAY_S, openMax: 1_000 },
    buyerDataTokenKeys: buyerDataTokenKeys(SECRET),
    buyerDataKeys: null,
    screening,
    fees: { standard: percentagePolicy(FEE_PPM), find: store.feePolicies.find },
    allowsLocalRedirects: false,
    log,
    throttle,
    crashPoint,
    nowS: () => Math.floor(nowMs() / 1_000),
    nowMs,
  };
  const recovery = {
    quoting: payment,
    chain: recovering,
    reader,
    routers: [payment.router],
    store: store.recoveries,
    relay: relaying,
    newestBlock: store.unpaid.newestBlock,
    assetOf: (token: Address) => assetIdAt(payment.id, payment.assets, token),
    fees: () => writer.fees(),
    log,
  };
  const readings = new MinedNonceReadings(nowMs);
  const compareDeposits = createDepositComparison(following, nowMs);
  let isChecked = false;
  let isRegistered = false;
  return {
    check,
    create: (caller: Parameters<typeof createPayment>[1], input: Parameters<typeof createPayment>[2]) =>
      createPayment(serving, caller, input, ({ id }) => ({ status: 201, body: id }), null),
    list: (paymentId: string, account: string) => listOptions(serving, paymentId, [account]),
    build: (paymentId: string, optionId: string) => resolveBuild(serving, paymentId, optionId),
    confirm: (paymentId: string, input: Parameters<typeof confirmPayment>[2]) =>
      confirmPayment(serving, paymentId, input),
    async ask(paymentId: string, asset: string) {
      // A service checks its chains when it starts; without the check, they give out no addresses.
      if (!isChecked) await check();
      isChecked = true;
      return askForAddress(serving, paymentId, asset, () => {});
    },
    cancel: (paymentId: string) => cancelPayment(serving, paymentId, "cancelled_by_merchant"),
    follow: () => followChain(following),
    relay: async () => {
      if (!isRegistered) await registerRelayers(relaying);
      isRegistered = true;
      return relayQueued(relaying);
    },
    resend: () => resendSilent(relaying),
    restart: () => restartStalled(relaying, { reader, store: store.unpaid }),
    leftovers: () => releaseLeftovers(relaying),
    resolve: () =>
      resolveUnpaid({
        payment,
        reader,
        readings,
        store: store.unpaid,
        log,
        ingestMissed: (missed) => ingestMissed(following, missed),
        findUse: (used) => findUse(following, used),
      }),
    compare: compareDeposits,
    judge: () => reportDeposits(recovery),
    recover: () => recoverDeposits(recovery),
    coins: () => findCoins(recovery, null),
    expire: () => store.payments.expireDue(),
    reconcile: () =>
      reconcile(
        { chains: [{ quoting, reader, relayers: writer.relayers }], store: store.books },
        { from: null, to: null, withUnconfirmed: true },
      ),
    report: () =>
      reportAvailability({ chain: payment.id, funds: relayerFunds, reports: store.chainAvailability, log, throttle }),
  };
}
