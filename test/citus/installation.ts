// Turnpike on the coordinator of a Citus cluster, where payments move as soon as they have ended.
import { migrate } from "../../src/store/migrate.ts";
import { letPaymentsMove } from "../harness/moved.ts";
import type { FreshDatabase } from "../harness/postgres.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";
import type { CitusCluster } from "./cluster.ts";

export async function distributedDatabase({ coordinator }: CitusCluster): Promise<FreshDatabase> {
  const { url } = coordinator;
  await migrate(url);
  await letPaymentsMove(url);
  return { databaseUrl: url, drop: async () => {} };
}

export const startOnCitus = (database: FreshDatabase, options: ServerOptions = {}): Promise<TestServer> =>
  startServer({ database, bendsBooks: "the rig checks them with the moved payments", ...options });
