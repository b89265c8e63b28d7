// Durable payment creation by one process, compared with pgbench writing the same rows to the same server, in turns.
// `npm run bench:create -- [--seconds N] [--rounds N] [--connections N] [--profile DIR]`
import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { startPostgres } from "../src/local/postgres.ts";
import { newApiKey } from "../src/merchant/api-key.ts";
import { migrate } from "../src/store/migrate.ts";
import { openStore } from "../src/store/store.ts";
import type { Load, Measured } from "./create/load.ts";
import { limitOf } from "./create/pgbench.ts";
import { startServer } from "./server-process.ts";

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "64" },
    profile: { type: "string" },
  },
});
const [seconds, rounds, connections] = [given.seconds, given.rounds, given.connections].map(Number) as [
  number,
  number,
  number,
];
const someone = `0x${"1".repeat(40)}`;
/** A server has a chain; creating payments asks nothing of it, and this one answers nothing. */
const SILENT_CHAIN = {
  caip2: "eip155:31337",
  name: "Silent chain",
  rpcUrls: ["http://127.0.0.1:1"],
  router: someone,
  feeReceiver: someone,
  confirmations: [{ from: "0", blocks: 1 }],
  blockTimeS: 1,
  maxFeePerGasGwei: "100",
  assets: [
    {
      address: someone,
      symbol: "USDC",
      name: "USDC",
      decimals: 6,
      method: "eip3009",
      peggedTo: "USD",
      domain: { name: "USDC", version: "2" },
    },
  ],
};
const CLIENTS = [16, 64];
const WARM_UP_S = 2;

execFileSync(process.execPath, ["scripts/build.js"], { stdio: "inherit" });
const dir = await mkdtemp(join(tmpdir(), "turnpike-bench-create-"));
const postgres = await startPostgres({ dir: join(dir, "postgres"), durable: true, log: () => {} });
try {
  await run(postgres.databaseUrl);
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true, maxRetries: 10 });
}

async function run(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const owner = await makeOwner(databaseUrl);
  const chainsFile = join(dir, "chains.json");
  await writeFile(chainsFile, JSON.stringify([SILENT_CHAIN]));
  const server = await startServer(
    {
      DATABASE_URL: databaseUrl,
      CHAINS_FILE: chainsFile,
      SECRET_KEY: randomBytes(32).toString("hex"),
      RATE_LIMITS: "off",
      LOG_LEVEL: "info",
      PORT: "0",
    },
    given.profile,
    "api",
  );
  const limit = limitOf(databaseUrl, owner.partnerId, owner.merchantId);
  const target = { baseUrl: server.baseUrl, apiKey: owner.apiKey, merchantId: owner.merchantId, connections };
  try {
    await load({ ...target, seconds: WARM_UP_S, rate: null });
    const figures: Record<string, number[]> = {};
    const note = (name: string, value: number) => {
      figures[name] = [...(figures[name] ?? []), value];
    };
    for (let round = 0; round < rounds; round++) {
      const limits: number[] = [];
      for (const clients of CLIENTS) {
        const perSecond = await limit.measure(clients, seconds);
        limits.push(perSecond);
        note(`${limit.name}, ${clients} clients, payments/s`, perSecond);
      }
      const closed = await load({ ...target, seconds, rate: null });
      note(`turnpike, ${connections} connections, payments/s`, closed.perSecond);
      note("ratio to the better of the two", closed.perSecond / Math.max(...limits));
      note("closed loop p50, ms", closed.p50Ms);
      note("closed loop p99, ms", closed.p99Ms);
      const open = await load({ ...target, seconds, rate: closed.perSecond / 2 });
      note("open loop at half that rate, payments/s", open.perSecond);
      note("open loop p50, ms", open.p50Ms);
      note("open loop p99, ms", open.p99Ms);
      note("refused", closed.refused + open.refused);
    }
    print(figures);
  } finally {
    await server.stop();
  }
}

async function makeOwner(databaseUrl: string) {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  const { id: partnerId } = await store.partners.insert("Benchmark", "2026-02-18");
  const { apiKey, hash, prefix } = newApiKey("partner");
  await store.keys.insert({ partnerId, role: "partner", hash, prefix });
  const merchantId = "mrch_bench";
  await store.merchants.insert({ id: merchantId, partnerId, name: "Bench", email: "bench@shop.example", logo: null });
  await store.close();
  return { partnerId, merchantId, apiKey };
}

async function load(what: Load): Promise<Measured> {
  const args = ["scripts/run-ts.js", "bench/create/load.ts", JSON.stringify(what)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Measured;
}

function print(figures: Readonly<Record<string, readonly number[]>>): void {
  const shown = (value: number | undefined) => Number((value ?? Number.NaN).toPrecision(4));
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  console.table(
    Object.fromEntries(
      Object.entries(figures).map(([name, values]) => [
        name,
        {
          median: shown(median(values)),
          ...Object.fromEntries(values.map((value, i) => [`round ${i + 1}`, shown(value)])),
        },
      ]),
    ),
  );
}
