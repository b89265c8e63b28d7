// turnpike serve: the service on an operator's database and chains.
import { Command, Option } from "commander";
import { openLog } from "../../log.ts";
import type { OpenTracing, Reported } from "../../monitoring/tracing.ts";
import { createLogThrottle } from "../../operations/timing/log-throttle.ts";
import { SERVICE_ROLES, type ServiceRole, startService } from "../../service/main.ts";
import { type Config, parseConfig } from "../../settings/config.ts";
import { migrate } from "../../store/migrate.ts";
import { VERSION } from "../../version.ts";
import { openInstalledDatabase, readBuyerDataKeys, readReceiptKeys, readSecret } from "../installation.ts";
import { CommandError } from "../output/output.ts";
import { notifySystemd } from "./notify-systemd.ts";
import { listenProblem, untilStopped } from "./run.ts";
import { checkSettings, refuseProblems } from "./settings-findings.ts";

export const serveCommand = (): Command =>
  new Command("serve")
    .description("run the service: the HTTP API, the workers, or both")
    .addOption(new Option("--role <role>", "what this process does").choices([...SERVICE_ROLES]).default("all"))
    .action(async ({ role }: { role: ServiceRole }) => serve(role));

async function serve(role: ServiceRole): Promise<void> {
  const { config, problems } = parseConfig();
  const { findings, chains, rates } = await checkSettings(config, role, problems);
  refuseProblems(findings);
  const throttle = createLogThrottle();
  const tracing = await openConfiguredTracing(config, role, (failure) => {
    // The endpoint may contain a secret.
    if (failure === null) throttle.recovered("collector", () => log.info("the collector takes spans again"));
    else throttle.warn("collector", (times) => log.warn({ failure, times }, "the collector does not take spans"));
  });
  const log = openLog(config.logLevel, undefined, role, tracing?.logFields);
  for (const { message } of findings) log.warn(message);
  const database = await openInstalledDatabase(config, log, { mayCreate: true });
  try {
    const migrations = await migrate(database.url, {
      onLocked: () => log.warn("the migration waits for another session's locks (a backup, an open transaction)"),
    });
    if (migrations.length > 0) log.info({ migrations }, "migrated the database schema");
    const secretKey = role === "worker" ? null : await readSecret(config);
    const buyerDataKeys = await readBuyerDataKeys(config);
    const receiptKeys = await readReceiptKeys(config);
    const service = await startService({
      config: { ...config, buyerDataKeys, receiptKeys },
      databaseUrl: config.databaseUrl ?? database.url,
      databaseDirectUrl: config.databaseDirectUrl,
      secretKey,
      chains,
      rates,
      role,
      log,
      ...(tracing && { tracing }),
    });
    log.info({ baseUrl: service.baseUrl }, "turnpike is up");
    await notifySystemd(log);
    await untilStopped(
      () => service.stop(),
      (message) => log.info(message),
      { delayS: role === "worker" ? 0 : config.drainDelayS },
    );
  } catch (error) {
    const problem = listenProblem(error);
    throw problem ? new CommandError(problem) : error;
  } finally {
    await database.close();
    await tracing?.close();
  }
  // OpenTelemetry's timers hold the process for up to 5 s if the collector is away.
  if (tracing) process.exit();
}

/** Loads OpenTelemetry, which a process without a collector does without. */
async function openConfiguredTracing(
  { tracing }: Config,
  role: ServiceRole,
  reported: Reported,
): Promise<OpenTracing | null> {
  if (!tracing) return null;
  const { openTracing } = await import("../../monitoring/tracing.ts");
  return openTracing(tracing, { version: VERSION, role }, reported);
}
