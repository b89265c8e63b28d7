// Settings that would break every payment, send buyers away or be ignored in silence are refused with their name.
import { expect, test } from "vitest";
import { type Config, readConfig } from "../../src/settings/config.ts";
import { servingProblems, servingWarnings } from "../../src/settings/serving.ts";

const KEY = "0123456789abcdef".repeat(4);
const ORDER = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
const PRODUCTION = { NODE_ENV: "production" };

test.each<[string, Record<string, string>, string]>([
  ["a mode", { NODE_ENV: "prod" }, "NODE_ENV must be one of production, development, test"],
  ["a mode in capitals", { NODE_ENV: "PRODUCTION" }, "NODE_ENV must be one of production"],
  ["a key of zeros", { SECRET_KEY: "0".repeat(64) }, "SECRET_KEY must be 64 hex digits"],
  ["a key of one pattern", { SECRET_KEY: "ab".repeat(32) }, "SECRET_KEY must be"],
  ["a former key of zeros", { SECRET_KEY: `${KEY},${"0".repeat(64)}` }, "SECRET_KEY must be"],
  ["a key for buyer data of zeros", { BUYER_DATA_KEYS: `1:${KEY},2:${"0".repeat(64)}` }, "BUYER_DATA_KEYS must be id:"],
  ["a key for receipts of zeros", { RECEIPT_KEYS: `${KEY},${"0".repeat(64)}` }, "RECEIPT_KEYS must be 64 hex digits"],
  ["a key for receipts twice", { RECEIPT_KEYS: `${KEY},${KEY.toUpperCase()}` }, "RECEIPT_KEYS must be"],
  ["keys for receipts with ids", { RECEIPT_KEYS: `1:${KEY}` }, "RECEIPT_KEYS must be"],
  ["a relayer's key of zeros", { RELAYER_KEYS: `0x${"0".repeat(64)}` }, "RELAYER_KEYS must be 0x-prefixed"],
  ["a key beyond the curve", { RELAYER_KEYS_8453: `0x${ORDER}` }, "RELAYER_KEYS_8453 must be 0x-prefixed"],
  ["a relayer's key twice", { RELAYER_KEYS: `0x${KEY},0x${KEY.toUpperCase()}` }, "comma-separated, each once"],
  ["all addresses as proxies", { TRUSTED_PROXIES: "0.0.0.0/0" }, "TRUSTED_PROXIES must be none, or IP addresses"],
  ["all IPv6 addresses", { TRUSTED_PROXIES: "127.0.0.1,::/0" }, "TRUSTED_PROXIES must be"],
  ["a short network", { TRUSTED_PROXIES: "10/8" }, "TRUSTED_PROXIES must be"],
  ["a range beyond the address", { TRUSTED_PROXIES: "10.0.0.0/33" }, "TRUSTED_PROXIES must be"],
  ["a password alone", { PUBLIC_URL: "https://:hush@pay.example" }, "PUBLIC_URL must be an http(s) URL without path"],
  ["a scheme", { PAY_LINK_HOST: "https://pay.example" }, "PAY_LINK_HOST must be a host name without https://"],
  ["a path", { PAY_LINK_HOST: "pay.example/x" }, "PAY_LINK_HOST must be"],
  ["a singular", { TRUSTED_PROXY: "127.0.0.1" }, "TRUSTED_PROXY is not a setting: use TRUSTED_PROXIES, or unset it"],
  ["a shorter word", { FEE_PERCENT: "1" }, "FEE_PERCENT is not a setting: use FEE_PERCENTAGE"],
  ["swapped letters", { PUBILC_URL: "https://pay.example" }, "use PUBLIC_URL"],
  ["a single word with a missing letter", { SCREENNG: "none" }, "use SCREENING"],
  ["the program's name before a single word", { TURNPIKE_SCREENING: "none" }, "use SCREENING"],
  ["a missing letter", { SCRET_KEY: KEY }, "use SECRET_KEY"],
  ["a missing underscore", { BUYERDATA_KEYS: `1:${KEY}` }, "use BUYER_DATA_KEYS"],
  ["small letters", { chains_file: "/chains.json" }, "use CHAINS_FILE"],
  ["a chain's setting in the plural", { RPC_URLS_8453: "https://a.example" }, "use RPC_URL_8453"],
  ["a chain's setting in the singular", { RELAYER_KEY_8453: `0x${KEY}` }, "use RELAYER_KEYS_8453"],
  ["a chain's name", { ...PRODUCTION, RPC_URL_BASE: "https://a.example" }, "use RPC_URL_<chain number>"],
  ["no chain", { ...PRODUCTION, RPC_URL: "https://a.example" }, "use RPC_URL_<chain number>"],
  ["the program's name before it", { TURNPIKE_PUBLIC_URL: "https://pay.example" }, "use PUBLIC_URL"],
  ["a file for a setting without", { PUBLIC_URL_FILE: "/run/url" }, "PUBLIC_URL cannot come from a file"],
])("%s is refused", (_, environment, words) => {
  expect(() => readConfig({}, environment)).toThrow(words);
  for (const value of Object.values(environment)) {
    if (value.includes(KEY)) expect(messageOf(environment)).not.toContain(KEY);
  }
});

