// Turnpike on the coordinator of a Citus cluster, where payments move as soon as they have ended.
import { MOVED_AFTER_DAYS_MIN } from "../../src/operations/ports/moves.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/store.ts";
import { differences } from "../harness/books.ts";
import type { FreshDatabase } from "../harness/postgres.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";
import { type CitusCluster, query } from "./cluster.ts";

export const SHARDS = 8;

/** Migrated and distributed, as by `turnpike distribute --yes`; payments move at once. */
export async function distributedDatabase({ coordinator }: CitusCluster): Promise<FreshDatabase> {
  const { url } = coordinator;
  await migrate(url);
  const store = openStore({ url, connectionsMax: 1, onError: () => {} });
  await store.distribution.distribute(SHARDS, MOVED_AFTER_DAYS_MIN);
  await store.close();
  // An operator cannot set this: partners could not read the events of moved payments.
  await query(url, "update payment_moves set after = '0', starts_at = now() - interval '1 minute'");
  return { databaseUrl: url, drop: async () => {} };
}

export const startOnCitus = (database: FreshDatabase, options: ServerOptions = {}): Promise<TestServer> =>
  startServer({ database, bendsBooks: "the rig checks them with the moved payments", ...options });

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
