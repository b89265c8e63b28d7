// Parsers of the standard OpenTelemetry settings; each returns undefined for an invalid text.

export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/** The receiver of traces, and the share that is sent. */
export interface TracingConfig {
  /** Base URL; the exporter adds the path /v1/traces. */
  readonly endpoint: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly serviceName: string;
  readonly resource: ReadonlyMap<string, string>;
  readonly sampler: SamplerName;
  /** 0 to 1. */
  readonly ratio: number;
}

export const sampler = (value: string): SamplerName | undefined => SAMPLERS.find((name) => name === value);

export function ratio(value: string): number | undefined {
  const number = /^[01](\.[0-9]{1,9})?$/.test(value) ? Number(value) : Number.NaN;
  return number <= 1 ? number : undefined;
}

export function collectorUrl(value: string): string | undefined {
  if (!URL.canParse(value) || !["http:", "https:"].includes(new URL(value).protocol)) return undefined;
  return value.replace(/\/+$/, "");
}

/** `key=value` pairs, comma-separated, percent-encoded (W3C Baggage, as the OpenTelemetry specification says). */
export function pairs(value: string): ReadonlyMap<string, string> | undefined {
  const found = value.split(",").map((pair) => /^\s*([\w.-]+)\s*=\s*([^,;\r\n]*?)\s*$/.exec(pair));
  try {
    return new Map(found.map((match) => [match?.[1] ?? throwInvalid(), decodeURIComponent(match?.[2] ?? "")]));
  } catch {
    return undefined;
  }
}

function throwInvalid(): never {
  throw new TypeError("not a pair");
}
