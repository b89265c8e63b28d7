// 1 000 payments confirmed at once, as many settled through our own facilitator (POST /x402/settle), and as many by the
// x402 reference facilitator: same node, same USDC.
// `npm run bench:facilitator -- [--count N] [--rounds N] [--bad N]`: N per cent are bad; exits 1 if a target is missed.

import { type Measured, MODES, settleAll } from "./facilitator/settle-all.ts";
import { settleThrough, type Through } from "./facilitator/settle-through.ts";
import { argumentsOf } from "./harness/arguments.ts";
import { median, printRounds } from "./harness/median.ts";
import { report } from "./harness/report.ts";
import { install } from "./thousand/installation.ts";
import { badEveryOf } from "./thousand/prepare.ts";
import { callsOf, runRound } from "./thousand/round.ts";

const BUYERS = 200;
const MERCHANTS = 20;
/** Payments that each settles before it is measured, so that its code is compiled. */
const WARM_UP = 1_000;

/**
 * Bursts of ours in a round, which counts their median. A burst takes three blocks or four, depending on the moment
 * between two blocks at which it begins; the facilitator takes a dozen or more.
 */
const BURSTS = 5;
/** The same of settlements through our facilitator. */
const THROUGH_BURSTS = 3;

const given = argumentsOf({ count: 1_000, rounds: 3, bad: 0 });
const { count } = given;
const badEvery = badEveryOf(given.bad);
const FIGURES = ["perSecond", "gas", "rpcCalls", "failed"] as const;
const measured: Record<string, Measured[]> = {};
const through: Through[] = [];
const lossy: Through[] = [];
function add(name: string, one: Measured): void {
  measured[name] = [...(measured[name] ?? []), one];
}

const installation = await install({ buyers: BUYERS, merchants: MERCHANTS, hasWorker: true });
try {
  await runRound(installation, WARM_UP);
  await settleThrough(installation, WARM_UP, 0);
  await installation.analyze();
  for (const mode of MODES) await settleAll(installation, mode, WARM_UP, 0);
  for (let i = 0; i < given.rounds; i++) {
    const bursts: Measured[] = [];
    for (let burst = 0; burst < BURSTS; burst++) bursts.push(await measureBurst());
    add("turnpike", medianOf(bursts));
    const settled: Through[] = [];
    for (let burst = 0; burst < THROUGH_BURSTS; burst++)
      settled.push(await settleThrough(installation, count, badEvery));
    through.push({ ...medianOf(settled), second: Math.max(...settled.map(({ second }) => second)) });
    add("through POST /x402/settle", through.at(-1) as Measured);
    lossy.push(await settleThrough(installation, count, badEvery, true));
    add("the same, each first answer lost", lossy.at(-1) as Measured);
    for (const mode of MODES) add(mode.name, await settleAll(installation, mode, count, badEvery));
  }
} finally {
  await installation.stop();
}

async function measureBurst(): Promise<Measured> {
  const round = await runRound(installation, count, badEvery);
  const { finalMs, gasPerPayment, stuck, bad } = round;
  const succeeded = count - bad - stuck;
  return {
    perSecond: (succeeded * 1_000) / finalMs,
    gas: gasPerPayment,
    rpcCalls: callsOf(round) / count,
    failed: stuck,
  };
}

/** The median of each figure; the maximum of the failed ones. */
function medianOf(bursts: readonly Measured[]): Measured {
  const of = (figure: keyof Measured) => bursts.map((burst) => burst[figure]);
  return {
    perSecond: median(of("perSecond")),
    gas: median(of("gas")),
    rpcCalls: median(of("rpcCalls")),
    failed: Math.max(...of("failed")),
  };
}

const [shipped, best] = MODES.map(({ name }) => measured[name] ?? []);
const own = measured.turnpike ?? [];
console.log(`${count} payments at once, ${given.bad} % of them bad; blocks of 1 s and 30 M gas`);
for (const [name, all] of Object.entries(measured)) {
  console.log(name);
  printRounds(Object.fromEntries(FIGURES.map((figure) => [figure, all.map((one) => one[figure])])));
}
const of = (all: readonly Measured[] | undefined, figure: keyof Measured) => (all ?? []).map((one) => one[figure]);
const suffix = given.bad > 0 ? `, ${given.bad} % bad ones mixed in` : "";
const idSuffix = given.bad > 0 ? ".bad" : "";
report(
  [
    {
      id: `settle.shipped${idSuffix}`,
      what: `payments settled per second${suffix}`,
      rounds: of(own, "perSecond"),
      beside: { what: "x402 facilitator as shipped, 16 at a time", rounds: of(shipped, "perSecond") },
      target: { atLeast: 20 },
    },
    {
      id: `settle.best${idSuffix}`,
      what: `the same${suffix}, to its best`,
      rounds: of(own, "perSecond"),
      beside: { what: "x402 facilitator at its best, 256 at a time", rounds: of(best, "perSecond") },
      target: { atLeast: 3 },
    },
    {
      id: `settle.through${idSuffix}`,
      what: `payments settled per second through POST /x402/settle${suffix}`,
      rounds: of(through, "perSecond"),
      beside: { what: "x402 facilitator at its best, 256 at a time", rounds: of(best, "perSecond") },
      target: { atLeast: 4 },
    },
    {
      id: `settle.through.failed${idSuffix}`,
      what: `good payments that failed there, also if each first answer is lost${suffix}`,
      rounds: [Math.max(...of(through, "failed"), ...of(lossy, "failed"))],
      beside: { what: "x402 facilitator at its best", rounds: of(best, "failed") },
      target: { atMost: 0, of: "figure" },
    },
    {
      id: `settle.through.second${idSuffix}`,
      what: `second transfers there, also if each first answer is lost${suffix}`,
      rounds: [Math.max(...[...through, ...lossy].map(({ second }) => second))],
      target: { atMost: 0, of: "figure" },
    },
    {
      id: `settle.gas${idSuffix}`,
      what: `gas per payment, with a fee${suffix}`,
      rounds: of(own, "gas"),
      beside: { what: "x402 facilitator, without a fee", rounds: of(shipped, "gas") },
      target: { atMost: 0.7 },
    },
    {
      id: `settle.calls${idSuffix}`,
      what: `RPC calls per payment${suffix}`,
      rounds: of(own, "rpcCalls"),
      beside: { what: "x402 facilitator at its best", rounds: of(best, "rpcCalls") },
      target: { atMost: 0.5, of: "figure" },
    },
    {
      id: `settle.failed${idSuffix}`,
      what: `good payments that failed${suffix}`,
      rounds: of(own, "failed"),
      beside: { what: "x402 facilitator at its best", rounds: of(best, "failed") },
      target: { atMost: 0, of: "figure" },
    },
  ],
  given,
);
