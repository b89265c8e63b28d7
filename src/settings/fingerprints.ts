// Fingerprints of the settings that must be the same in each process. They show that two values differ, and no value.
import { createHmac } from "node:crypto";
import type { Config } from "./config.ts";

export interface ComparedParts {
  readonly config: Config;
  readonly role: "api" | "worker" | "all";
  readonly version: string;
  /** Null in a worker. */
  readonly secretKey: Buffer | null;
  /** The chains, each with its RPC URLs, which may differ. */
  readonly chains: readonly { readonly rpcUrls: readonly string[] }[];
  readonly rates: object | null;
}

const HEX_DIGITS = 32;

/** By the setting's name. @param key of this installation's database */
export function fingerprintsOf(parts: ComparedParts, key: Buffer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(valuesOf(parts)).map(([name, value]) => {
      const text = JSON.stringify([name, value], plain);
      return [name, createHmac("sha256", key).update(text).digest("hex").slice(0, HEX_DIGITS)];
    }),
  );
}

/** A worker has no part in the requests of buyers and partners, and so needs none of their settings. */
function valuesOf({ config, role, version, secretKey, chains, rates }: ComparedParts): Record<string, unknown> {
  const everywhere = {
    version,
    NODE_ENV: config.isProduction,
    CHAINS_FILE: chains.map(({ rpcUrls: _, ...chain }) => chain),
    PUBLIC_URL: config.publicUrl,
    BUYER_DATA_KEYS: config.buyerDataKeys,
    BUYER_DATA_RETENTION_DAYS: config.buyerDataRetentionDays,
    FEE_PERCENTAGE: config.feePpm,
    WEBHOOK_NETWORKS: config.webhookNetworks,
    SMTP_URL: config.mail?.server ?? null,
    MAIL_FROM: config.mail?.from ?? null,
    // The same list may be in another place on another machine.
    SCREENING: (config.screening ?? []).map((source) => (source.type === "list" ? "list" : source)),
  };
  if (role === "worker") return everywhere;
  return {
    ...everywhere,
    SECRET_KEY: [secretKey, config.formerSecretKey],
    RECEIPT_KEYS: config.receiptKeys,
    RATES_FILE: rates,
    PAY_LINK_HOST: config.payLinkHost,
    PAYMENT_LIFETIME_MAX_DAYS: config.paymentLifetimeMaxDays,
    OPTION_LIFETIME_S: config.optionLifetimeS,
    DESTINATION_GRACE_S: config.destinationGraceS,
    DEPOSIT_LIFETIME_S: config.depositLimits.lifetimeS,
    DEPOSIT_RATE_HOLD_S: config.depositLimits.rateHoldS,
    DEPOSIT_ADDRESSES_MAX: config.depositLimits.openMax,
    FORM_FRAME_ANCESTORS: config.formFrameAncestors,
    POS_ORIGINS: config.posOrigins,
    ANDROID_APPS: config.androidApps,
    IOS_APPS: config.iosApps,
    RATE_LIMITS: config.rateLimits,
  };
}

/** JSON without the types that it lacks. */
const plain = (_: string, value: unknown): unknown => {
  if (typeof value === "bigint") return value.toString();
  return value instanceof Map ? [...value] : value;
};
