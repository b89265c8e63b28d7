// Opens what commands need: settings, database (DATABASE_URL or embedded), chains file, rates file and secrets.
import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { type EvmChainConfig, parseChains } from "../chains/evm/config/config.ts";
import type { RelayerKey } from "../chains/evm/relay/relayer-account.ts";
import { localAccounts } from "../local/accounts.ts";
import { type DevFile, readDevFile } from "../local/dev-file.ts";
import { findPostgres, startPostgres } from "../local/postgres/postgres.ts";
import {
  localWorkspace,
  makeDir,
  readJson,
  readOrMakeBuyerDataKeys,
  readOrMakeReceiptKeys,
  readOrMakeSecret,
} from "../local/workspace.ts";
import { openLog } from "../log.ts";
import type { BuyerDataKeys } from "../payment/buyer-data/buyer-data.ts";
import { parseRates, type RatesConfig } from "../rates/config.ts";
import { type Config, ConfigError } from "../settings/config.ts";
import { databaseUrlMissing } from "../settings/database-url.ts";
import { relayersOn } from "../settings/relayers.ts";
import { SECRET_KEY_MISSING } from "../settings/serving.ts";
import { DatabaseTextError, PoolerError } from "../store/database/connect.ts";
import { readDatabaseHealth } from "../store/database/health.ts";
import { ReadOnlyServerError } from "../store/database/no-primary.ts";
import { migrate, SchemaNewerError, schemaDifference } from "../store/migrate.ts";
import { openStore, type Store } from "../store/store.ts";
import { CommandError } from "./output/output.ts";

export interface InstalledDatabase {
  /** The URL of PostgreSQL itself, not of a pooler. */
  readonly url: string;
  /** Stops the embedded database if this command started it. */
  close(): Promise<void>;
}

/**
 * Opens the database of DATABASE_DIRECT_URL or DATABASE_URL, or else the embedded one, starting it if necessary.
 * @param mayCreate makes the embedded database if there is none. Commands do so only in a folder that is named: in a
 * shell without the service's settings, they would succeed in an empty database
 * @throws CommandError if there is no database, or if the one of the setting does not respond
 */
export async function openInstalledDatabase(
  config: Config,
  log: Logger,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): Promise<InstalledDatabase> {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (url) {
    const setting = config.databaseDirectUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
    await readDatabaseHealth(url).catch((error: unknown) => explainNoDatabase(setting, error));
    return { url, close: async () => {} };
  }
  const local = localWorkspace(config);
  if (!local) throw new ConfigError([databaseUrlMissing(config)]);
  const { dir, postgresDir } = local;
  if (!existsSync(postgresDir)) {
    if (!mayCreate) throw new CommandError(noDatabase(dir));
    log.info({ dir }, "DATABASE_URL is not set: making an embedded database");
  }
  const running = await findPostgres({ dir: postgresDir });
  if (running) return { url: running, close: async () => {} };
  await makeDir(dir);
  const postgres = await startPostgres({ dir: postgresDir, log: (line) => log.info(line) });
  return { url: postgres.databaseUrl, close: () => postgres.stop() };
}

const noDatabase = (dir: string): string =>
  `there is no database in ${dir}: set DATABASE_URL as the service does, or TURNPIKE_DIR to the folder of a local ` +
  "Turnpike. npm start makes a new local one";

function explainNoDatabase(setting: string, error: unknown): never {
  if (error instanceof ReadOnlyServerError) {
    const remedy = error.isStandby
      ? "Set it to the primary, or to all servers (host1,host2)"
      : "Check the server's disk, then reset that setting of the server, the database or the role";
    throw new CommandError(`${setting}: ${error.message}. ${remedy}`);
  }
  if (error instanceof PoolerError || error instanceof DatabaseTextError) throw new CommandError(error.message);
  throw new CommandError(
    `the database of ${setting} does not respond (${causeOf(error)}): check the URL, and that PostgreSQL runs there`,
  );
}

/** The driver's message; an AggregateError (several addresses of one host) has none itself. */
function causeOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : String(first);
}

/**
 * Refuses a schema of another version. Only `migrate`, `serve` and `dev` migrate; a new embedded database gets its
 * schema here.
 * @throws CommandError that says which is older, and what to do
 */
async function requireSchema(url: string, isEmbedded: boolean): Promise<void> {
  const { missing, unknown, isEmpty } = await schemaDifference(url);
  if (unknown.length > 0) throw new SchemaNewerError(unknown);
  if (missing.length === 0) return;
  if (isEmpty && isEmbedded) {
    await migrate(url);
    return;
  }
  const lack = isEmpty ? "the database has no schema yet" : "the database's schema is older than this version";
  throw new CommandError(`${lack}: run turnpike migrate`);
}

