// Measures what deposit addresses cost: RPC calls and queries with 10 000 of them beside those with none, on chains
// whose payments are open and on idle ones. Then the time from a deposit's block to the buyer's page that asks for it.
// `npm run bench:deposits -- [--seconds N] [--addresses N] [--deposits N]`; exits 1 if a target is missed.
import { setTimeout as sleep } from "node:timers/promises";
import { createOpenPayment, depositOnce, keepBusy, withAddresses } from "./deposits/payments.ts";
import { argumentsOf } from "./harness/arguments.ts";
import { quantile, rounded } from "./harness/median.ts";
import { report } from "./harness/report.ts";
import { CHAINS, install } from "./idle/installation.ts";

/** A deposit shows on the page this long after its block, at most. Fetching the page takes some of it. */
const SHOWN_MS = 2_000;
/** Calls with addresses, by calls without. */
const CALLS_RATIO = 2;
/** A chain counts as busy until half a minute after its last work. */
const SETTLE_MS = 40_000;

const given = argumentsOf({ seconds: 96, addresses: 10_000, deposits: 20 });
const { seconds } = given;

interface Cost {
  /** Calls per second, one for each chain. */
  readonly calls: readonly number[];
  readonly queries: number;
}

const installation = await install();
const { chains } = installation;

async function cost(): Promise<Cost> {
  await sleep(SETTLE_MS);
  for (const { proxy } of chains) proxy.reset();
  const before = sum(await installation.queries());
  await sleep(seconds * 1_000);
  const calls = chains.map(({ proxy }) => sum(proxy.counts()) / seconds);
  return { calls, queries: (sum(await installation.queries()) - before) / seconds };
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);

try {
  const idle = await cost();
  const payments = await Promise.all(chains.map((chain) => createOpenPayment(installation, chain)));
  await keepBusy(installation);
  const busy = await cost();
  await withAddresses(installation, payments, given.addresses);
  const busyWith = await cost();
  const shownMs: number[] = [];
  for (let sent = 0; sent < given.deposits; sent++) {
    const chain = chains[sent % chains.length];
    if (chain) shownMs.push(await depositOnce(installation, chain));
  }
  await installation.sql("update payments set status = 'cancelled', cancelled_reason = 'cancelled_by_merchant'");
  await installation.sql("delete from intents");
  const idleWith = await cost();

  const kinds = [
    ["busy", "chains with open payments", busy, busyWith],
    ["idle", "idle chains", idle, idleWith],
  ] as const;
  for (const [, what, without, withMany] of kinds) {
    const queries = `${rounded(without.queries)} queries per second without addresses, ${rounded(withMany.queries)} with`;
    console.log(`${what}: ${queries} ${given.addresses}`);
  }
  report(
    [
      ...kinds.flatMap(([id, what, without, withMany]) =>
        CHAINS.map(({ blockTimeS }, i) => ({
          id: `deposits.calls.${id}.${blockTimeS}`,
          what: `RPC calls per second, ${given.addresses} addresses, ${what}, blocks of ${blockTimeS} s`,
          rounds: [withMany.calls[i] ?? Number.NaN],
          beside: { what: "no address", rounds: [without.calls[i] ?? Number.NaN] },
          target: { atMost: CALLS_RATIO },
        })),
      ),
      {
        id: "deposits.shown.p50",
        what: "block of a deposit to the answer that tells its page: median, ms",
        rounds: [quantile(shownMs, 0.5)],
        target: { atMost: SHOWN_MS },
      },
      {
        id: "deposits.shown.max",
        what: "block of a deposit to the answer that tells its page: longest, ms",
        rounds: [quantile(shownMs, 1)],
        target: { atMost: SHOWN_MS },
      },
    ],
    given,
  );
} finally {
  await installation.stop();
}
