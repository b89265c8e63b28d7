// Reads all settings from the environment. The error for an invalid one names it and its valid form.
import type { MailSender, SmtpServer } from "../mail/smtp-server.ts";
import type { BuyerDataKeys } from "../payment/buyer-data/buyer-data.ts";
import type { DepositLimits } from "../payment/deposit.ts";
import type { ScreeningSource } from "../screening/setting.ts";
import type { AndroidApp } from "./apps.ts";
import type { CrashPoint } from "./crash-point.ts";
import { databaseContradictions } from "./database-url.ts";
import { withSettingFiles } from "./files.ts";
import { misspeltNames } from "./misspelt.ts";
import type { RateLimits } from "./rate-limits.ts";
import { type LogLevel, NAMES, RETENTION_DAYS_MAX, SETTINGS, SETTINGS_BY_CHAIN } from "./settings.ts";
import type { TracingConfig } from "./tracing.ts";
import { privateKeys, type RelayerSigner, relayerSigners, rpcUrls } from "./values.ts";

/** Names all invalid settings at once. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "ConfigError";
  }
}

export type { LogLevel } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

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
  /** The Turnpike that `turnpike mcp` uses, with its key and merchant. */
  readonly turnpikeUrl: string | null;
  readonly turnpikeApiKey: string | null;
  readonly turnpikeMerchantId: string | null;
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
  /** Accounts that rehearse test payments on test nets. */
  readonly demoBuyerKeys: readonly `0x${string}`[];
  /** Keys that replace `demoBuyerKeys` on one chain, by chain number. */
  readonly demoBuyerKeysByChain: ReadonlyMap<number, readonly `0x${string}`[]>;
  readonly secretKey: Buffer | null;
  /** The key that `secretKey` replaces; it still opens what it has sealed. */
  readonly formerSecretKey: Buffer | null;
  /** Null: none, so no buyer data can be collected. */
  readonly buyerDataKeys: BuyerDataKeys | null;
  /** Null: none, so there are no receipts. The first signs. */
  readonly receiptKeys: readonly [Buffer, ...Buffer[]] | null;
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
  readonly depositLimits: DepositLimits;
  /** Null if not set. */
  readonly screening: readonly ScreeningSource[] | null;
  /** Null: unlimited. */
  readonly rateLimits: RateLimits | null;
  /** Limit of long polls for buyers' pages and wallets. */
  readonly heldRequestsPerAddress: number;
  /** Null if not set, which counts as none outside production. */
  readonly trustedProxies: readonly string[] | null;
  /** Networks of the operator's in which webhooks may have their receivers. */
  readonly webhookNetworks: readonly string[];
  /** Null: no mail is sent. */
  readonly mail: { readonly server: SmtpServer; readonly from: MailSender } | null;
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
  const { config, problems } = parseConfig(defaults, given);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

export interface ParsedConfig {
  readonly config: Config;
  readonly problems: readonly string[];
  readonly given: Environment;
  /** `given` with the values from files. */
  readonly environment: Environment;
}

