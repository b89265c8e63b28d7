// The settings of the HTTP layer.
import type { Logger } from "pino";
import type { Settings } from "../http/settings.ts";
import type { Config } from "../settings/config.ts";

/** @param publicUrl its value is final only once the server listens, because the port may be chosen then */
export const httpSettings = (
  config: Config,
  log: Logger,
  publicUrl: { readonly value: string },
  others: Pick<Settings, "readiness" | "observer" | "tracing" | "local">,
): Settings => ({
  ...others,
  get publicUrl() {
    return publicUrl.value;
  },
  payLinkHost: config.payLinkHost,
  logger: log,
  heldPerAddressMax: config.heldRequestsPerAddress,
  rateLimits: config.rateLimits,
  trustedProxies: config.trustedProxies ?? [],
  formFrameAncestors: config.formFrameAncestors,
  posOrigins: config.posOrigins,
  androidApps: config.androidApps,
  iosApps: config.iosApps,
  buyerDataRetentionDays: config.buyerDataRetentionDays,
});

const DAY_S = 86_400;

export const limitsOf = ({ optionLifetimeS, paymentLifetimeMaxDays, depositLimits, isProduction }: Config) => ({
  optionLifetimeS,
  paymentLifetimeMaxS: paymentLifetimeMaxDays * DAY_S,
  depositLimits,
  allowsLocalRedirects: !isProduction,
});
