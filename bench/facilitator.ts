// 1 000 payments confirmed at once, and as many settled by the x402 reference facilitator: same node, same USDC.
// `npm run bench:facilitator -- [--count N] [--rounds N]`; exits 1 if a target is missed.
import { argumentsOf } from "./arguments.ts";
import { type Measured, MODES, settleAll } from "./facilitator/settle-all.ts";
import { install } from "./thousand/installation.ts";
import { runRound } from "./thousand/round.ts";

const BUYERS = 200;
const MERCHANTS = 20;

const given = argumentsOf({ count: 1_000, rounds: 3 });
const { count } = given;
const measured: Record<string, Measured[]> = {};
function add(name: string, one: Measured): void {
  measured[name] = [...(measured[name] ?? []), one];
}

const installation = await install({ buyers: BUYERS, merchants: MERCHANTS, profileDir: undefined });
try {
  for (let i = 0; i < given.rounds; i++) {
    const { finalMs, gasPerPayment, rpcCalls, stuck } = await runRound(installation, count);
    const calls = [...rpcCalls.values()].reduce((sum, times) => sum + times, 0);
    const succeeded = count - stuck;
    add("turnpike", {
      perSecond: (succeeded * 1_000) / finalMs,
      gas: gasPerPayment,
      rpcCalls: calls / count,
      failed: stuck,
    });
    for (const mode of MODES) add(mode.name, await settleAll(installation, mode, count));
  }
} finally {
  await installation.stop();
}

const medians = Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, medianOf(all)]));
console.log(`${count} payments at once, blocks of 1 s and 30 M gas; median of ${given.rounds} rounds`);
console.table(medians);
const own = medians["turnpike"];
const [shipped, best] = MODES.map(({ name }) => medians[name]);
if (!own || !shipped || !best) throw new Error("no round was measured");
const targets: readonly {
  readonly what: string;
  readonly ratio: number;
  readonly isMet: (ratio: number) => boolean;
}[] = [
  { what: "payments per second / as shipped (≥ 20)", ratio: own.perSecond / shipped.perSecond, isMet: (r) => r >= 20 },
  { what: "payments per second / its best (≥ 3)", ratio: own.perSecond / best.perSecond, isMet: (r) => r >= 3 },
  { what: "gas per payment / its gas (≤ 0.8)", ratio: own.gas / shipped.gas, isMet: (r) => r <= 0.8 },
  { what: "RPC calls per payment (≤ 0.5)", ratio: own.rpcCalls, isMet: (r) => r <= 0.5 },
];
for (const { what, ratio, isMet } of targets) {
  console.log(`${isMet(ratio) ? "met" : "MISSED"}: ${what}: ${Number(ratio.toPrecision(3))}`);
  if (!isMet(ratio)) process.exitCode = 1;
}

function medianOf(all: readonly Measured[]): Measured {
  const of = (figure: keyof Measured): number => {
    const sorted = all.map((one) => one[figure]).toSorted((a, b) => a - b);
    return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toPrecision(4));
  };
  return { perSecond: of("perSecond"), gas: of("gas"), rpcCalls: of("rpcCalls"), failed: of("failed") };
}
