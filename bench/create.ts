// Payments created per second by one process, compared with pgbench writing the same rows on the same server in
// alternation. `npm run bench:create -- [--seconds N] [--rounds N] [--connections N] [--profile DIR]`

import { limitOf } from "./create/pgbench.ts";
import { startApi } from "./harness/api-server.ts";
import { argumentsOf } from "./harness/arguments.ts";
import { type Load, run } from "./harness/load.ts";
import { printRounds } from "./harness/median.ts";
import { report } from "./harness/report.ts";

const given = argumentsOf({ seconds: 5, rounds: 3, connections: 64 }, ["profile"]);
const CLIENTS = [16, 64];
const WARM_UP_S = 2;
const BODY = {
  amount: { unit: "iso4217/USD", value: "1050" },
  referenceId: "order 4711",
  checkout: { successUrl: "https://shop.example/paid", errorUrl: "https://shop.example/failed" },
};

const figures: Record<string, number[]> = {};
const note = (name: string, value: number) => {
  figures[name] = [...(figures[name] ?? []), value];
};
const { seconds, connections } = given;
const server = await startApi({}, given.profile);
try {
  const limit = limitOf(server.databaseUrl, server.partnerId, server.merchantId);
  const load: Load = {
    baseUrl: server.baseUrl,
    method: "POST",
    path: "/v1/payments",
    headers: { "Api-Key": server.apiKey, "Merchant-Id": server.merchantId },
    body: BODY,
    isKeyed: true,
    status: 201,
    connections,
    seconds,
    rate: null,
  };
  await run({ ...load, seconds: WARM_UP_S });
  for (let round = 0; round < given.rounds; round++) {
    let best = { clients: 0, perSecond: 0 };
    for (const clients of CLIENTS) {
      const perSecond = await limit.measure(clients, seconds);
      if (perSecond > best.perSecond) best = { clients, perSecond };
      note(`${limit.name}, ${clients} clients, payments/s`, perSecond);
    }
    note("limit", best.perSecond);
    const limitP99Ms = await limit.p99Ms(best.clients, seconds, best.perSecond / 2);
    note(`${limit.name} at half its rate: p99, ms`, limitP99Ms);
    const closed = await run(load);
    note("closed loop, payments/s", closed.perSecond);
    note("closed loop p50, ms", closed.p50Ms);
    note("closed loop p99, ms", closed.p99Ms);
    const open = await run({ ...load, rate: closed.perSecond / 2 });
    note("open loop at half that rate, payments/s", open.perSecond);
    note("open loop p50, ms", open.p50Ms);
    note("open loop p99, ms", open.p99Ms);
    note("refused", closed.refused + open.refused);
  }
} finally {
  await server.stop();
}
printRounds(figures);
report(
  [
    {
      id: "create.rate",
      what: `payments created per second, ${connections} connections`,
      rounds: figures["closed loop, payments/s"] ?? [],
      beside: { what: "pgbench, the same rows", rounds: figures.limit ?? [] },
      target: { atLeast: 1 },
    },
    {
      id: "create.p99",
      what: "creating a payment at half that rate: p99, ms",
      rounds: figures["open loop p99, ms"] ?? [],
      beside: {
        what: "pgbench at half its rate, the same rows",
        rounds: figures["pgbench at half its rate: p99, ms"] ?? [],
      },
      target: { atMost: 10, of: "figure" },
    },
  ],
  given,
);
