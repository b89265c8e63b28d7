// Reads all settings from the environment. The error for an invalid one names it and its valid form.
import { type BuyerDataKeys, parseBuyerDataKeys } from "../payment/buyer-data/buyer-data.ts";
import { parseFeePercentage } from "../payment/fee.ts";
import { parseScreening, type ScreeningSource } from "../screening/setting.ts";
import { type AndroidApp, androidApps, iosApps } from "./apps.ts";
import { CRASH_POINTS, type CrashPoint } from "./crash-point.ts";
import { databaseContradictions } from "./database-url.ts";
import { isSettingFile, withSettingFiles } from "./files.ts";
import { misspeltNames } from "./misspelt.ts";
import { parseRateLimits, RATE_CLASSES, type RateLimits } from "./rate-limits.ts";
import { collectorUrl, pairs, ratio, SAMPLERS, sampler, type TracingConfig } from "./tracing.ts";
import {
  host,
  integer,
  networks,
  origin,
  origins,
  postgresUrl,
  privateKeys,
  type RelayerSigner,
  relayerSigners,
  rpcUrls,
  secretKeys,
  text,
} from "./values.ts";

/** Names all invalid settings at once. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "ConfigError";
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Setting<T> {
  /** The default value, as in docs/settings.md. */
  readonly fallback: string;
  readonly expects: string;
  /** Undefined for an invalid text. */
  readonly parse: (text: string) => T | undefined;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
const MODES = ["production", "development", "test"] as const;

const PORT_MAX = 65_535;
const CONNECTIONS_MAX = 1_000;
const DRAIN_DELAY_S_MAX = 60;
const HELD_MAX = 100_000;
const LIFETIME_DAYS_MAX = 366; // a year
const OPTION_LIFETIME_S_MAX = 604_800; // a week
const DESTINATION_GRACE_S_MAX = 3_600;
const RETENTION_DAYS_MAX = 36_500; // a century

const POSTGRES_URL = "a postgres:// URL; its hosts may be several, comma-separated (target_session_attrs=read-write)";

