// What Citus and moving cost: CPU of all PostgreSQL processes per payment, beside the same PostgreSQL without Citus. It
// only prints figures.
import { afterAll, expect, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { moveAll } from "../harness/moved.ts";
import type { TestServer } from "../harness/server.ts";
import { type CitusServer, query, startCitus, startPlain } from "./cluster.ts";
import { distributedDatabase, startOnCitus } from "./installation.ts";
import { takePayments } from "./shoppers.ts";

const PAYMENTS = 500;
const READS = 1_000;
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

const figures: Record<string, string> = {};

/** @returns ms of CPU of each server, divided by `count` */
async function measured(
  servers: Readonly<Record<string, CitusServer>>,
  count: number,
  work: () => Promise<unknown>,
): Promise<string> {
  const before = Object.entries(servers).map(([name, server]) => [name, server, server.cpuS()] as const);
  const startedMs = performance.now();
  await work();
  const tookMs = performance.now() - startedMs;
  const used = before.map(([name, server, cpuS]) => `${name} ${(((server.cpuS() - cpuS) * 1_000) / count).toFixed(2)}`);
  return `${used.join(", ")} ms of CPU (${(tookMs / count).toFixed(2)} ms elapsed)`;
}

const readAll = async (server: TestServer, ids: readonly string[]): Promise<void> => {
  for (let index = 0; index < READS; index++) {
    const found = await server.store.payments.findForBuyer(ids[index % ids.length] ?? "");
    expect(found?.status).toBe("succeeded");
  }
};

/** A first round fills caches. */
async function lives(server: TestServer, of: Readonly<Record<string, CitusServer>>): Promise<readonly string[]> {
  const name = Object.keys(of).length === 1 ? "plain PostgreSQL" : "Citus";
  await takePayments(server, PAYMENTS);
  let ids: readonly string[] = [];
  figures[`${name}: a payment's life`] = await measured(of, PAYMENTS, async () => {
    ids = await takePayments(server, PAYMENTS);
    while (await server.store.lists.projectSome());
  });
  figures[`${name}: reading a present payment`] = await measured(of, READS, () => readAll(server, ids));
  return ids;
}

test("without Citus", async () => {
  const plain = await startPlain();
  stops.push(plain.stop);
  await migrate(plain.server.url);
  const server = await startOnCitus({ databaseUrl: plain.server.url, drop: async () => {} });
  stops.push(() => server.stop());
  await lives(server, { server: plain.server });
});

test("with Citus", async () => {
  const cluster = await startCitus();
  stops.push(cluster.stop);
  const database = await distributedDatabase(cluster);
  const later = "update payment_moves set starts_at = now() + $1::interval";
  await query(database.databaseUrl, later, ["1 hour"]);
  const server = await startOnCitus(database);
  stops.push(() => server.stop());
  const [first, second] = cluster.workers;
  if (!first || !second) throw new TypeError("the cluster has two workers");
  const of = { coordinator: cluster.coordinator, "worker 1": first, "worker 2": second };
  const ids = await lives(server, of);
  await query(database.databaseUrl, later, ["-1 minute"]);
  const size = async () => {
    const [row] = await query<{ bytes: string }>(
      database.databaseUrl,
      "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relname ~ '^(payments|confirmations|payment_events)_'",
    );
    return Number(row?.bytes);
  };
  const before = await size();
  figures["Citus: moving a payment"] = await measured(of, 2 * PAYMENTS, () => moveAll(server));
  figures["Citus: reading a moved payment"] = await measured(of, READS, () => readAll(server, ids));
  for (const { name } of await query<{ name: string }>(
    database.databaseUrl,
    "select relname as name from pg_class where relkind = 'r' and relname ~ '^(payments|confirmations|payment_events)_(first|2)'",
  )) {
    await query(database.databaseUrl, `vacuum ${name}`);
  }
  figures["coordinator's tables, KB per payment"] =
    `${(before / 2_000 / PAYMENTS).toFixed(2)} before, ${((await size()) / 2_000 / PAYMENTS).toFixed(2)} after`;
  const [moved] = await query<{ bytes: string }>(
    database.databaseUrl,
    "select sum(shard_size) as bytes from citus_shards where table_name::text like 'moved_%'",
  );
  figures["workers' tables, KB per payment"] = (Number(moved?.bytes) / 2_000 / PAYMENTS).toFixed(2);
  console.log(
    Object.entries(figures)
      .map(([what, figure]) => `${what}: ${figure}`)
      .join("\n"),
  );
});
