// Turnpike on the coordinator of a Citus cluster, where payments move as soon as they have ended.
import { migrate } from "../../src/store/migrate.ts";
import { differences } from "../harness/books.ts";
import type { FreshDatabase } from "../harness/postgres.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";
import { type CitusCluster, query } from "./cluster.ts";

export const SHARDS = 8;

/** Migrated and distributed, as by `turnpike distribute --yes`; payments move at once. */
export async function distributedDatabase({ coordinator }: CitusCluster): Promise<FreshDatabase> {
  await migrate(coordinator.url);
  return { databaseUrl: coordinator.url, drop: async () => {} };
}

export const startOnCitus = (database: FreshDatabase, options: ServerOptions = {}): Promise<TestServer> =>
  startServer({ database, bendsBooks: "the rig checks them with the moved payments", ...options });

export async function distributeNow(server: TestServer): Promise<void> {
  await server.store.distribution.distribute(SHARDS, 35);
  await moveAtOnce(server.databaseUrl);
}

/** An operator cannot set this: partners could not read the events of moved payments. */
export async function moveAtOnce(databaseUrl: string): Promise<void> {
  await query(databaseUrl, "update payment_moves set after = '0', starts_at = now() - interval '1 minute'");
}

/** Moves everything that may move. */
export async function moveAll({ store }: Pick<TestServer, "store">): Promise<void> {
  while (await store.lists.catchUpSome());
  while (await store.mover.moveSome());
}

const EVERY_PAYMENT = `
  (select id, payment_key from payments union select id, payment_key from moved_payments) p
    left join (select payment_id, fee_receiver from confirmations
                union select payment_id, fee_receiver from moved_confirmations) c`;

/** Of chains, database and balances. */
export const allDifferences = (server: TestServer): Promise<string[]> =>
  differences({
    ...server,
    sql: (text, values) => server.sql(text.replace("payments p left join confirmations c", EVERY_PAYMENT), values),
  });
