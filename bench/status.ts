// Reads of a live payment's status per second by one process, compared with bare node:http that sends the same bytes.
// `npm run bench:status -- [--seconds N] [--rounds N] [--connections N] [--profile DIR]`
import { startApi } from "./harness/api-server.ts";
import { argumentsOf } from "./harness/arguments.ts";
import { startBareServer } from "./harness/bare-process.ts";
import { type Load, type Measured, run } from "./harness/load.ts";
import { printRounds } from "./harness/median.ts";
import { cpuS } from "./harness/process-usage.ts";
import { report } from "./harness/report.ts";
import { openClient } from "./thousand/http.ts";

const given = argumentsOf({ seconds: 5, rounds: 3, connections: 64 }, ["profile"]);
const WARM_UP_S = 2;
/** Node sends these itself. */
const OWN_HEADERS = ["date", "connection", "keep-alive", "content-length"];

const server = await startApi({}, given.profile);
/** Microseconds of CPU per response, of all threads: they depend less on what else the machine does. */
type Used = Measured & { readonly cpuUs: number };
const rounds: { readonly own: Used; readonly bare: Used }[] = [];
const US_PER_S = 1e6;
try {
  const path = `/v1/gateway/payment/${await createPayment()}/status`;
  const headers = { "Api-Key": server.walletKey };
  const response = await fetch(server.baseUrl + path, { headers });
  const body = await response.text();
  const sent = Object.fromEntries([...response.headers].filter(([name]) => !OWN_HEADERS.includes(name)));
  const bare = await startBareServer({ headers: { ...sent, "content-length": String(body.length) }, body });
  const { connections, seconds } = given;
  const load: Load = {
    baseUrl: server.baseUrl,
    method: "GET",
    path,
    headers,
    status: 200,
    connections,
    seconds,
    rate: null,
  };
  for (const { baseUrl } of [server, bare]) await run({ ...load, baseUrl, seconds: Math.min(WARM_UP_S, seconds) });
  for (let i = 0; i < given.rounds; i++) {
    rounds.push({
      own: await measure(load, server.pid),
      bare: await measure({ ...load, baseUrl: bare.baseUrl }, bare.pid),
    });
  }
  await bare.stop();
} finally {
  await server.stop();
}

printRounds({
  "turnpike, responses/s": rounds.map(({ own }) => own.perSecond),
  "bare node:http, responses/s": rounds.map(({ bare }) => bare.perSecond),
  "turnpike p50, ms": rounds.map(({ own }) => own.p50Ms),
  "turnpike p99, ms": rounds.map(({ own }) => own.p99Ms),
  "bare node:http p99, ms": rounds.map(({ bare }) => bare.p99Ms),
  "turnpike, µs of CPU per response": rounds.map(({ own }) => own.cpuUs),
  "bare node:http, µs of CPU per response": rounds.map(({ bare }) => bare.cpuUs),
  refused: rounds.map(({ own }) => own.refused),
});
report(
  [
    {
      id: "status.rate",
      what: `status reads per second, ${given.connections} connections`,
      rounds: rounds.map(({ own }) => own.perSecond),
      beside: { what: "bare node:http, the same bytes", rounds: rounds.map(({ bare }) => bare.perSecond) },
      target: { atLeast: 0.6 },
    },
  ],
  given,
);

async function measure(load: Load, pid: number): Promise<Used> {
  const before = cpuS(pid);
  const measured = await run(load);
  return { ...measured, cpuUs: ((cpuS(pid) - before) * US_PER_S) / (measured.perSecond * load.seconds) };
}

async function createPayment(): Promise<string> {
  const client = openClient(server.baseUrl, 1);
  const { paymentId } = await client.send<{ paymentId: string }>({
    method: "POST",
    path: "/v1/payments",
    headers: { "api-key": server.apiKey, "merchant-id": server.merchantId },
    body: {
      amount: { unit: "iso4217/USD", value: "1050" },
      referenceId: "order 4711",
      expiresAt: Math.floor(Date.now() / 1_000) + 3_600,
    },
  });
  client.close();
  return paymentId;
}