/** The same with the problems in place of the error: an invalid setting then counts as unset. */
export function parseConfig(defaults: Environment = {}, given: Environment = process.env): ParsedConfig {
  const problems: string[] = [];
  const environment = withSettingFiles(given, problems);
  const read = reader(environment, defaults, problems);
  const secrets = read("SECRET_KEY") ?? [];
  const endpoint = read("OTEL_EXPORTER_OTLP_ENDPOINT") ?? null;
  const [server, from] = [read("SMTP_URL"), read("MAIL_FROM")];
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
    turnpikeUrl: read("TURNPIKE_URL") ?? null,
    turnpikeApiKey: read("TURNPIKE_API_KEY") ?? null,
    turnpikeMerchantId: read("TURNPIKE_MERCHANT_ID") ?? null,
    chainsFile: read("CHAINS_FILE") ?? null,
    ratesFile: read("RATES_FILE") ?? null,
    rpcUrls: readByChain("RPC_URL", environment, rpcUrls, problems),
    relayerKeys: read("RELAYER_KEYS") ?? [],
    relayerKeysByChain: readByChain("RELAYER_KEYS", environment, privateKeys, problems),
    relayerSigners: read("RELAYER_SIGNERS") ?? [],
    relayerSignersByChain: readByChain("RELAYER_SIGNERS", environment, relayerSigners, problems),
    demoBuyerKeys: read("DEMO_BUYER_KEYS") ?? [],
    demoBuyerKeysByChain: readByChain("DEMO_BUYER_KEYS", environment, privateKeys, problems),
    secretKey: secrets[0] ?? null,
    formerSecretKey: secrets[1] ?? null,
    buyerDataKeys: read("BUYER_DATA_KEYS") ?? null,
    receiptKeys: read("RECEIPT_KEYS") ?? null,
    buyerDataRetentionDays: read("BUYER_DATA_RETENTION_DAYS") ?? RETENTION_DAYS_MAX,
    formFrameAncestors: read("FORM_FRAME_ANCESTORS") ?? [],
    posOrigins: read("POS_ORIGINS") ?? [],
    androidApps: read("ANDROID_APPS") ?? [],
    iosApps: read("IOS_APPS") ?? [],
    feePpm: read("FEE_PERCENTAGE") ?? 0n,
    paymentLifetimeMaxDays: read("PAYMENT_LIFETIME_MAX_DAYS") ?? 1,
    optionLifetimeS: read("OPTION_LIFETIME_S") ?? 0,
    destinationGraceS: read("DESTINATION_GRACE_S") ?? 0,
    depositLimits: depositLimitsOf(read),
    screening: read("SCREENING") ?? null,
    rateLimits: read("RATE_LIMITS") ?? null,
    heldRequestsPerAddress: read("HELD_REQUESTS_PER_ADDRESS") ?? 1,
    trustedProxies: read("TRUSTED_PROXIES") ?? null,
    webhookNetworks: read("WEBHOOK_NETWORKS") ?? [],
    mail: server && from ? { server, from } : null,
    logLevel: read("LOG_LEVEL") ?? "info",
    isProduction: read("NODE_ENV") === "production",
    crashPoint: read("CRASH_POINT") ?? null,
    metricsPort: read("METRICS_PORT") ?? null,
    metricsHost: read("METRICS_HOST") ?? "",
    tracing: endpoint === null ? null : { endpoint, ...tracesOf(read) },
    drainDelayS: read("DRAIN_DELAY_S") ?? 0,
  } satisfies Config;
  problems.push(...contradictions(config, environment), ...misspeltNames(environment, NAMES, config.isProduction));
  return { config, problems, given, environment };
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

const depositLimitsOf = (read: ReturnType<typeof reader>): DepositLimits => ({
  lifetimeS: read("DEPOSIT_LIFETIME_S") ?? 0,
  rateHoldS: read("DEPOSIT_RATE_HOLD_S") ?? 0,
  openMax: read("DEPOSIT_ADDRESSES_MAX") ?? 0,
});

const tracesOf = (read: ReturnType<typeof reader>): Omit<TracingConfig, "endpoint"> => ({
  headers: read("OTEL_EXPORTER_OTLP_HEADERS") ?? new Map(),
  serviceName: read("OTEL_SERVICE_NAME") ?? "",
  resource: read("OTEL_RESOURCE_ATTRIBUTES") ?? new Map(),
  sampler: read("OTEL_TRACES_SAMPLER") ?? "always_off",
  ratio: read("OTEL_TRACES_SAMPLER_ARG") ?? 0,
});

const isSet = (text: string | undefined): boolean => Boolean(text?.trim());

const contradictions = (config: Config, { SMTP_URL, MAIL_FROM }: Environment): string[] => [
  ...(config.crashPoint && config.isProduction ? ["CRASH_POINT must not be set in production"] : []),
  ...(isSet(SMTP_URL) === isSet(MAIL_FROM)
    ? []
    : ["SMTP_URL and MAIL_FROM belong together: set both, or none for no mail"]),
  ...databaseContradictions(config),
  ...keysInTwoRoles(config),
];

/** Each would take the nonces of the other's transactions. */
function keysInTwoRoles({ relayerKeys, relayerKeysByChain, demoBuyerKeys, demoBuyerKeysByChain }: Config): string[] {
  const relayers = new Set([...relayerKeys, ...[...relayerKeysByChain.values()].flat()].map(lowerCase));
  const buyers = [...demoBuyerKeys, ...[...demoBuyerKeysByChain.values()].flat()].map(lowerCase);
  const isShared = buyers.some((key) => relayers.has(key));
  return isShared ? ["DEMO_BUYER_KEYS must not name a relayer's key: give the demo buyer another account"] : [];
}

const lowerCase = (key: string): string => key.toLowerCase();

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

/** Whether systemd waits to hear that this process is ready (sd_notify(3)). */
export const isAwaitedBySystemd = (): boolean => Boolean(process.env.NOTIFY_SOCKET);
