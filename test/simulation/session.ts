// A simulation on a running PostgreSQL, for as many seeds as wanted.
import { takeOver } from "./clock.ts";
import { openSimulatedDatabase } from "./database.ts";
import { install, uninstall } from "./scene.ts";
import { type Outcome, simulate } from "./simulate.ts";

export type { Outcome } from "./simulate.ts";

export interface Session {
  /** @param say receives each step as a line */
  run(seed: number, say: (line: string) => void): Promise<Outcome>;
  close(): Promise<void>;
}

const WARM_UP_SEED = 0;

/** @param database the name of its database */
export async function openSession(postgresUrl: string, database = "simulation"): Promise<Session> {
  takeOver();
  const installation = install(await openSimulatedDatabase(postgresUrl, database));
  // Modules that are loaded on their first use delay the first seed's requests.
  await simulate(installation, WARM_UP_SEED, () => {});
  return { run: (seed, say) => simulate(installation, seed, say), close: () => uninstall(installation) };
}
