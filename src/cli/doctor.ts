// turnpike doctor: says what is wrong with this installation, and what to do about it. Exit code 1 where something is.
import { Command } from "commander";
import { createEvmChain } from "../chains/evm/chain.ts";
import { type Config, readConfig } from "../config.ts";
import { openLog } from "../log.ts";
import { readDatabaseHealth } from "../store/health.ts";
import { pendingMigrations } from "../store/migrate.ts";
import { openInstalledDatabase, readChains } from "./installation.ts";
import { type OutputOptions, print } from "./output.ts";

interface Finding {
  readonly part: string;
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

/** Expiry is the database's to decide; a client whose clock is further off shows wrong countdowns. */
const CLOCK_SKEW_MS_MAX = 2_000;
const POSTGRES_VERSION_MIN = 15;

export const doctorCommand = (): Command =>
  new Command("doctor")
    .description("say what is wrong with this installation: database, chains, router, tokens, relayers, clock")
    .option("--json", "print JSON")
    .action(doctor);

async function doctor(options: OutputOptions): Promise<void> {
  const config = readConfig();
  const findings = [...(await checkDatabase(config)), ...(await checkChains(config))];
  const isHealthy = findings.every(({ state }) => state !== "problem");
  print(options, { healthy: isHealthy, findings }, [
    ...findings.map(({ part, state, message }) => `${state.padEnd(8)} ${part}: ${message}`),
    isHealthy ? "Nothing is wrong." : "Mend the problems above, then ask again.",
  ]);
  if (!isHealthy) process.exitCode = 1;
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const part = "database";
  const database = await openInstalledDatabase(config, openLog("warn"));
  try {
    const [health, pending] = [await readDatabaseHealth(database.url), await pendingMigrations(database.url)];
    const skewMs = Math.abs(health.nowMs - Date.now());
    const findings: Finding[] = [];
    const add = (state: Finding["state"], message: string) => findings.push({ part, state, message });
    if (health.majorVersion < POSTGRES_VERSION_MIN) {
      add("problem", `is PostgreSQL ${health.majorVersion}; use ${POSTGRES_VERSION_MIN} or later`);
    }
    if (pending.length > 0) add("problem", `lacks the migrations ${pending.join(", ")}: run npx turnpike migrate`);
    if (!health.isDurable) add("problem", "may lose what it has acknowledged: set fsync and synchronous_commit to on");
    if (skewMs > CLOCK_SKEW_MS_MAX) {
      add("problem", `its clock is ${(skewMs / 1000).toFixed(1)} s off this machine's: keep both in time by NTP`);
    }
    return findings.length > 0
      ? findings
      : [{ part, state: "ok", message: `PostgreSQL ${health.majorVersion}, up to date` }];
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return [{ part, state: "problem", message: `does not answer (${cause}): check DATABASE_URL and that it runs` }];
  } finally {
    await database.close();
  }
}

async function checkChains(config: Config): Promise<Finding[]> {
  const chains = await readChains(config);
  if (chains.length === 0) {
    return [
      { part: "chains", state: "warning", message: "none is configured, so buyers get no options: see CHAINS_FILE" },
    ];
  }
  const findings = await Promise.all(
    chains.map(async (chain): Promise<Finding[]> => {
      const part = chain.caip2;
      const problems = await createEvmChain(chain, config.relayerKeys).check();
      if (problems.length === 0) return [{ part, state: "ok", message: `${chain.name} is as configured` }];
      return problems.map(({ kind, message }) => ({
        part,
        state: kind === "warning" ? "warning" : "problem",
        message,
      }));
    }),
  );
  return findings.flat();
}