/** Runs `work` on the installation's store. @throws CommandError if the schema is of another version */
export async function withStore<T>(
  config: Config,
  work: (store: Store) => Promise<T>,
  options: { readonly mayCreate?: boolean } = {},
): Promise<T> {
  const log = openLog("warn");
  const database = await openInstalledDatabase(config, log, options);
  try {
    await requireSchema(database.url, config.databaseUrl === null);
    const store = openStore({ url: database.url, connectionsMax: 1, onError: (error) => log.warn({ err: error }) });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } finally {
    await database.close();
  }
}

/** @throws CommandError if there is no such partner; a test twin is one */
export async function requirePartner({ partners }: Pick<Store, "partners">, partnerId: string): Promise<void> {
  if (!(await partners.exists(partnerId))) throw new CommandError(`there is no partner ${partnerId}`);
}

/** The chains of the chains file, with URLs from RPC_URL_<chain number> taking precedence; empty without a file. */
export async function readChains(config: Config): Promise<readonly EvmChainConfig[]> {
  const found = await readInstalled("CHAINS_FILE", config.chainsFile, localWorkspace(config)?.chainsFile);
  if (!found) return [];
  const { file, json } = found;
  const parsed = parseChains(json);
  if (parsed.kind === "invalid") {
    throw new ConfigError(parsed.issues.map(({ field, message }) => `${file}: ${field || "the file"} ${message}`));
  }
  const numbers = new Set(parsed.chains.map(({ chainNumber }) => chainNumber));
  const unknown = settingsByChain(config).filter(({ chainNumber }) => !numbers.has(chainNumber));
  if (unknown.length > 0) {
    throw new ConfigError(
      unknown.map(
        ({ setting, chainNumber }) => `${setting}: ${file} has no chain ${chainNumber}; add it, or unset this`,
      ),
    );
  }
  return parsed.chains.map((chain) => ({ ...chain, rpcUrls: config.rpcUrls.get(chain.chainNumber) ?? chain.rpcUrls }));
}

/** The settings for one chain that are set. */
export const settingsByChain = ({ rpcUrls, relayerKeysByChain, relayerSignersByChain, demoBuyerKeysByChain }: Config) =>
  Object.entries({
    RPC_URL: rpcUrls,
    RELAYER_KEYS: relayerKeysByChain,
    RELAYER_SIGNERS: relayerSignersByChain,
    DEMO_BUYER_KEYS: demoBuyerKeysByChain,
  }).flatMap(([name, values]) =>
    [...values.keys()].map((chainNumber) => ({ setting: `${name}_${chainNumber}`, chainNumber })),
  );

/** dev.json, if `turnpike dev` made this installation, with chains and relayers for it; else null. */
export async function findDevFile(config: Config): Promise<DevFile | null> {
  const local = localWorkspace(config);
  return local && readDevFile(local.devFile);
}

/** @param isDev whether there is a dev.json */
export const relayersFor = (config: Config, { chainNumber }: EvmChainConfig, isDev: boolean): readonly RelayerKey[] =>
  isDev ? localAccounts().relayers.map(({ privateKey }) => privateKey) : relayersOn(config, chainNumber);

/** The market rates of the rates file; null without a file. */
export async function readRates(config: Config, chains: readonly EvmChainConfig[]): Promise<RatesConfig | null> {
  const found = await readInstalled("RATES_FILE", config.ratesFile, localWorkspace(config)?.ratesFile);
  if (!found) return null;
  const { file, json } = found;
  const parsed = parseRates(
    json,
    chains.map(({ caip2 }) => caip2),
  );
  if (parsed.kind === "ok") return parsed.rates;
  throw new ConfigError(parsed.issues.map(({ field, message }) => `${file}: ${field || "the file"} ${message}`));
}

/** The JSON of a setting's file, or else of the local installation's; null if there is neither. */
async function readInstalled(setting: string, given: string | null, local: string | undefined) {
  const file = given ?? local;
  const json = file === undefined ? null : await readJson(file);
  if (given && json === null) throw new ConfigError([`${setting}: there is no ${given}`]);
  return file === undefined || json === null ? null : { file, json };
}

/** Only the API needs it. @throws ConfigError with DATABASE_URL: a key is created only beside the embedded database */
export async function readSecret(config: Config): Promise<Buffer> {
  if (config.secretKey) return config.secretKey;
  const local = localWorkspace(config);
  if (!local) throw new ConfigError([SECRET_KEY_MISSING]);
  await makeDir(local.dir);
  return readOrMakeSecret(local.secretFile);
}

/** Null if DATABASE_URL is set without BUYER_DATA_KEYS: keys are created only beside the embedded database. */
export async function readBuyerDataKeys(config: Config): Promise<BuyerDataKeys | null> {
  const local = localWorkspace(config);
  return config.buyerDataKeys ?? (local ? await readOrMakeBuyerDataKeys(local.buyerDataKeysFile) : null);
}

/** Null if DATABASE_URL is set without RECEIPT_KEYS: a key is created only beside the embedded database. */
export async function readReceiptKeys(config: Config): Promise<Config["receiptKeys"]> {
  const local = localWorkspace(config);
  return config.receiptKeys ?? (local ? await readOrMakeReceiptKeys(local.receiptKeysFile) : null);
}
