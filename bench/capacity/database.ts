// Database connections of one process of each role: with nothing to do, and at most while many payments are made.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startServer } from "../harness/server-process.ts";
import { type Installation, install } from "../thousand/installation.ts";
import { runRound } from "../thousand/round.ts";

export interface Connections {
  readonly rest: number;
  readonly load: number;
}

export type ByRole = Readonly<Record<"all" | "api" | "worker", Connections>>;

const SETTLE_MS = 5_000;
const SAMPLE_MS = 50;

export async function connectionsByRole(payments: number): Promise<ByRole> {
  const installation = await install({ buyers: 16, merchants: 4 });
  const { DATABASE_URL: databaseUrl = "", ...settings } = installation.environment;
  const database = new pg.Client({ connectionString: databaseUrl, application_name: "benchmark" });
  await database.connect();
  /** One role has the names of the program, the others have their own, which wins as part of the URL. */
  const named = (name: string) => {
    const url = new URL(databaseUrl);
    url.searchParams.set("application_name", name);
    return { ...settings, DATABASE_URL: url.href };
  };
  try {
    const [all] = await measure(database, ["turnpike%"], { installation, payments });
    process.kill(installation.pid, "SIGTERM");
    const api = await startServer(named("api"), { role: "api" });
    const worker = await startServer(named("worker"), { role: "worker" });
    const behind = { installation: { ...installation, baseUrl: api.baseUrl }, payments };
    const [ofApi, ofWorker] = await measure(database, ["api", "worker"], behind);
    await Promise.all([api.stop(), worker.stop()]);
    if (!all || !ofApi || !ofWorker) throw new Error("a role was not measured");
    return { all, api: ofApi, worker: ofWorker };
  } finally {
    await database.end();
    await installation.stop();
  }
}

/** @param names in pg_stat_activity, as patterns of LIKE */
async function measure(
  database: pg.Client,
  names: readonly string[],
  { installation, payments }: { readonly installation: Installation; readonly payments: number },
): Promise<readonly Connections[]> {
  const count = async (): Promise<readonly number[]> => {
    const { rows } = await database.query<{ count: number }>(
      `select (select count(*) from pg_stat_activity where application_name like name)::integer as count
        from unnest($1::text[]) with ordinality as given(name, place) order by place`,
      [names],
    );
    return rows.map((row) => row.count);
  };
  await sleep(SETTLE_MS);
  const rest = await count();
  const samples = [rest];
  const load = { isOver: false };
  const sampling = (async () => {
    for (; !load.isOver; await sleep(SAMPLE_MS)) samples.push(await count());
  })();
  const { stuck } = await runRound(installation, payments);
  load.isOver = true;
  await sampling;
  if (stuck > 0) throw new Error(`${stuck} payments did not succeed`);
  return rest.map((before, i) => ({ rest: before, load: Math.max(...samples.map((sample) => sample[i] ?? 0)) }));
}
