// Webhooks from one process: deliveries per second beside bare `fetch` to the same receiver, and the time from an
// event to its receipt. `npm run bench:webhooks -- [--payments N] [--endpoints N] [--rounds N]`
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type DevFile, readDevFile } from "../src/local/dev-file.ts";
import { environmentOf } from "../test/harness/server/environment.ts";
import { argumentsOf } from "./harness/arguments.ts";
import { printRounds, quantile } from "./harness/median.ts";
import { report } from "./harness/report.ts";
import { TURNPIKE } from "./harness/server-process.ts";

const given = argumentsOf({ payments: 500, endpoints: 8, rounds: 3 });
/** The number of requests that Turnpike makes at once to one endpoint. */
const AT_ONCE = 4;
const LATENCIES = 50;

interface Receipt {
  readonly latenciesMs: readonly number[];
}

const dir = mkdtempSync(join(tmpdir(), "turnpike-bench-webhooks-"));
const turnpike = spawn(process.execPath, [TURNPIKE, "dev", "--no-demo"], {
  env: environmentOf({ TURNPIKE_DIR: dir, PORT: "0" }),
  stdio: ["ignore", "pipe", "inherit"],
});
const exited = once(turnpike, "exit");
const receiver = fork("bench/webhooks/receiver.js");
const [{ port }] = (await once(receiver, "message")) as [{ port: number }];
const url = `http://127.0.0.1:${port}/`;
for await (const line of createInterface(turnpike.stdout)) if (line.startsWith("Ctrl-C")) break;
const dev = (await readDevFile(join(dir, "dev.json"))) as DevFile;

const rounds: { ratePerS: number; bareRatePerS: number; latenciesMs: readonly number[] }[] = [];
try {
  const first = await createEndpoint();
  const latencies = await latenciesOf();
  const since = new Date().toISOString();
  await received(given.payments, () => Promise.all(Array.from({ length: given.payments }, createPayment)));
  const others = await Promise.all(Array.from({ length: given.endpoints - 1 }, createEndpoint));
  for (let i = 0; i < given.rounds; i++) {
    rounds.push({
      ratePerS: await rateOf([first, ...others], since),
      bareRatePerS: await bareRateOf(),
      latenciesMs: i === 0 ? latencies : await latenciesOf(given.endpoints),
    });
  }
} finally {
  turnpike.kill("SIGINT");
  await exited;
  receiver.disconnect();
  rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
}

const rates = rounds.map(({ ratePerS }) => ratePerS);
printRounds({
  "deliveries per second": rates,
  "bare fetch per second": rounds.map(({ bareRatePerS }) => bareRatePerS),
  "event to receipt: p50, ms": rounds.map(({ latenciesMs }) => quantile(latenciesMs, 0.5)),
  "event to receipt: p99, ms": rounds.map(({ latenciesMs }) => quantile(latenciesMs, 0.99)),
});
report(
  [
    {
      id: "webhooks.rate",
      what: `webhooks delivered per second to ${given.endpoints} endpoints`,
      rounds: rates,
      beside: { what: "bare fetch to the same receiver", rounds: rounds.map(({ bareRatePerS }) => bareRatePerS) },
      target: { atLeast: 0.5 },
    },
    {
      id: "webhooks.latency",
      what: "an event to its receipt: p50, ms",
      rounds: rounds.map(({ latenciesMs }) => quantile(latenciesMs, 0.5)),
      target: { atMost: 100 },
    },
  ],
  given,
);

/** Resolves with the receipts once the receiver has had this many requests after `act` began. */
async function received(expected: number, act: () => Promise<unknown>): Promise<Receipt> {
  receiver.send({ expected });
  await once(receiver, "message");
  const done = once(receiver, "message") as Promise<[Receipt]>;
  await act();
  return (await done)[0];
}

async function rateOf(endpoints: readonly string[], since: string): Promise<number> {
  const startMs = performance.now();
  await received(given.payments * endpoints.length, async () => {
    // A partner's replays run one at a time.
    for (const id of endpoints) await call(`/v1/webhook-endpoints/${id}/replay`, { since, types: ["payment.created"] });
  });
  return (given.payments * endpoints.length * 1_000) / (performance.now() - startMs);
}

async function bareRateOf(): Promise<number> {
  const total = given.payments * given.endpoints;
  const body = JSON.stringify({ timestamp: new Date().toISOString(), data: { filler: "x".repeat(1_000) } });
  const startMs = performance.now();
  let left = total;
  const send = async (): Promise<void> => {
    while (left-- > 0) await (await fetch(url, { method: "POST", body })).arrayBuffer();
  };
  await received(total, () => Promise.all(Array.from({ length: AT_ONCE * given.endpoints }, send)));
  return (total * 1_000) / (performance.now() - startMs);
}

/** One payment after the other. */
async function latenciesOf(endpoints = 1): Promise<readonly number[]> {
  const all: number[] = [];
  for (let i = 0; i < LATENCIES; i++) all.push(...(await received(endpoints, createPayment)).latenciesMs);
  return all;
}

async function createEndpoint(): Promise<string> {
  const { id } = await call<{ id: string }>("/v1/webhook-endpoints", { url, events: ["payment.created"] });
  return id;
}

function createPayment(): Promise<unknown> {
  return call("/v1/payments", { amount: { unit: "iso4217/USD", value: "1250" }, referenceId: "webhooks" });
}

async function call<Body>(path: string, body: object): Promise<Body> {
  const response = await fetch(`${dev.baseUrl}${path}`, {
    method: "POST",
    headers: {
      "api-key": dev.apiKey,
      "merchant-id": dev.merchantId,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}
