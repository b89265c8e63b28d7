// The setting RATE_LIMITS: how many requests a caller may make, by class.

/** Each class has one bucket per key or per address. A key of the role pos has one per address, as app ids have. */
export const RATE_CLASSES = [
  /** a partner's reads, per key */
  "read",
  /** a partner's writes, per key */
  "write",
  /** the gateway, per key */
  "gateway",
  /** the gateway, per app id and address: the id is public, so one user must not exhaust it for the others */
  "app",
  /** everything else, per address: pages, and unauthenticated requests */
  "anonymous",
  /** new deposit addresses, per caller of the gateway */
  "addresses",
] as const;
export type RateClass = (typeof RATE_CLASSES)[number];

export interface Rate {
  /** Capacity of the bucket: requests that may be made in a burst. */
  readonly quota: number;
  /** Seconds in which an empty bucket refills, evenly. */
  readonly windowS: number;
}

export type RateLimits = Readonly<Record<RateClass, Rate>>;

const QUOTA_MAX = 1_000_000_000;
const WINDOW_S_MAX = 86_400;
const ENTRY = /^([a-z]+)=([1-9][0-9]{0,9})\/([1-9][0-9]{0,5})$/;

/** Applies if the setting does not name the class. */
const ADDRESSES: Rate = { quota: 30, windowS: 60 };

/**
 * Parses `class=requests/seconds` for every class, comma-separated, or `off` (null); undefined if invalid. Only
 * `addresses` may be left out.
 */
export function parseRateLimits(text: string): RateLimits | null | undefined {
  if (text === "off") return null;
  const rates = new Map<string, Rate>();
  for (const entry of text.split(",")) {
    const [, name = "", quota = "", windowS = ""] = ENTRY.exec(entry.trim()) ?? [];
    const rate = { quota: Number(quota), windowS: Number(windowS) };
    const isFit = RATE_CLASSES.some((known) => known === name) && !rates.has(name);
    if (!isFit || rate.quota > QUOTA_MAX || rate.windowS > WINDOW_S_MAX) return undefined;
    rates.set(name, rate);
  }
  const [read, write, gateway, app, anonymous, addresses = ADDRESSES] = RATE_CLASSES.map((name) => rates.get(name));
  return read && write && gateway && app && anonymous ? { read, write, gateway, app, anonymous, addresses } : undefined;
}