export const SETTINGS = {
  PORT: setting("4020", "a port, 0 to 65535 (0: any free one)", integer(0, PORT_MAX)),
  HOST: setting("127.0.0.1", "an address or host name", text),
  TURNPIKE_DIR: setting(".turnpike", "a path", text),
  DATABASE_URL: setting("", POSTGRES_URL, postgresUrl),
  DATABASE_DIRECT_URL: setting("", POSTGRES_URL, postgresUrl),
  DATABASE_READ_URL: setting("", "a postgres:// URL of one or more standbys", postgresUrl),
  DATABASE_CONNECTIONS: setting("10", `1 to ${CONNECTIONS_MAX}`, integer(1, CONNECTIONS_MAX)),
  PUBLIC_URL: setting("", "an http(s) URL without path", origin),
  PAY_LINK_HOST: setting("", "a host name without https://, with port where it is not the usual one", host),
  CHAINS_FILE: setting("", "a path", text),
  RATES_FILE: setting("", "a path", text),
  RELAYER_KEYS: setting("", "0x-prefixed private keys, comma-separated, each once", privateKeys),
  RELAYER_SIGNERS: setting(
    "",
    "0xaddress=http(s) URL of its signer, comma-separated, each address once",
    relayerSigners,
  ),
  SECRET_KEY: setting(
    "",
    "64 hex digits, or two such keys, comma-separated: the new one first, each random",
    secretKeys,
  ),
  BUYER_DATA_KEYS: setting("", "id:64 hex digits, comma-separated, each id and key once", parseBuyerDataKeys),
  BUYER_DATA_RETENTION_DAYS: setting("1825", `1 to ${RETENTION_DAYS_MAX}`, integer(1, RETENTION_DAYS_MAX)),
  FORM_FRAME_ANCESTORS: setting("none", "none, or origins (https://…), comma-separated", origins),
  POS_ORIGINS: setting("none", "none, or origins (https://…), comma-separated", origins),
  ANDROID_APPS: setting("none", "none, or package=SHA-256 fingerprint (AB:CD:…), comma-separated", androidApps),
  IOS_APPS: setting("none", "none, or app ids (ABCDE12345.com.example.app), comma-separated", iosApps),
  FEE_PERCENTAGE: setting("0", "a percentage below 100 with at most 4 decimals, for example 0.4", parseFee),
  PAYMENT_LIFETIME_MAX_DAYS: setting("31", `1 to ${LIFETIME_DAYS_MAX}`, integer(1, LIFETIME_DAYS_MAX)),
  OPTION_LIFETIME_S: setting("86400", `seconds, 60 to ${OPTION_LIFETIME_S_MAX}`, integer(60, OPTION_LIFETIME_S_MAX)),
  DESTINATION_GRACE_S: setting("60", `seconds, 0 to ${DESTINATION_GRACE_S_MAX}`, integer(0, DESTINATION_GRACE_S_MAX)),
  SCREENING: setting(
    "",
    "none, or list:<file> and oracle:<chain>/<contract>, comma-separated, for example list:/etc/turnpike/refused.txt",
    parseScreening,
  ),
  RATE_LIMITS: setting(
    "read=6000/60,write=6000/60,gateway=60000/60,app=1200/60,anonymous=3000/60",
    `off, or ${RATE_CLASSES.map((name) => `${name}=requests/seconds`).join(",")}`,
    parseRateLimits,
  ),
  HELD_REQUESTS_PER_ADDRESS: setting("50", `1 to ${HELD_MAX}`, integer(1, HELD_MAX)),
  TRUSTED_PROXIES: setting("", "none, or IP addresses and networks (10.0.0.0/24), comma-separated", networks),
  METRICS_PORT: setting("", "a port, 0 to 65535 (0: any free one)", integer(0, PORT_MAX)),
  METRICS_HOST: setting("127.0.0.1", "a host name or address", text),
  DRAIN_DELAY_S: setting("0", `seconds, 0 to ${DRAIN_DELAY_S_MAX}`, integer(0, DRAIN_DELAY_S_MAX)),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting("", "an http(s) URL, for example http://localhost:4318", collectorUrl),
  OTEL_EXPORTER_OTLP_HEADERS: setting("", "key=value pairs, comma-separated", pairs),
  OTEL_SERVICE_NAME: setting("turnpike", "a name", text),
  OTEL_RESOURCE_ATTRIBUTES: setting("", "key=value pairs, comma-separated", pairs),
  OTEL_TRACES_SAMPLER: setting("parentbased_always_on", `one of ${SAMPLERS.join(", ")}`, sampler),
  OTEL_TRACES_SAMPLER_ARG: setting("1", "0 to 1", ratio),
  LOG_LEVEL: setting("info", `one of ${LOG_LEVELS.join(", ")}`, (value) => LOG_LEVELS.find((level) => level === value)),
  NODE_ENV: setting("development", `one of ${MODES.join(", ")}`, (value) => MODES.find((each) => each === value)),
  CRASH_POINT: setting("", `one of ${CRASH_POINTS.join(", ")}`, (value) =>
    CRASH_POINTS.find((point) => point === value),
  ),
} as const;

/** Settings whose name ends in a chain number, with the valid form of each. */
const SETTINGS_BY_CHAIN = {
  RPC_URL: "http(s) URLs, comma-separated",
  RELAYER_KEYS: SETTINGS.RELAYER_KEYS.expects,
  RELAYER_SIGNERS: SETTINGS.RELAYER_SIGNERS.expects,
} as const;

