// The wrong settings that operators were seen to make, with what must be said about each.
import type { ChainEntry } from "../../src/chains/evm/config/config.ts";

type Settings = Readonly<Record<string, string>>;

/** What finds a mistake, the earliest first. */
export type Finder =
  /** `turnpike check`, and so each start: without the network. */
  | "check"
  /** A start, which asks the database. */
  | "serve"
  /** `chain check`, doctor and each start, which ask the chains. */
  | "chain check"
  /** The error of a listener. */
  | "listen"
  /** doctor and the alert, once several processes run. */
  | "processes";

export interface Mistake {
  readonly what: string;
  readonly by: Finder;
  readonly state: "problem" | "warning";
  readonly says: string;
  readonly role?: "api" | "worker";
  readonly changes?: Settings;
  /** Changes of the chains file's only entry, or its whole text. */
  readonly chains?: ((entry: ChainEntry) => readonly object[]) | string;
  readonly ratesFile?: string;
  readonly error?: object;
}

const KEY = "0123456789abcdef".repeat(4);
const NO_VALUE = "0".repeat(64);
const RELAYER = "0xFCAd0B19bB29D4674531d6f115237E16AfCE377c";
const ZERO = `0x${"0".repeat(40)}`;

const problem = (what: string, by: Finder, says: string, rest: Partial<Mistake>): Mistake => ({
  what,
  by,
  state: "problem",
  says,
  ...rest,
});
const setting = (what: string, says: string, changes: Settings): Mistake => problem(what, "check", says, { changes });
const chain = (what: string, says: string, change: (entry: ChainEntry) => object): Mistake =>
  problem(what, "check", says, { chains: (entry) => [change(entry)] });
const warned = (mistake: Mistake): Mistake => ({ ...mistake, state: "warning" });
const listen = (what: string, says: string, error: object): Mistake =>
  problem(what, "listen", says, { error: { syscall: "listen", ...error } });
const token = (entry: ChainEntry, changes: object): object => ({
  ...entry,
  assets: [{ ...entry.assets[0], ...changes }, ...entry.assets.slice(1)],
});
const onChain = (mistake: Mistake): Mistake => ({ ...mistake, by: "chain check" });

const DATABASE: readonly Mistake[] = [
  setting("DATABASE_URL empty in production", "DATABASE_URL must be set in production", { DATABASE_URL: "" }),
  problem("a wrong password", "serve", "password authentication failed", {
    changes: { DATABASE_URL: "wrong password" },
  }),
  problem("an unknown database", "serve", 'database "turnpik" does not exist', {
    changes: { DATABASE_URL: "unknown database" },
  }),
  problem("a closed port", "serve", "ECONNREFUSED", { changes: { DATABASE_URL: "postgres://u@127.0.0.1:1/d" } }),
  setting("another scheme", "DATABASE_URL must be a postgres:// URL", { DATABASE_URL: "mysql://u@127.0.0.1/d" }),
  warned(
    setting("lists from the primary", "DATABASE_READ_URL names the server of DATABASE_URL", {
      DATABASE_READ_URL: "postgres://u@127.0.0.1:1/d",
    }),
  ),
  setting("too many connections", "DATABASE_CONNECTIONS must be 1 to 1000", { DATABASE_CONNECTIONS: "5000" }),
];

const KEYS: readonly Mistake[] = [
  setting("a short key", "SECRET_KEY must be 64 hex digits", { SECRET_KEY: KEY.slice(1) }),
  setting("a missing key file", "SECRET_KEY_FILE: /nowhere cannot be read (ENOENT)", {
    SECRET_KEY: "",
    SECRET_KEY_FILE: "/nowhere",
  }),
  setting("a key and its file", "SECRET_KEY and SECRET_KEY_FILE are both set", { SECRET_KEY_FILE: "/dev/null" }),
  setting("no secret key", "SECRET_KEY must be set with DATABASE_URL", { SECRET_KEY: "" }),
  setting("a key without id", "BUYER_DATA_KEYS must be id:64 hex digits", { BUYER_DATA_KEYS: KEY }),
  warned(setting("no buyer-data keys", "BUYER_DATA_KEYS is not set: webhooks cannot be", { BUYER_DATA_KEYS: "" })),
  setting("a relayer's key without 0x", "RELAYER_KEYS must be 0x-prefixed private keys", { RELAYER_KEYS: KEY }),
  setting("a relayer's key of zeros", "RELAYER_KEYS must be 0x-prefixed", { RELAYER_KEYS: `0x${NO_VALUE}` }),
  setting("a relayer's key twice", "comma-separated, each once", { RELAYER_KEYS: `0x${KEY},0x${KEY}` }),
  setting("a demo buyer's key without 0x", "DEMO_BUYER_KEYS must be 0x-prefixed", { DEMO_BUYER_KEYS: KEY }),
  setting("a relayer as demo buyer", "DEMO_BUYER_KEYS must not name a relayer's key", { DEMO_BUYER_KEYS: `0x${KEY}` }),
  warned({
    ...setting("a worker without relayers", "neither RELAYER_KEYS nor RELAYER_KEYS_31337 is set", { RELAYER_KEYS: "" }),
    role: "worker",
  }),
  problem("two APIs with two secret keys", "processes", "SECRET_KEY", {}),
];

