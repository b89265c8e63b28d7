// Memory of one process that holds many long polls, compared with bare node:http that holds as many requests, and the
// time from a change to the one poll that waits for it. `npm run bench:held -- [--held N] [--wakes N] [--rounds N]`
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type ApiServer, startApi } from "./harness/api-server.ts";
import { argumentsOf } from "./harness/arguments.ts";
import { startBareServer } from "./harness/bare-process.ts";
import { printRounds, quantile } from "./harness/median.ts";
import { residentMb } from "./harness/process-usage.ts";
import { report } from "./harness/report.ts";
import { hold } from "./held/hold.ts";
import { eachOf, openClient } from "./thousand/http.ts";

const given = argumentsOf({ held: 10_000, wakes: 200, rounds: 3 });
const POLL_MS = 60_000;
const CREATING_MAX = 64;
const SETTLE_MS = 2_000;
const SAMPLES = 10;
const SAMPLE_MS = 50;

interface Round {
  readonly residentMb: number;
  readonly bareMb: number;
  /** Milliseconds from a cancellation's request to the response of the poll. */
  readonly wakesMs: readonly number[];
  /** Connections in use, one number per sample. */
  readonly databaseConnections: number;
  readonly notHeld: number;
}

const rounds: Round[] = [];
for (let i = 0; i < given.rounds; i++) rounds.push(await runRound());
printRounds({
  "turnpike, MB": rounds.map((round) => round.residentMb),
  "bare node:http, MB": rounds.map((round) => round.bareMb),
  "a cancellation to its waiter: p50, ms": rounds.map(({ wakesMs }) => quantile(wakesMs, 0.5)),
  "a cancellation to its waiter: p99, ms": rounds.map(({ wakesMs }) => quantile(wakesMs, 0.99)),
  "polls that were not held": rounds.map(({ notHeld }) => notHeld),
});
report(
  [
    {
      id: "held.memory",
      what: `memory with ${given.held} long polls in one process, MB`,
      rounds: rounds.map((round) => round.residentMb),
      beside: { what: "bare node:http, as many requests", rounds: rounds.map((round) => round.bareMb) },
      target: { atMost: 2 },
    },
    {
      id: "held.p99",
      what: "a cancellation to the one of them that waits for it: p99, ms",
      rounds: rounds.map(({ wakesMs }) => quantile(wakesMs, 0.99)),
      target: { atMost: 50 },
    },
    {
      id: "held.connections",
      what: "database connections that they hold",
      rounds: rounds.map(({ databaseConnections }) => databaseConnections),
      target: { atMost: 0 },
    },
  ],
  given,
);

/** A new server for each round, because memory that has been freed stays resident. */
async function runRound(): Promise<Round> {
  const server = await startApi({ HELD_REQUESTS_PER_ADDRESS: String(given.held) });
  const bare = await startBareServer({ headers: {}, body: "", isSilent: true });
  try {
    const ids = await createPayments(server);
    const paths = ids.map((id) => `/v1/gateway/payment/${id}/status?maxPollMs=${POLL_MS}`);
    const headers = { "Api-Key": server.walletKey };
    const idle = await hold({ baseUrl: bare.baseUrl, headers, paths });
    await sleep(SETTLE_MS);
    const bareMb = residentMb(bare.pid);
    await idle.stop();
    const polls = await hold({ baseUrl: server.baseUrl, headers, paths });
    await sleep(SETTLE_MS);
    const notHeld = polls.early();
    const measured = { residentMb: residentMb(server.pid), databaseConnections: await connectionsInUse(server) };
    const wakesMs: number[] = [];
    const client = openClient(server.baseUrl, 1);
    for (let i = 0; i < given.wakes; i++) {
      // Spread over all of them.
      const index = Math.floor((i * ids.length) / given.wakes);
      const told = polls.answered(paths[index] ?? "");
      const startMs = polls.nowMs();
      await client.send({
        method: "POST",
        path: `/v1/payments/${ids[index]}/cancel`,
        headers: { "api-key": server.apiKey, "merchant-id": server.merchantId },
        body: {},
      });
      wakesMs.push((await told) - startMs);
    }
    client.close();
    await polls.stop();
    return { ...measured, bareMb, wakesMs, notHeld };
  } finally {
    await bare.stop();
    await server.stop();
  }
}

async function createPayments({ baseUrl, apiKey, merchantId }: ApiServer): Promise<string[]> {
  const client = openClient(baseUrl, CREATING_MAX);
  const expiresAt = Math.floor(Date.now() / 1_000) + 3_600;
  const ids = await eachOf(Array.from({ length: given.held }), CREATING_MAX, async (_, i) => {
    const { paymentId } = await client.send<{ paymentId: string }>({
      method: "POST",
      path: "/v1/payments",
      headers: { "api-key": apiKey, "merchant-id": merchantId },
      body: { amount: { unit: "iso4217/USD", value: "1050" }, referenceId: `order ${i}`, expiresAt },
    });
    return paymentId;
  });
  client.close();
  return ids;
}

/** The fewest connections of the server that were not idle, among several samples. */
async function connectionsInUse({ databaseUrl }: ApiServer): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const samples: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const { rows } = await client.query<{ busy: string }>(
      `select count(*) as busy from pg_stat_activity
        where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    samples.push(Number(rows[0]?.busy));
    await sleep(SAMPLE_MS);
  }
  await client.end();
  return Math.min(...samples);
}
