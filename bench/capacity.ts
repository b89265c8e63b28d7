// Measures open files and memory of nginx and of a process per waiting buyer, the errors that clients see at the
// limits, and the database connections of each role. `npm run bench:capacity -- [--held N] [--payments N]`; needs
// Debian's nginx.
import { setTimeout as sleep } from "node:timers/promises";
import { HELD_PER_PAYMENT_MAX } from "../src/http/settings.ts";
import { connectionsByRole } from "./capacity/database.ts";
import { startNginx } from "./capacity/nginx.ts";
import { type ApiServer, startApi } from "./harness/api-server.ts";
import { argumentsOf } from "./harness/arguments.ts";
import { openFiles, residentMb } from "./harness/process-usage.ts";
import { type Measured, report } from "./harness/report.ts";
import { startServer } from "./harness/server-process.ts";
import { hold } from "./held/hold.ts";
import { openClient } from "./thousand/http.ts";

const given = argumentsOf({ held: 2_000, payments: 200 });
const POLL_MS = 60_000;
const SETTLE_MS = 2_000;
/** Debian's default, and one that is enough for 2 000 buyers per worker. */
const NGINX_CONNECTIONS = [768, 4_096] as const;
/** Enough for measurements below nginx's limit, and fewer files than this process may open. */
const ENOUGH = 16_384;
/** The default of a shell and of systemd. */
const FILES_MAX = 1_024;

const server = await startApi({ HELD_REQUESTS_PER_ADDRESS: "20000", TRUSTED_PROXIES: "127.0.0.1" });
const paths = await waitingPaths(server, Math.max(given.held, ...NGINX_CONNECTIONS));
const headers = { "Api-Key": server.walletKey };
const measured: Measured[] = [];
try {
  measured.push(...(await perConnection()));
  for (const connections of NGINX_CONNECTIONS) measured.push(await heldByNginx(connections));
  measured.push(...(await atTheLimitOfFiles()));
} finally {
  await server.stop();
}
measured.push(...(await databaseConnections()));
report(measured, given);

/** A payment takes only a few held requests. */
async function waitingPaths({ baseUrl, apiKey, merchantId }: ApiServer, count: number): Promise<string[]> {
  const client = openClient(baseUrl, 1);
  const expiresAt = Math.floor(Date.now() / 1_000) + 3_600;
  const ids: string[] = [];
  while (ids.length * HELD_PER_PAYMENT_MAX < count) {
    const { paymentId } = await client.send<{ paymentId: string }>({
      method: "POST",
      path: "/v1/payments",
      headers: { "api-key": apiKey, "merchant-id": merchantId },
      body: { amount: { unit: "iso4217/USD", value: "1050" }, referenceId: `order ${ids.length}`, expiresAt },
    });
    ids.push(paymentId);
  }
  client.close();
  const pathOf = (i: number) => `/v1/gateway/payment/${ids[i % ids.length]}/status?maxPollMs=${POLL_MS}`;
  return Array.from({ length: count }, (_, i) => pathOf(i));
}

/** Files and memory of nginx's worker and of the server, with held requests and with idle connections. */
async function perConnection(): Promise<Measured[]> {
  const nginx = await startNginx(server.baseUrl, ENOUGH);
  const usage = () => [nginx.pid, server.pid].map((pid) => ({ files: openFiles(pid), mb: residentMb(pid) }));
  const growth = async (requests: readonly string[]) => {
    const before = usage();
    const clients = await hold({ baseUrl: nginx.baseUrl, headers, paths: requests });
    await sleep(SETTLE_MS);
    const grown = usage().map(({ files, mb }, i) => ({
      files: (files - (before[i]?.files ?? 0)) / requests.length,
      mbPerThousand: ((mb - (before[i]?.mb ?? 0)) / requests.length) * 1_000,
    }));
    const answered = clients.outcomes().length;
    await clients.stop();
    await sleep(SETTLE_MS);
    return { grown, answered };
  };
  const held = await growth(paths.slice(0, given.held));
  if (held.answered > 0) throw new Error(`${held.answered} of ${given.held} requests were not held`);
  const idle = await growth(Array.from({ length: given.held }, () => "/healthz"));
  await nginx.stop();
  const row = (id: string, what: string, value: number | undefined, atMost: number): Measured => ({
    id: `capacity.${id}`,
    what,
    rounds: [value ?? Number.NaN],
    target: { atMost },
  });
  const [[nginxHeld, serverHeld], [nginxIdle, serverIdle]] = [held.grown, idle.grown];
  return [
    row("held.nginx.files", "open files of nginx per held request", nginxHeld?.files, 2),
    row("held.server.files", "open files of the process per held request", serverHeld?.files, 1),
    row("idle.nginx.files", "open files of nginx per idle connection of a client", nginxIdle?.files, 1.1),
    row("idle.server.files", "open files of the process per idle connection of a client", serverIdle?.files, 0.1),
    row("held.nginx.memory", "memory of nginx per 1000 held requests, MB", nginxHeld?.mbPerThousand, 40),
    row("held.server.memory", "memory of the process per 1000 held requests, MB", serverHeld?.mbPerThousand, 25),
  ];
}