const CHAINS: readonly Mistake[] = [
  setting("keys of an unknown chain", "has no chain 999; add it, or unset this", { RELAYER_KEYS_999: `0x${KEY}` }),
  setting("a demo buyer of an unknown chain", "has no chain 999; add it, or unset this", {
    DEMO_BUYER_KEYS_999: `0x${"7".repeat(64)}`,
  }),
  setting("a URL of an unknown chain", "RPC_URL_999:", { RPC_URL_999: "https://a.example" }),
  setting("no chains file there", "CHAINS_FILE: there is no /nowhere/c.json", { CHAINS_FILE: "/nowhere/c.json" }),
  problem("a chains file that is not JSON", "check", "it is not JSON", { chains: '[{"caip2":' }),
  chain("an unknown key", "0.rpcUrl is not a setting here", (entry) => ({ ...entry, rpcUrl: "https://a.example" })),
  setting("no chains file set", "CHAINS_FILE must be set in production", { CHAINS_FILE: "" }),
  onChain(chain("wrong decimals", "has decimals 6, expected 18", (entry) => token(entry, { decimals: 18 }))),
  onChain(chain("an account as the router", "no code at router", (entry) => ({ ...entry, router: RELAYER }))),
  onChain(
    chain("a wrong EIP-712 name", 'token reports name "', (entry) =>
      token(entry, { domain: { name: "USD", version: "2" } }),
    ),
  ),
  chain("no fee receiver", "0.feeReceiver must be an account of yours, not the zero address", (entry) => ({
    ...entry,
    feeReceiver: ZERO,
  })),
  chain("the router as fee receiver", "0.feeReceiver must be an account of yours, not router", (entry) => ({
    ...entry,
    feeReceiver: entry.router,
  })),
  chain("a wrong checksum", "0.feeReceiver must be EIP-55 checksummed", (entry) => ({
    ...entry,
    feeReceiver: "0x52908400098527886E0F7030069857D2E4169ee7",
  })),
  problem("a chain twice", "check", "1.caip2 duplicates 0.caip2", { chains: (entry) => [entry, entry] }),
  chain("no confirmations", "0.confirmations.0.blocks must be", (entry) => ({
    ...entry,
    confirmations: [{ from: "0", blocks: 0 }],
  })),
  onChain(
    chain("the RPC of another chain", "serves chain 31337, expected 8453", (entry) => ({
      ...entry,
      caip2: "eip155:8453",
      testNet: false,
    })),
  ),
  warned(
    chain("one RPC URL", "the only RPC provider is trusted with payments below 1000 USD", (entry) => ({
      ...entry,
      secondSourceFrom: "1000",
      rpcUrls: ["https://a.example/1"],
    })),
  ),
  warned(
    chain("the same RPC URL twice", "the only RPC provider is trusted", (entry) => ({
      ...entry,
      secondSourceFrom: "1000",
      rpcUrls: ["https://a.example/1", "https://a.example/1"],
    })),
  ),
  warned(
    onChain(
      chain("a fee of 1 wei", "maxFeePerGasGwei is 0.000000001, below the current", (entry) => ({
        ...entry,
        maxFeePerGasGwei: "0.000000001",
      })),
    ),
  ),
  onChain(
    chain("no RPC URL that responds", "Check the RPC URL and its network, or set RPC_URL_31337", (entry) => ({
      ...entry,
      rpcUrls: ["http://127.0.0.1:1", "http://127.0.0.1:2"],
    })),
  ),
];

