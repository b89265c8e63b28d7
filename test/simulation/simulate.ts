// One seed: random steps of a small installation with troubles between and inside them, and checks after each step.
// Then all troubles end, and what was promised must be kept.
import { Checks, checkReconciled } from "./checks.ts";
import { type AskedAddress, Depositors } from "./depositors.ts";
import { type Duty, dutiesOf } from "./duties.ts";
import { BLOCK_TIME_S, type Installation, PROCESSES, Scene } from "./scene.ts";
import { type Order, reasonOf, Shop } from "./shop.ts";
import { Troubles } from "./troubles.ts";
import { Violation } from "./violation.ts";

const STEPS = 50;
/** In seeds with deposits. */
const DEPOSIT_STEPS = 75;
const ORDERS_MAX = 8;
/** After the troubles, the relayer has this long to send payments whose deadline has not passed. */
const RECOVERY_S = 90;
const RECOVERY_ROUND_S = 5;
/** Then time passes quickly, until every deadline is long over. */
const ROUND_S = 45;
const ROUNDS_MAX = 40;
/** In the first of them, deposits still come. */
const LATE_ROUNDS = 4;
/** Then transfers reach their depth, and empty transactions take the nonces that are left. */
const LAST_ROUNDS = 3;

export interface Outcome {
  readonly seed: number;
  readonly steps: number;
  /** Null: nothing that must never happen has happened. */
  readonly violation: string | null;
  /** How many payments ended with each status. */
  readonly statuses: ReadonlyMap<string, number>;
}

/** @param say receives each step as a line */
export async function simulate(
  installation: Installation,
  seed: number,
  say: (line: string) => void,
): Promise<Outcome> {
  const scene = new Scene(installation, seed, say);
  await scene.open();
  const shop = new Shop(scene);
  const seedRun = new SeedRun(scene, shop);
  let violation: string | null = null;
  try {
    await seedRun.play();
    await seedRun.recover();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = error.message;
    say(`VIOLATION: ${violation}`);
  } finally {
    scene.close();
  }
  const rows = await installation.database.query<{ status: string; count: number }>(
    `select status || case when c.method = 'deposit' then ' by deposits' else '' end as status, count(*)::integer as count
       from payments p left join confirmations c on c.payment_id = p.id group by 1`,
  );
  return { seed, steps: seedRun.steps, violation, statuses: new Map(rows.map(({ status, count }) => [status, count])) };
}

type Choice = readonly [what: string, does: () => Promise<string>];

const TROUBLES = [
  "merchant cancels",
  "buyer submits",
  "buyer cancels",
  "stranger pays",
  "crowd",
  "buyer moves money",
  "restart",
  "reorganisation",
  "lost from the pool",
  "node",
  "relayer",
  "key rotation",
] as const;
const DEPOSIT_TROUBLES = ["stranger passes on", "screening"] as const;
type Trouble = (typeof TROUBLES)[number] | (typeof DEPOSIT_TROUBLES)[number];

class SeedRun {
  steps = 0;
  readonly #frequencies: ReadonlyMap<string, number>;
  readonly #scene: Scene;
  readonly #shop: Shop;
  readonly #depositors: Depositors;
  readonly #troubles: Troubles;
  readonly #checks: Checks;

  constructor(scene: Scene, shop: Shop) {
    this.#scene = scene;
    this.#shop = shop;
    this.#depositors = new Depositors(scene);
    this.#troubles = new Troubles(scene, shop, this.#depositors);
    this.#checks = new Checks(scene, shop, this.#depositors);
    const troubles = scene.hasDeposits ? [...TROUBLES, ...DEPOSIT_TROUBLES] : TROUBLES;
    this.#frequencies = new Map(troubles.map((trouble) => [trouble, scene.random.pick([0, 0.5, 1, 2])]));
  }

