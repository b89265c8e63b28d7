// How long a wallet waits for options: 20 accounts on each of 5 chains, against the slowest chain alone, and with one
// chain silent. `npm run bench:options -- [--requests N] [--rounds N]`; exits 1 if a target is missed.
import { parseArgs } from "node:util";
import { ACCOUNTS, CHAINS, install } from "./options/installation.ts";
import { type Figures, measure } from "./options/measure.ts";

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: { requests: { type: "string", default: "100" }, rounds: { type: "string", default: "3" } },
});
const requests = Number(given.requests);

interface Round {
  readonly all: Figures;
  /** One chain at a time. */
  readonly alone: readonly Figures[];
  /** A chain that takes requests and answers none; the first request meets it unprepared. */
  readonly silent: Figures;
}

const installation = await install();
const rounds: Round[] = [];
try {
  const { accounts, proxies } = installation;
  const everywhere = accounts.flat();
  await measure(installation, everywhere, requests); // warm
  for (let i = 0; i < Number(given.rounds); i++) {
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
const shown = (value: number) => Number(value.toPrecision(4));
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
console.log(
  `${ACCOUNTS} accounts × ${CHAINS} chains, 3 assets with a price on each, ${requests} requests one after the other`,
);
console.table(
  Object.fromEntries(
    Object.entries(rows).map(([name, figure]) => [
      name,
      {
        median: shown(median(rounds.map(figure))),
        ...Object.fromEntries(rounds.map((round, i) => [`round ${i + 1}`, shown(figure(round))])),
      },
    ]),
  ),
);
const broken = rounds.flatMap((round) => [
  ...(round.all.callsPerChain > 1 ? [`${round.all.callsPerChain} calls per chain and request, at most 1`] : []),
  ...(round.silent.options < (round.all.options * (CHAINS - 1)) / CHAINS ? ["a silent chain took others along"] : []),
]);
for (const promise of broken) console.error(`NOT KEPT: ${promise}`);
if (broken.length > 0) process.exitCode = 1;