const NETWORK: readonly Mistake[] = [
  setting("PUBLIC_URL with a path", "PUBLIC_URL must be an http(s) URL without path", {
    PUBLIC_URL: "https://pay.example/pay",
  }),
  warned(setting("PUBLIC_URL without TLS", "without TLS", { PUBLIC_URL: "http://pay.example" })),
  setting("no PUBLIC_URL in production", "PUBLIC_URL must be set in production", { PUBLIC_URL: "" }),
  setting("an unknown mode", "NODE_ENV must be one of production, development, test", { NODE_ENV: "prod" }),
  setting("a proxy's name", "TRUSTED_PROXIES must be none, or IP addresses", { TRUSTED_PROXIES: "localhost" }),
  setting("no proxies named", "TRUSTED_PROXIES must be set in production", { TRUSTED_PROXIES: "" }),
  setting("all addresses as proxies", "TRUSTED_PROXIES must be none, or", { TRUSTED_PROXIES: "0.0.0.0/0" }),
  setting("a link host with a scheme", "PAY_LINK_HOST must be a host name without https://", {
    PAY_LINK_HOST: "https://pay.example",
  }),
  setting("an SMTP server without a scheme", "SMTP_URL must be smtp://user:password@host:587", {
    SMTP_URL: "mail.example:587",
    MAIL_FROM: "pay@shop.example",
  }),
  setting("a sender without a domain", "MAIL_FROM must be an email address", {
    SMTP_URL: "smtps://mail.example",
    MAIL_FROM: "shop",
  }),
  setting("an SMTP server without a sender", "SMTP_URL and MAIL_FROM belong together", {
    SMTP_URL: "smtps://mail.example",
  }),
  setting("a sender without an SMTP server", "SMTP_URL and MAIL_FROM belong together", {
    MAIL_FROM: "pay@shop.example",
  }),
  warned(
    setting("mail without buyer-data keys", "SMTP_URL is set without BUYER_DATA_KEYS", {
      SMTP_URL: "smtps://mail.example",
      MAIL_FROM: "pay@shop.example",
      BUYER_DATA_KEYS: "",
    }),
  ),
  listen("a port in use", "port 4020 is in use: set PORT to", { code: "EADDRINUSE", port: 4020 }),
  listen("a port below 1024", "may not listen on port 80: set PORT to", { code: "EACCES", port: 80 }),
  listen("another machine's address", "set HOST to one it has", { code: "EADDRNOTAVAIL", address: "192.0.2.1" }),
  listen("an unknown host", "HOST is not known on this machine", { syscall: "getaddrinfo" }),
  listen("a port for metrics in use", "port 9464 is in use: set METRICS_PORT to", {
    code: "EADDRINUSE",
    port: 9464,
    settings: "METRICS_",
  }),
  setting("one port for API and metrics", "METRICS_PORT must differ from PORT (4020)", { METRICS_PORT: "4020" }),
];

const OTHERS: readonly Mistake[] = [
  setting("a comma in the fee", "FEE_PERCENTAGE must be a percentage below 100", { FEE_PERCENTAGE: "0,4" }),
  warned(setting("a fee of 40 per cent", "FEE_PERCENTAGE takes 40 % of each payment", { FEE_PERCENTAGE: "40" })),
  setting("a misspelt name", "TRUSTED_PROXY is not a setting: use TRUSTED_PROXIES", { TRUSTED_PROXY: "127.0.0.1" }),
  setting("a list of refused accounts that is not there", "SCREENING: the list file /nowhere cannot be read (ENOENT)", {
    SCREENING: "list:/nowhere",
  }),
  setting("an empty list of refused accounts", "SCREENING: the list file /dev/null", { SCREENING: "list:/dev/null" }),
  setting("an unknown source of them", "SCREENING must be none, or list:", { SCREENING: "ofac" }),
  problem("a malformed rates file", "check", "pairs.0.pair", {
    ratesFile: JSON.stringify({ quoteLifetimeS: 60, refreshS: 15, pairs: [{ pair: "ETHUSD" }] }),
  }),
  warned(
    setting("a setting of another version (AUDIT_JOURNAL)", "AUDIT_JOURNAL is not a setting, so it changes nothing", {
      AUDIT_JOURNAL: "/var/log/turnpike/audit",
    }),
  ),
  setting("an unknown level", "LOG_LEVEL must be one of trace, debug", { LOG_LEVEL: "verbose" }),
  setting("limits without a time", "RATE_LIMITS must be off, or read=requests/seconds", { RATE_LIMITS: "read=100" }),
  setting("options that live a second", "OPTION_LIFETIME_S must be seconds, 60 to", { OPTION_LIFETIME_S: "1" }),
  setting("an origin with a path", "POS_ORIGINS must be none, or origins", { POS_ORIGINS: "https://pos.example/a" }),
  problem("an unknown role", "serve", "Allowed choices are api, worker, all", { changes: { ROLE: "both" } }),
];

export const MISTAKES: readonly Mistake[] = [...DATABASE, ...KEYS, ...CHAINS, ...NETWORK, ...OTHERS];
