// 1 000 payments confirmed at once: time to accept, time to final, cost on chain, and balances to the last unit.
// `npm run bench:thousand -- [--count N] [--rounds N] [--partners N] [--bad N] [--profile DIR]`: partners have fee
// receivers, and N per cent of the payments are bad (prepare.ts). Exits 1 if a target is missed.
import { argumentsOf } from "./harness/arguments.ts";
import { printRounds } from "./harness/median.ts";
import { report } from "./harness/report.ts";
import { install } from "./thousand/installation.ts";
import { badEveryOf } from "./thousand/prepare.ts";
import { callsOf, type Round, runRound } from "./thousand/round.ts";

/** The targets for 1 000 payments. */
const TRANSACTIONS_PER_THOUSAND_MAX = 40;
const BUYERS = 200;
/** Payments before the measured ones, so that code is compiled and tables are not empty. */
const WARM_UP = 200;
const MERCHANTS = 20;

const given = argumentsOf({ count: 1_000, rounds: 3, partners: 0, bad: 0 }, ["profile"]);
const { count } = given;
const rounds: Round[] = [];
const installation = await install({
  buyers: BUYERS,
  merchants: Math.max(MERCHANTS, given.partners),
  profileDir: given.profile,
  hasWorker: true,
  ...(given.partners > 0 && { partners: given.partners }),
});
const badEvery = badEveryOf(given.bad);
try {
  await runRound(installation, WARM_UP);
  await installation.analyze();
  for (let i = 0; i < given.rounds; i++) rounds.push(await runRound(installation, count, badEvery));
} finally {
  await installation.stop();
}
print(rounds);
for (const [message, times] of installation.warnings) console.log(`server warning, ${times} times: ${message}`);
const broken = rounds.flatMap(brokenPromises);
report(
  [
    {
      id: "thousand.failed",
      what: "good payments that did not succeed",
      rounds: rounds.map(({ stuck }) => stuck),
      target: { atMost: 0 },
    },
    {
      id: "thousand.calls",
      what: "RPC calls per payment",
      rounds: rounds.map((round) => callsOf(round) / count),
      target: { atMost: 0.5 },
    },
  ],
  given,
);
for (const promise of broken) console.error(`MISSED: ${promise}`);
if (broken.length > 0) process.exitCode = 1;

function print(all: readonly Round[]): void {
  const perSecond = (ms: number) => (count * 1_000) / ms;
  const goodPerSecond = ({ bad, finalMs }: Round) => ((count - bad) * 1_000) / finalMs;
  const figures: Readonly<Record<string, (round: Round) => number>> = {
    "created per second": ({ createMs }) => perSecond(createMs),
    "options, fetch and signature per second": ({ signMs }) => perSecond(signMs),
    "confirmed per second": ({ confirmMs }) => perSecond(confirmMs),
    "final per second": goodPerSecond,
    "first confirm to last response, s": ({ confirmMs }) => confirmMs / 1_000,
    "first confirm to last final, s": ({ finalMs }) => finalMs / 1_000,
    "chain transactions": ({ transactions }) => transactions,
    "blocks from the first to the last": ({ blocks }) => blocks,
    "gas per payment": ({ gasPerPayment }) => gasPerPayment,
    "RPC calls of the server": callsOf,
    "RPC calls per payment": (round) => callsOf(round) / count,
    "bad payments": ({ bad }) => bad,
    "good payments that did not succeed": ({ stuck }) => stuck,
  };
  console.log(
    `${count} payments confirmed at once: ${BUYERS} buyers, ${MERCHANTS} destinations, blocks of 1 s and 30 M gas`,
  );
  printRounds(Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, all.map(figure)])));
  for (const [i, { rpcCalls, books }] of all.entries()) {
    const calls = [...rpcCalls].map(([method, times]) => `${method} ${times}`).join(", ");
    console.log(
      `round ${i + 1}: buyers paid ${books.paid} = ${books.received} received + ${books.fees} fees; ${calls}`,
    );
  }
}

function brokenPromises({ stuck, confirmsRefused, transactions, books }: Round): string[] {
  const transactionsMax = Math.ceil(count / 1_000) * TRANSACTIONS_PER_THOUSAND_MAX;
  return [
    ...(stuck > 0 ? [`${stuck} payments did not succeed (${confirmsRefused} confirms were refused)`] : []),
    ...(transactions > transactionsMax ? [`${transactions} chain transactions, at most ${transactionsMax}`] : []),
    ...(books.paid === books.received + books.fees ? [] : ["the buyers' payments do not equal the amounts received"]),
    ...books.differences,
  ];
}
