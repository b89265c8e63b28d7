// What a service needs of its settings beyond their form: the first list stops the start, the second warns.

import type { Config } from "./config.ts";
import { databaseHosts, databaseUrlMissing, withHost } from "./database-url.ts";

type Role = "api" | "worker" | "all";

/** The problem of a process with the API. */
export const SECRET_KEY_MISSING = "SECRET_KEY must be set with DATABASE_URL: 64 hex digits";

/** In production nothing is guessed: a default that suits one machine would send buyers away, or stop payments. */
export function servingProblems(config: Config, role: Role): readonly string[] {
  const { isProduction, chainsFile, metricsPort, port } = config;
  const isPublic = role !== "worker";
  return [
    ...(isProduction && config.databaseUrl === null ? [databaseUrlMissing(config)] : []),
    ...(isProduction && chainsFile === null
      ? ["CHAINS_FILE must be set in production: without chains, nothing can be paid"]
      : []),
    ...(isProduction && config.publicUrl === null
      ? ["PUBLIC_URL must be set in production: payment links and webhooks begin with it"]
      : []),
    ...(isProduction && isPublic && config.trustedProxies === null
      ? ["TRUSTED_PROXIES must be set in production: the addresses of your proxies, or none"]
      : []),
    ...(isPublic && metricsPort !== null && metricsPort === port && port !== 0
      ? [`METRICS_PORT must differ from PORT (${port}): metrics have a port of their own`]
      : []),
  ];
}

/** Parts per million. */
const FEE_PPM_WARN = 50_000n;
const PPM_PER_PERCENT = 10_000;

export const servingWarnings = (config: Config, role: Role): readonly string[] => [
  ...(config.feePpm > FEE_PPM_WARN
    ? [
        `FEE_PERCENTAGE takes ${Number(config.feePpm) / PPM_PER_PERCENT} % of each payment. Check that it is meant: ` +
          "0.4 is four tenths of a per cent.",
      ]
    : []),
  ...(config.buyerDataKeys === null && config.isProduction
    ? [
        "BUYER_DATA_KEYS is not set: webhooks cannot be set up or delivered (503), and payments with a form cannot be " +
          "paid. Set it on every process, for example to 1:<openssl rand -hex 32>.",
      ]
    : []),
  ...(config.receiptKeys === null && config.isProduction && role !== "worker"
    ? [
        "RECEIPT_KEYS is not set: payments have no signed receipts. Set it on every process with the API, for example " +
          "to <openssl rand -hex 32>.",
      ]
    : []),
  ...(config.mail && config.buyerDataKeys === null && config.isProduction
    ? ["SMTP_URL is set without BUYER_DATA_KEYS, which encrypt the addresses that wait: no mail is sent."]
    : []),
  ...sameServer(config),
];

/** A list of several servers may be the same: the lists then use those that are standbys. */
function sameServer({ databaseUrl, databaseReadUrl }: Config): string[] {
  const [main = [], read = []] = [databaseUrl, databaseReadUrl].map((url) => databaseHosts(url ?? "") ?? []);
  if (main.length !== 1 || read.length !== 1 || hostOf(main[0]) !== hostOf(read[0])) return [];
  return [
    "DATABASE_READ_URL names the server of DATABASE_URL: it takes no load off the primary. Name a standby, or unset it.",
  ];
}

function hostOf(url = ""): string {
  const { hostname, port } = new URL(withHost(url));
  return `${hostname}:${port || "5432"}`;
}