/** Opens as many clients as nginx has connections. Each needs two. */
async function heldByNginx(connections: number): Promise<Measured> {
  const nginx = await startNginx(server.baseUrl, connections);
  const clients = await hold({ baseUrl: nginx.baseUrl, headers, paths: paths.slice(0, connections) });
  await sleep(SETTLE_MS);
  const held = connections - clients.outcomes().length;
  print(`nginx with ${connections} connections, ${connections} clients`, held, clients.outcomes());
  await clients.stop();
  await nginx.stop();
  return {
    id: `capacity.nginx.${connections}`,
    what: `requests held through an nginx worker with ${connections} connections`,
    rounds: [held],
    target: { atLeast: connections * 0.45 },
  };
}

/** Held requests through nginx, and then connections without one, until the process has no more. */
async function atTheLimitOfFiles(): Promise<Measured[]> {
  const limited = await startServer(server.environment, { role: "api", filesMax: FILES_MAX });
  const nginx = await startNginx(limited.baseUrl, ENOUGH);
  const clients = await hold({ baseUrl: nginx.baseUrl, headers, paths: paths.slice(0, FILES_MAX) });
  await sleep(SETTLE_MS);
  const held = FILES_MAX - clients.outcomes().length;
  print(`ulimit -n ${FILES_MAX}, ${FILES_MAX} clients through nginx`, held, clients.outcomes());
  await clients.stop();
  await nginx.stop();
  await sleep(SETTLE_MS);
  const direct = await hold({
    baseUrl: limited.baseUrl,
    headers,
    paths: Array.from({ length: FILES_MAX }, () => "/healthz"),
  });
  await sleep(SETTLE_MS);
  const open = direct.outcomes().filter((outcome) => outcome === "200").length;
  print(`ulimit -n ${FILES_MAX}, ${FILES_MAX} connections to the process itself`, 0, direct.outcomes());
  const full = await startNginx(limited.baseUrl, ENOUGH, 502);
  const late = await hold({ baseUrl: full.baseUrl, headers, paths: paths.slice(0, 100) });
  await sleep(SETTLE_MS);
  print("100 more through nginx", 100 - late.outcomes().length, late.outcomes());
  await late.stop();
  await full.stop();
  await direct.stop();
  await limited.stop();
  const row = (id: string, what: string, value: number): Measured => ({
    id: `capacity.files.${id}`,
    what: `${what}, with ulimit -n ${FILES_MAX}`,
    rounds: [value],
    target: { atLeast: FILES_MAX / 2 },
  });
  return [row("held", "requests held by a process", held), row("open", "connections to a process", open)];
}

async function databaseConnections(): Promise<Measured[]> {
  const byRole = await connectionsByRole(given.payments);
  return Object.entries(byRole).flatMap(([role, { rest, load }]): Measured[] => [
    {
      id: `capacity.database.${role}.rest`,
      what: `database connections of --role ${role}, with nothing to do`,
      rounds: [rest],
      target: { atMost: 11 },
    },
    {
      id: `capacity.database.${role}.load`,
      what: `database connections of --role ${role}, at most under load`,
      rounds: [load],
      target: { atMost: 11 },
    },
  ]);
}

function print(what: string, held: number, outcomes: readonly string[]): void {
  const countOf = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  const shown = [...new Set(outcomes)].map((outcome) => `${countOf(outcome)} got ${outcome}`);
  console.log(`${what}: ${[`${held} held`, ...shown].join(", ")}`);
}
