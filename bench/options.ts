// Latency of a wallet's options: 20 accounts on 5 chains, compared with the slowest chain alone, and with one chain
// silent. `npm run bench:options -- [--requests N] [--rounds N]`; exits 1 if a target is missed.
import { argumentsOf } from "./harness/arguments.ts";
import { printRounds } from "./harness/median.ts";
import { report } from "./harness/report.ts";
import { ACCOUNTS, CHAINS, install } from "./options/installation.ts";
import { type Figures, measure } from "./options/measure.ts";

const given = argumentsOf({ requests: 100, rounds: 3 });
const { requests } = given;

interface Round {
  readonly all: Figures;
  /** One chain at a time. */
  readonly alone: readonly Figures[];
  /** One chain accepts requests without responding; the first request meets it unprepared. */
  readonly silent: Figures;
}

const installation = await install();
const rounds: Round[] = [];
try {
  const { accounts, proxies } = installation;
  const everywhere = accounts.flat();
  await installation.untilOffered(everywhere);
  await measure(installation, everywhere, requests); // warm-up
  for (let i = 0; i < given.rounds; i++) {
    const alone: Figures[] = [];
    for (const own of accounts) alone.push(await measure(installation, own, requests));
    const all = await measure(installation, everywhere, requests);
    proxies.at(-1)?.silence(true);
    const silent = await measure(installation, everywhere, requests);
    proxies.at(-1)?.silence(false);
    await installation.untilOffered(everywhere);
    rounds.push({ all, alone, silent });
  }
} finally {
  await installation.stop();
}

const slowest = ({ alone }: Round): number => Math.max(...alone.map(({ medianMs }) => medianMs));
const rows: Readonly<Record<string, (round: Round) => number>> = {
  "all chains: median, ms": ({ all }) => all.medianMs,
  "all chains: 95th percentile, ms": ({ all }) => all.p95Ms,
  "options found": ({ all }) => all.options,
  "slowest chain alone: median, ms": slowest,
  "all chains ÷ slowest alone": (round) => round.all.medianMs / slowest(round),
  "calls per chain and request": ({ all }) => all.callsPerChain,
  "one chain silent: first request, ms": ({ silent }) => silent.firstMs,
  "one chain silent: median, ms": ({ silent }) => silent.medianMs,
  "one chain silent: options found": ({ silent }) => silent.options,
};
console.log(
  `${ACCOUNTS} accounts × ${CHAINS} chains, 3 assets with a price on each, ${requests} requests one after the other`,
);
printRounds(Object.fromEntries(Object.entries(rows).map(([name, figure]) => [name, rounds.map(figure)])));
report(
  [
    {
      id: "options.median",
      what: `options of ${ACCOUNTS} accounts on ${CHAINS} chains: median, ms`,
      rounds: rounds.map(({ all }) => all.medianMs),
      beside: { what: "the slowest chain alone", rounds: rounds.map(slowest) },
      target: { atMost: CHAINS },
    },
  ],
  given,
);
const broken = rounds.flatMap((round) => [
  ...(round.all.callsPerChain > 1 ? [`${round.all.callsPerChain} calls per chain and request, at most 1`] : []),
  ...(round.silent.options < (round.all.options * (CHAINS - 1)) / CHAINS
    ? ["a silent chain affected other chains"]
    : []),
]);
for (const promise of broken) console.error(`MISSED: ${promise}`);
if (broken.length > 0) process.exitCode = 1;