  async play(): Promise<void> {
    await this.#step("open", () => this.#open());
    for (let i = 0; i < (this.#scene.hasDeposits ? DEPOSIT_STEPS : STEPS); i++) {
      const [what, does] = this.#scene.random.weighted(this.#choices());
      await this.#step(what, does);
    }
  }

  /** The possible next steps. A seed has each trouble often, seldom or never, so that some seeds combine only a few. */
  #choices(): readonly (readonly [weight: number, value: Choice])[] {
    const { random } = this.#scene;
    const { orders, buyers } = this.#shop;
    const unpaid = orders.filter(({ isAccepted }) => !isAccepted);
    const order = orders.length === 0 ? null : random.pick(unpaid.length > 0 && random.chance(0.8) ? unpaid : orders);
    const isRoomy = orders.length < ORDERS_MAX;
    const ofOrder = (weight: number, what: Trouble | "buyer pays", does: (of: Order) => string | Promise<string>) =>
      order ? [this.#weighed(weight, what, async () => `${orders.indexOf(order) + 1} ${await does(order)}`)] : [];
    return [
      this.#weighed(isRoomy ? 6 : 0, "open", () => this.#open()),
      ...ofOrder(18, "buyer pays", (of) => this.#pay(of)),
      ...ofOrder(1, "merchant cancels", (of) => this.#cancel(of.id)),
      ...ofOrder(2, "buyer submits", (of) => this.#shop.submitOwn(this.#process(), of)),
      ...ofOrder(0.7, "buyer cancels", (of) => this.#shop.cancelOwn(of)),
      ...ofOrder(1, "stranger pays", (of) => this.#shop.payOther(of)),
      ...(this.#scene.hasDeposits ? this.#depositing(order) : []),
      this.#weighed(isRoomy ? 0.3 : 0, "crowd", () => this.#shop.crowd(this.#process())),
      this.#weighed(0.5, "buyer moves money", async () => this.#shop.moveMoney(random.pick(buyers))),
      this.#weighed(30, "worker", () => this.#duty(random.weighted(dutiesOf(this.#scene.hasDeposits)))),
      this.#weighed(10, "resume", () => this.#resume()),
      this.#weighed(1, "restart", () => this.#troubles.restart(random.int(PROCESSES))),
      this.#weighed(14, "block", () => this.#block(random.between(1, 3))),
      this.#weighed(4, "time", () => this.#pass(random.pick([1, 5, 15, 40]))),
      this.#weighed(4, "reorganisation", async () => this.#troubles.reorganise()),
      this.#weighed(1, "lost from the pool", async () => this.#troubles.dropFromPool()),
      this.#weighed(7, "node", async () => this.#troubles.nodes()),
      this.#weighed(1, "relayer", async () => this.#troubles.purse()),
      this.#weighed(1, "key rotation", async () => this.#troubles.rotate()),
    ];
  }

  #depositing(order: Order | null): readonly (readonly [weight: number, value: Choice])[] {
    const { random } = this.#scene;
    const { addresses } = this.#depositors;
    const address = addresses.length === 0 ? null : random.pick(addresses);
    const ofAddress = (weight: number, what: Trouble | "deposit", does: (of: AskedAddress) => string) =>
      address ? [this.#weighed(weight, what, async () => does(address))] : [];
    const asking = order
      ? [this.#weighed(10, "ask", () => this.#depositors.ask(this.#process(), order, this.#troubles.interrupt()))]
      : [];
    return [
      ...asking,
      ...ofAddress(16, "deposit", (of) => this.#depositors.send(of)),
      ...ofAddress(2, "deposit", () => this.#depositors.sendBatch()),
      ...ofAddress(3, "stranger passes on", (of) => this.#depositors.passOn(of)),
      this.#weighed(0.5, "screening", async () => this.#troubles.screening()),
    ];
  }

  #weighed(weight: number, what: string, does: () => Promise<string>): readonly [number, Choice] {
    return [weight * (this.#frequencies.get(what) ?? 1), [what, does]];
  }

  /** Takes one step, then checks everything. */
  async #step(what: string, does: () => Promise<string>): Promise<void> {
    this.steps += 1;
    const outcome = await inTime(what, does());
    await inTime(what, this.#scene.settle());
    this.#scene.say(`${String(this.steps).padStart(3)} ${what}: ${outcome}`);
    this.#checks.observeChain();
    await this.#checks.afterStep();
  }

  #process() {
    const { random, processes } = this.#scene;
    const running = processes.filter(({ isRunning }) => isRunning);
    return random.pick(running.length > 0 ? running : processes);
  }

  /** The wallet signs and confirms, or repeats its confirm. */
  async #pay(order: Order): Promise<string> {
    const hasAddress = this.#depositors.addresses.some((address) => address.order === order);
    if (hasAddress && this.#scene.random.chance(0.8)) return "waits for its deposits";
    const signed = order.option ? "" : `${await this.#shop.sign(this.#process(), order)}, `;
    return signed + (await this.#shop.confirm(this.#process(), order, this.#troubles.interrupt()));
  }

  #open(): Promise<string> {
    return this.#shop.open(this.#process(), this.#troubles.interrupt());
  }

  async #cancel(id: string): Promise<string> {
    return reasonOf(await this.#process().run("cancel", (does) => does.cancel(id)));
  }

  async #duty(duty: Duty): Promise<string> {
    const process = this.#process();
    if (!process.isRunning) return "no process runs";
    const interrupt = this.#troubles.interrupt();
    const ended = await process.run(duty, (does) => does[duty](), interrupt);
    return `${process.name} ${duty} ${"at" in ended ? `${ended.how} at ${ended.at}` : reasonOf(ended)}`;
  }

  /** A process that does not run starts again, or continues. */
  async #resume(): Promise<string> {
    const index = this.#scene.processes.findIndex(({ isRunning }) => !isRunning);
    const process = this.#scene.processes[index];
    if (!process) return "all processes run";
    if (!process.isAlive) return this.#troubles.restart(index);
    const resumed = await process.resume(this.#troubles.interrupt());
    return resumed ? `${process.name} ${resumed.what} ${reasonOf(resumed.ended)}` : "nothing";
  }

  async #pass(seconds: number): Promise<string> {
    this.#scene.pass(seconds);
    return `${seconds} s`;
  }

  async #block(count: number): Promise<string> {
    for (let i = 0; i < count; i++) {
      this.#scene.pass(BLOCK_TIME_S);
      this.#mine();
    }
    return `${this.#scene.chain.tip.number} at ${this.#scene.chain.tip.timeS}`;
  }

  #mine(): void {
    const { chain, chainNowS, random } = this.#scene;
    chain.mine(Math.max(chainNowS, chain.tip.timeS + 1), () => random.chance(0.9));
    this.#checks.observeChain();
  }

  /** Payments that hostile buyers sign now must not hold up an honest one. */
  async #visits(): Promise<string> {
    await this.#round(RECOVERY_ROUND_S, 1);
    await this.#shop.visit(this.#process(), ["garbles", "honest"]);
    return "hostile and honest buyers";
  }

  /** Honest payments whose transactions wait for a block. */
  async #send(): Promise<string> {
    const process = this.#process();
    await this.#shop.visit(process, ["honest"]);
    return reasonOf(await process.run("relay", (does) => does.relay()));
  }

  /** All troubles end, often just after payments were sent. */
  async recover(): Promise<void> {
    if (this.#scene.random.chance(0.5)) await this.#step("last payments", () => this.#send());
    await this.#troubles.end();
    this.#scene.say("all troubles end");
    await this.#step("visits", () => this.#visits());
    const promised = await this.#checks.promised(RECOVERY_S);
    let left = promised;
    for (let passedS = 0; passedS < RECOVERY_S && left.length > 0; passedS += RECOVERY_ROUND_S) {
      await this.#step("recovery", () => this.#round(RECOVERY_ROUND_S, 1));
      left = await this.#checks.unkept(promised);
    }
    if (left.length > 0) throw new Violation(`not paid although the relayer had time: ${left.join(", ")}`);
    for (let round = 0; round < ROUNDS_MAX; round++) {
      if (this.#scene.hasDeposits && round < LATE_ROUNDS) this.#scene.say(`late: ${this.#depositors.sendLate()}`);
      await this.#step("the end", () => this.#round(ROUND_S, 2));
      if ((await this.#checks.unfinished()).length === 0) break;
    }
    for (let round = 0; round < LAST_ROUNDS; round++) await this.#step("the end", () => this.#round(ROUND_S, 4));
    await this.#checks.atTheEnd();
    const [process] = this.#scene.processes;
    const { hidden, hasInvention } = this.#scene.chain;
    if (process && hidden.size === 0 && !hasInvention) await checkReconciled(process);
  }

  /** Time passes, blocks are mined, and a process does all its duties. */
  async #round(seconds: number, blocks: number): Promise<string> {
    const { random, processes } = this.#scene;
    for (let i = 0; i < blocks; i++) {
      this.#scene.pass(seconds / blocks);
      this.#mine();
    }
    const process = random.pick(processes);
    for (const [, duty] of dutiesOf(this.#scene.hasDeposits)) {
      for (let more = true; more; ) {
        const ended = await process.run(duty, (does) => does[duty]());
        if (ended.how === "failed") this.#scene.say(`    ${duty} ${reasonOf(ended)}`);
        const isFollowing = duty === "follow" && ended.how === "done";
        more = isFollowing && (ended.value as { hasMore: boolean; hasAdvanced: boolean }).hasMore;
      }
    }
    return process.name;
  }
}

/** A step takes milliseconds. */
const STEP_MS_MAX = 30_000;

async function inTime<T>(what: string, step: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation(`${what} hangs`)), STEP_MS_MAX);
  });
  return Promise.race([step, late]).finally(() => clearTimeout(timer));
}
