// The settings: each with its default, its valid form and its reader.
import { parseMailSender, parseSmtpUrl } from "../mail/smtp-server.ts";
import { parseFeePercentage } from "../payment/fee.ts";
import { parseScreening } from "../screening/setting.ts";
import { androidApps, iosApps } from "./apps.ts";
import { CRASH_POINTS } from "./crash-point.ts";
import { isSettingFile } from "./files.ts";
import { parseRateLimits, RATE_CLASSES } from "./rate-limits.ts";
import { collectorUrl, pairs, ratio, SAMPLERS, sampler } from "./tracing.ts";
import {
  buyerDataKeys,
  host,
  integer,
  networks,
  origin,
  origins,
  ownNetworks,
  postgresUrl,
  privateKeys,
  receiptKeys,
  relayerSigners,
  secretKeys,
  text,
} from "./values.ts";

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
const DEPOSIT_LIFETIME_S_MAX = 604_800; // a week
const DEPOSIT_RATE_HOLD_S_MAX = 86_400; // a day
/** So that a transfer can reach a block. */
const DEPOSIT_S_MIN = 20;
const DEPOSIT_ADDRESSES_MAX_MAX = 1_000_000;
export const RETENTION_DAYS_MAX = 36_500; // a century

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
  TURNPIKE_URL: setting("", "an http(s) URL without path", origin),
  TURNPIKE_API_KEY: setting("", "an API key", text),
  TURNPIKE_MERCHANT_ID: setting("", "a merchant's id", text),
  PAY_LINK_HOST: setting("", "a host name without https://, with port where it is not the usual one", host),
  CHAINS_FILE: setting("", "a path", text),
  RATES_FILE: setting("", "a path", text),
  RELAYER_KEYS: setting("", "0x-prefixed private keys, comma-separated, each once", privateKeys),
  RELAYER_SIGNERS: setting(
    "",
    "0xaddress=http(s) URL of its signer, comma-separated, each address once",
    relayerSigners,
  ),
  DEMO_BUYER_KEYS: setting("", "0x-prefixed private keys, comma-separated, each once", privateKeys),
  SECRET_KEY: setting(
    "",
    "64 hex digits, or two such keys, comma-separated: the new one first, each random",
    secretKeys,
  ),
  BUYER_DATA_KEYS: setting(
    "",
    "id:64 hex digits, comma-separated, each id and key once, each key random",
    buyerDataKeys,
  ),
  RECEIPT_KEYS: setting(
    "",
    "64 hex digits, or up to 20 such keys, comma-separated: the new one first, each random",
    receiptKeys,
  ),
  BUYER_DATA_RETENTION_DAYS: setting("1825", `1 to ${RETENTION_DAYS_MAX}`, integer(1, RETENTION_DAYS_MAX)),
  FORM_FRAME_ANCESTORS: setting("none", "none, or origins (https://…), comma-separated", origins),
  POS_ORIGINS: setting("none", "none, or origins (https://…), comma-separated", origins),
  ANDROID_APPS: setting("none", "none, or package=SHA-256 fingerprint (AB:CD:…), comma-separated", androidApps),
  IOS_APPS: setting("none", "none, or app ids (ABCDE12345.com.example.app), comma-separated", iosApps),
  FEE_PERCENTAGE: setting("0", "a percentage below 100 with at most 4 decimals, for example 0.4", parseFee),
  PAYMENT_LIFETIME_MAX_DAYS: setting("31", `1 to ${LIFETIME_DAYS_MAX}`, integer(1, LIFETIME_DAYS_MAX)),
  OPTION_LIFETIME_S: setting("86400", `seconds, 60 to ${OPTION_LIFETIME_S_MAX}`, integer(60, OPTION_LIFETIME_S_MAX)),
  DESTINATION_GRACE_S: setting("60", `seconds, 0 to ${DESTINATION_GRACE_S_MAX}`, integer(0, DESTINATION_GRACE_S_MAX)),
  DEPOSIT_LIFETIME_S: setting(
    "3600",
    `seconds, ${DEPOSIT_S_MIN} to ${DEPOSIT_LIFETIME_S_MAX}`,
    integer(DEPOSIT_S_MIN, DEPOSIT_LIFETIME_S_MAX),
  ),
  DEPOSIT_RATE_HOLD_S: setting(
    "900",
    `seconds, ${DEPOSIT_S_MIN} to ${DEPOSIT_RATE_HOLD_S_MAX}`,
    integer(DEPOSIT_S_MIN, DEPOSIT_RATE_HOLD_S_MAX),
  ),
  DEPOSIT_ADDRESSES_MAX: setting("5000", `1 to ${DEPOSIT_ADDRESSES_MAX_MAX}`, integer(1, DEPOSIT_ADDRESSES_MAX_MAX)),
  SCREENING: setting(
    "",
    "none, or list:<file> and oracle:<chain>/<contract>, comma-separated, for example list:/etc/turnpike/refused.txt",
    parseScreening,
  ),
  RATE_LIMITS: setting(
    "read=6000/60,write=6000/60,gateway=60000/60,app=1200/60,anonymous=3000/60,addresses=30/60",
    `off, or ${RATE_CLASSES.map((name) => `${name}=requests/seconds`).join(",")}`,
    parseRateLimits,
  ),
  HELD_REQUESTS_PER_ADDRESS: setting("50", `1 to ${HELD_MAX}`, integer(1, HELD_MAX)),
  TRUSTED_PROXIES: setting("", "none, or IP addresses and networks (10.0.0.0/24), comma-separated", networks),
  WEBHOOK_NETWORKS: setting(
    "none",
    "none, or private addresses and networks (10.1.0.0/16), comma-separated",
    ownNetworks,
  ),
  SMTP_URL: setting("", "smtp://user:password@host:587, or smtps:// for TLS from the start", parseSmtpUrl),
  MAIL_FROM: setting("", "an email address, or a name and an address: Shop <pay@shop.example>", parseMailSender),
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
export const SETTINGS_BY_CHAIN = {
  RPC_URL: "http(s) URLs, comma-separated",
  RELAYER_KEYS: SETTINGS.RELAYER_KEYS.expects,
  RELAYER_SIGNERS: SETTINGS.RELAYER_SIGNERS.expects,
  DEMO_BUYER_KEYS: SETTINGS.DEMO_BUYER_KEYS.expects,
} as const;

export const NAMES = {
  settings: Object.keys(SETTINGS),
  byChain: Object.keys(SETTINGS_BY_CHAIN),
  isFile: isSettingFile,
};

function setting<T>(fallback: string, expects: string, parse: (text: string) => T | undefined): Setting<T> {
  return { fallback, expects, parse };
}

function parseFee(value: string): bigint | undefined {
  return parseFeePercentage(value) ?? undefined;
}