function messageOf(environment: Record<string, string>): string {
  try {
    readConfig({}, environment);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

test("other programs' variables, and settings of every form, are accepted", () => {
  const others = {
    DATABASE_USER: "app",
    DATABASE_HOST: "db",
    DATABASE_NAME: "turnpike",
    NODE_OPTIONS: "--max-old-space-size=512",
    NODE_PATH: "/usr/lib/node",
    OTEL_TRACES_EXPORTER: "otlp",
    TURNPIKE_PORT: "tcp://10.0.0.1:4020", // Kubernetes, of a service named turnpike
    TURNPIKE_SERVICE_HOST: "10.0.0.1",
    METRICS_PORT_9464_TCP: "tcp://10.0.0.1:9464",
    HOSTNAME: "pay-1",
    PORTS: "1",
    ETH_RPC_URL: "https://a.example",
    RPC_URL_MAINNET: "https://a.example",
    PUBLIC_URL_FILE: "",
    LOG_DIR: "/var/log",
    SECRET: "x",
    KEY_FILE: "/run/key",
  };
  const ours = { RPC_URL_8453: "https://a.example", RELAYER_KEYS_1: `0x${KEY}`, TRUSTED_PROXIES: "10.0.0.0/24,::1" };
  expect(readConfig({}, { ...others, ...ours })).toMatchObject({ trustedProxies: ["10.0.0.0/24", "::1"] });
  expect(readConfig({}, { TRUSTED_PROXIES: "none" }).trustedProxies).toEqual([]);
});

const COMPLETE = {
  DATABASE_URL: "postgres://turnpike@127.0.0.1/turnpike",
  ...PRODUCTION,
  CHAINS_FILE: "/c.json",
  PUBLIC_URL: "https://pay.example",
  TRUSTED_PROXIES: "none",
};
const without = (name: keyof typeof COMPLETE): Config => readConfig({}, { ...COMPLETE, [name]: "" });

test.each(["CHAINS_FILE", "PUBLIC_URL", "TRUSTED_PROXIES"] as const)("production does not start without %s", (name) => {
  expect(servingProblems(readConfig({}, COMPLETE), "api")).toEqual([]);
  expect(servingProblems(without(name), "api")).toEqual([expect.stringMatching(`^${name} must be set in production`)]);
  expect(servingProblems(without(name), "worker")).toHaveLength(name === "TRUSTED_PROXIES" ? 0 : 1);
  expect(servingProblems({ ...without(name), isProduction: false }, "all")).toEqual([]);
});

test("one port cannot serve both the API and the metrics", () => {
  const config = readConfig({}, { PORT: "4020", METRICS_PORT: "4020" });
  expect(servingProblems(config, "all")).toEqual([
    expect.stringContaining("METRICS_PORT must differ from PORT (4020)"),
  ]);
  expect(servingProblems(config, "worker")).toEqual([]);
});

test.each([
  ["a high fee", { FEE_PERCENTAGE: "40" }, "FEE_PERCENTAGE takes 40 % of each payment"],
  ["a fee of some per cent", { FEE_PERCENTAGE: "5" }, null],
  ["no keys for buyer data", { ...PRODUCTION, RECEIPT_KEYS: KEY }, "BUYER_DATA_KEYS is not set: webhooks"],
  ["no keys for receipts", { ...PRODUCTION, BUYER_DATA_KEYS: `1:${KEY}` }, "RECEIPT_KEYS is not set: payments"],
  [
    "the primary for lists",
    { DATABASE_URL: "postgres://a/d", DATABASE_READ_URL: "postgres://b@a:5432/d" },
    "DATABASE_READ_URL names the server of DATABASE_URL",
  ],
  [
    "a socket and the same server for lists",
    { DATABASE_URL: "postgres://u@/d?host=/tmp", DATABASE_READ_URL: "postgres://u@localhost/d" },
    "DATABASE_READ_URL names the server of DATABASE_URL",
  ],
  ["a standby for lists", { DATABASE_URL: "postgres://a/d", DATABASE_READ_URL: "postgres://b/d" }, null],
])("%s: a warning", (_, environment, words) => {
  const warnings = servingWarnings(readConfig({}, environment), "all");
  expect(warnings).toEqual(words === null ? [] : [expect.stringContaining(words)]);
});