const NAMES = { settings: Object.keys(SETTINGS), byChain: Object.keys(SETTINGS_BY_CHAIN), isFile: isSettingFile };

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly turnpikeDir: string;
  /** Whether TURNPIKE_DIR is set, so that its folder is meant even if it is still empty. */
  readonly isTurnpikeDirNamed: boolean;
  readonly databaseUrl: string | null;
  /** The same database without PgBouncer; null: `databaseUrl` leads to it directly. */
  readonly databaseDirectUrl: string | null;
  /** Standbys of the same database, for lists; null: the primary serves them. */
  readonly databaseReadUrl: string | null;
  readonly databaseConnections: number;
  readonly publicUrl: string | null;
  readonly payLinkHost: string | null;
  readonly chainsFile: string | null;
  readonly ratesFile: string | null;
  /** RPC URLs that replace the chains file's URLs, by chain number. */
  readonly rpcUrls: ReadonlyMap<number, readonly string[]>;
  readonly relayerKeys: readonly `0x${string}`[];
  /** Keys that replace `relayerKeys` on one chain, by chain number. */
  readonly relayerKeysByChain: ReadonlyMap<number, readonly `0x${string}`[]>;
  /** Relayers whose keys are in remote signers, in addition to `relayerKeys`. */
  readonly relayerSigners: readonly RelayerSigner[];
  /** Signers that replace `relayerSigners` on one chain, by chain number. */
  readonly relayerSignersByChain: ReadonlyMap<number, readonly RelayerSigner[]>;
  readonly secretKey: Buffer | null;
  /** The key that `secretKey` replaces; it still opens what it has sealed. */
  readonly formerSecretKey: Buffer | null;
  /** Null: none, so no buyer data can be collected. */
  readonly buyerDataKeys: BuyerDataKeys | null;
  readonly buyerDataRetentionDays: number;
  readonly formFrameAncestors: readonly string[];
  /** Origins of points of sale that are web pages. */
  readonly posOrigins: readonly string[];
  /** Apps that open payment links. */
  readonly androidApps: readonly AndroidApp[];
  readonly iosApps: readonly string[];
  /** Parts per million. */
  readonly feePpm: bigint;
  readonly paymentLifetimeMaxDays: number;
  readonly optionLifetimeS: number;
  /** How long options to a replaced destination stay valid. */
  readonly destinationGraceS: number;
  /** Null if not set. */
  readonly screening: readonly ScreeningSource[] | null;
  /** Null: unlimited. */
  readonly rateLimits: RateLimits | null;
  /** Limit of long polls for buyers' pages and wallets. */
  readonly heldRequestsPerAddress: number;
  /** Null if not set, which counts as none outside production. */
  readonly trustedProxies: readonly string[] | null;
  readonly logLevel: LogLevel;
  readonly isProduction: boolean;
  readonly crashPoint: CrashPoint | null;
  /** Null: no metrics. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Null: no traces. */
  readonly tracing: TracingConfig | null;
  /** Seconds between the end of readiness and the end of the listener. */
  readonly drainDelayS: number;
}

/**
 * @param defaults a command's own defaults, which override the settings' fallbacks
 * @throws ConfigError naming every invalid setting with its valid form
 */
