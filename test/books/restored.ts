// A database that is restored from a backup, and rebuilt from the chain.
import { onTestFinished } from "vitest";
import { chainsFileOf, json } from "../cli/turnpike.ts";
import { copyOf } from "../harness/database/postgres.ts";
import { entryOf } from "../harness/server/process.ts";
import { startOn, startServer, type TestServer } from "../harness/server/server.ts";

interface RebuiltChain {
  readonly from: number;
  readonly transfers: number;
  readonly deposits: number;
  readonly succeeded: number;
  readonly addresses: readonly { readonly address: string; readonly paymentId: string; readonly isStored: boolean }[];
  readonly exceptions: number;
  readonly unknown: readonly { readonly evidence: string }[];
}

/** An installation whose service the test starts and stops. */
export async function install() {
  const server = await startServer({ role: null, bendsBooks: "its database is restored from a copy" });
  onTestFinished(() => server.stop());
  return server;
}

/** Runs the service of an installation while `work` runs. */
export async function whileServing<T>(server: TestServer, work: (served: TestServer) => Promise<T>): Promise<T> {
  const service = await startOn(server.installation, "all");
  try {
    return await work(server.at(service.baseUrl ?? ""));
  } finally {
    await service.stop();
  }
}

/** A copy of the database, and the installation that serves it. */
export async function backUp(server: TestServer): Promise<TestServer> {
  const copy = await copyOf(server.databaseUrl);
  const { environment } = server.installation;
  const installation = { ...server.installation, environment: { ...environment, DATABASE_URL: copy.databaseUrl } };
  const restored = await startServer({ database: copy, role: null, bendsBooks: "it is a copy" });
  onTestFinished(() => restored.stop());
  const { store, sql } = restored;
  const at = (baseUrl: string): TestServer => ({ ...server.at(baseUrl), store, sql, installation, at });
  return at("");
}

export async function rebuild({ installation }: TestServer, ...options: readonly string[]): Promise<RebuiltChain> {
  const settings = {
    ...installation.environment,
    CHAINS_FILE: await chainsFileOf(...installation.chains.map(entryOf)),
  };
  const [chain] = (await json<{ chains: readonly RebuiltChain[] }>(["rebuild", ...options], settings)).chains;
  if (!chain) throw new Error("no chain was rebuilt");
  return chain;
}
