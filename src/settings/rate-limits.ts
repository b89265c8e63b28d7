// How many requests a caller may make, by class: the form of the setting RATE_LIMITS.

/** What a bucket is for, and whose it is. */
export const RATE_CLASSES = [
  /** a partner's reads, of one key */
  "read",
  /** a partner's writes, of one key */
  "write",
  /** the gateway, of one key */
  "gateway",
  /** the gateway, of one app id at one address: the id is public, so its other users must not pay for one of them */
  "app",
  /** everything else, of one address: pages, and requests whose sender is not recognised */
  "anonymous",
] as const;
export type RateClass = (typeof RATE_CLASSES)[number];

export interface Rate {
  /** Requests that may be made at once after a rest. */
  readonly quota: number;
  /** Seconds in which as many come back, evenly. */
  readonly windowS: number;
}

export type RateLimits = Readonly<Record<RateClass, Rate>>;

const QUOTA_MAX = 1_000_000_000;
const WINDOW_S_MAX = 86_400;
const ENTRY = /^([a-z]+)=([1-9][0-9]{0,9})\/([1-9][0-9]{0,5})$/;

/** `class=requests/seconds` of every class, comma-separated, or `off` (null); undefined where it is neither. */
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
  const [read, write, gateway, app, anonymous] = RATE_CLASSES.map((name) => rates.get(name));
  return read && write && gateway && app && anonymous ? { read, write, gateway, app, anonymous } : undefined;
}