export function readConfig(defaults: Environment = {}, given: Environment = process.env): Config {
  const problems: string[] = [];
  const environment = withSettingFiles(given, problems);
  const read = reader(environment, defaults, problems);
  const secrets = read("SECRET_KEY") ?? [];
  const endpoint = read("OTEL_EXPORTER_OTLP_ENDPOINT") ?? null;
  const traces = {
    headers: read("OTEL_EXPORTER_OTLP_HEADERS") ?? new Map(),
    serviceName: read("OTEL_SERVICE_NAME") ?? "",
    resource: read("OTEL_RESOURCE_ATTRIBUTES") ?? new Map(),
    sampler: read("OTEL_TRACES_SAMPLER") ?? "always_off",
    ratio: read("OTEL_TRACES_SAMPLER_ARG") ?? 0,
  } satisfies Omit<TracingConfig, "endpoint">;
  const config = {
    port: read("PORT") ?? 0,
    host: read("HOST") ?? "",
    turnpikeDir: read("TURNPIKE_DIR") ?? "",
    isTurnpikeDirNamed: Boolean(environment.TURNPIKE_DIR),
    databaseUrl: read("DATABASE_URL") ?? null,
    databaseDirectUrl: read("DATABASE_DIRECT_URL") ?? null,
    databaseReadUrl: read("DATABASE_READ_URL") ?? null,
    databaseConnections: read("DATABASE_CONNECTIONS") ?? 1,
    publicUrl: read("PUBLIC_URL") ?? null,
    payLinkHost: read("PAY_LINK_HOST") ?? null,
    chainsFile: read("CHAINS_FILE") ?? null,
    ratesFile: read("RATES_FILE") ?? null,
    rpcUrls: readByChain("RPC_URL", environment, rpcUrls, problems),
    relayerKeys: read("RELAYER_KEYS") ?? [],
    relayerKeysByChain: readByChain("RELAYER_KEYS", environment, privateKeys, problems),
    relayerSigners: read("RELAYER_SIGNERS") ?? [],
    relayerSignersByChain: readByChain("RELAYER_SIGNERS", environment, relayerSigners, problems),
    secretKey: secrets[0] ?? null,
    formerSecretKey: secrets[1] ?? null,
    buyerDataKeys: read("BUYER_DATA_KEYS") ?? null,
    buyerDataRetentionDays: read("BUYER_DATA_RETENTION_DAYS") ?? RETENTION_DAYS_MAX,
    formFrameAncestors: read("FORM_FRAME_ANCESTORS") ?? [],
    posOrigins: read("POS_ORIGINS") ?? [],
    androidApps: read("ANDROID_APPS") ?? [],
    iosApps: read("IOS_APPS") ?? [],
    feePpm: read("FEE_PERCENTAGE") ?? 0n,
    paymentLifetimeMaxDays: read("PAYMENT_LIFETIME_MAX_DAYS") ?? 1,
    optionLifetimeS: read("OPTION_LIFETIME_S") ?? 0,
    destinationGraceS: read("DESTINATION_GRACE_S") ?? 0,
    screening: read("SCREENING") ?? null,
    rateLimits: read("RATE_LIMITS") ?? null,
    heldRequestsPerAddress: read("HELD_REQUESTS_PER_ADDRESS") ?? 1,
    trustedProxies: read("TRUSTED_PROXIES") ?? null,
    logLevel: read("LOG_LEVEL") ?? "info",
    isProduction: read("NODE_ENV") === "production",
    crashPoint: read("CRASH_POINT") ?? null,
    metricsPort: read("METRICS_PORT") ?? null,
    metricsHost: read("METRICS_HOST") ?? "",
    tracing: endpoint === null ? null : { endpoint, ...traces },
    drainDelayS: read("DRAIN_DELAY_S") ?? 0,
  } satisfies Config;
  problems.push(...contradictions(config), ...misspeltNames(environment, NAMES, config.isProduction));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Reads one setting: null if it is empty or invalid. */
const reader =
  (environment: Environment, defaults: Environment, problems: string[]) =>
  <Name extends keyof typeof SETTINGS>(name: Name) => {
    const { fallback, expects, parse } = SETTINGS[name];
    const text = environment[name]?.trim() || (defaults[name] ?? fallback);
    if (text === "") return null;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} must be ${expects}`);
    return (value ?? null) as ReturnType<(typeof SETTINGS)[Name]["parse"]> | null;
  };

const contradictions = (config: Config): string[] => [
  ...(config.crashPoint && config.isProduction ? ["CRASH_POINT must not be set in production"] : []),
  ...databaseContradictions(config),
];

/** Settings with this prefix, by chain number; without empty ones. */
function readByChain<T>(
  prefix: keyof typeof SETTINGS_BY_CHAIN,
  environment: Environment,
  parse: (text: string) => T | undefined,
  problems: string[],
): Map<number, T> {
  const values = new Map<number, T>();
  for (const [name, text] of Object.entries(environment)) {
    const [, chain] = new RegExp(`^${prefix}_([1-9][0-9]{0,14})$`).exec(name) ?? [];
    if (!chain || !text) continue;
    const value = parse(text);
    if (value === undefined)
      problems.push(`${name} must be ${SETTINGS_BY_CHAIN[prefix]}`); // without the value, which is a secret
    else values.set(Number(chain), value);
  }
  return values;
}

function setting<T>(fallback: string, expects: string, parse: (text: string) => T | undefined): Setting<T> {
  return { fallback, expects, parse };
}

function parseFee(value: string): bigint | undefined {
  return parseFeePercentage(value) ?? undefined;
}

/** Whether systemd waits to hear that this process is ready (sd_notify(3)). */
export const isAwaitedBySystemd = (): boolean => Boolean(process.env.NOTIFY_SOCKET);
