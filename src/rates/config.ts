// Parses and validates the rates file.
import { type Address, getAddress, isAddress } from "viem";
import { compare, type Fraction, isPositive, parseDecimal } from "../money/fraction.ts";
import { type ConfigIssue, formIssues } from "../settings/config-issues.ts";
import { type PairEntry, type RatesEntry, RatesSchema, type SourceEntry, SourceSchemas } from "./config-schema.ts";

export type { RatesEntry } from "./config-schema.ts";

export interface RatesConfig {
  /** Seconds for which a quoted price holds. */
  readonly quoteLifetimeS: number;
  /** Seconds after which sources are read again. */
  readonly refreshS: number;
  readonly pairs: readonly Pair[];
}

/** The price of one `base` in `quote`. */
export interface Pair {
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  readonly sources: readonly Source[];
  /** Maximum spread of the prices, in parts per million of the median. */
  readonly maxSpreadPpm: bigint;
  readonly minSources: number;
  readonly minPrice: Fraction | null;
  readonly maxPrice: Fraction | null;
}

interface SourceFacts {
  /** Identifies it in quotes, logs and reports; contains no secret. */
  readonly label: string;
  /** Seconds after which its price is too old. */
  readonly maxAgeS: number;
}

export interface FeedSource extends SourceFacts {
  readonly type: "feed";
  /** CAIP-2. */
  readonly chain: string;
  readonly address: Address;
  /** The expected description(). */
  readonly description: string;
  readonly sequencerFeed: Address | null;
}

export interface HttpSource extends SourceFacts {
  readonly type: "http";
  readonly url: string;
  readonly path: string;
  readonly timePath: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface StaticSource extends SourceFacts {
  readonly type: "static";
  readonly price: string;
  readonly asOfS: number;
}

export type Source = FeedSource | HttpSource | StaticSource;

/** Long enough to compare and sign, and short enough for the market to move little. */
const QUOTE_LIFETIME_S = 60;
const REFRESH_S = 15;
const MAX_SPREAD_PERCENTAGE = "1";
const PPM_PER_PERCENT = 10_000n;

export type ParsedRates =
  | { readonly kind: "ok"; readonly rates: RatesConfig }
  | { readonly kind: "invalid"; readonly issues: readonly ConfigIssue[] };

/**
 * @param json the parsed rates file
 * @param chains CAIP-2 ids of the chains on which feeds can be read
 */
export function parseRates(json: unknown, chains: readonly string[]): ParsedRates {
  const malformed = formIssues(RatesSchema, json);
  if (malformed.length > 0) return { kind: "invalid", issues: malformed };
  const entry = json as RatesEntry;
  const malformedSources = eachSource(entry, (source, field) =>
    issuesAt(field, formIssues(SourceSchemas[source.type], source)),
  );
  if (malformedSources.length > 0) return { kind: "invalid", issues: malformedSources };
  const issues = [
    ...entry.pairs.flatMap((pair, index) => pairIssues(pair, `pairs.${index}`)),
    ...repeatedPairs(entry.pairs),
    ...eachSource(entry, (source, field) => sourceIssues(source, chains, field)),
    ...ageIssues(entry),
  ];
  return issues.length > 0 ? { kind: "invalid", issues } : { kind: "ok", rates: toConfig(entry) };
}

/** A price that ages faster than it is refreshed would be available only intermittently. */
function ageIssues({ pairs, refreshS = REFRESH_S }: RatesEntry): ConfigIssue[] {
  const least = 2 * refreshS;
  const message = `must be at least ${least}, twice refreshS (${refreshS})`;
  return pairs.flatMap(({ maxAgeS, sources }, index) => {
    const ages = [{ field: "maxAgeS", maxAgeS }, ...sources.map((s, at) => ({ ...s, field: `sources.${at}.maxAgeS` }))];
    return ages
      .filter((age) => (age.maxAgeS ?? least) < least)
      .map(({ field }) => ({ field: `pairs.${index}.${field}`, message }));
  });
}

function eachSource(
  { pairs }: RatesEntry,
  issuesOf: (source: SourceEntry, field: string) => readonly ConfigIssue[],
): ConfigIssue[] {
  return pairs.flatMap(({ sources }, pair) =>
    sources.flatMap((source, at) => issuesOf(source, `pairs.${pair}.sources.${at}`)),
  );
}

const issuesAt = (field: string, issues: readonly ConfigIssue[]): ConfigIssue[] =>
  issues.map((issue) => ({ ...issue, field: issue.field ? `${field}.${issue.field}` : field }));

function toConfig({ quoteLifetimeS, refreshS, pairs }: RatesEntry): RatesConfig {
  return {
    quoteLifetimeS: quoteLifetimeS ?? QUOTE_LIFETIME_S,
    refreshS: refreshS ?? REFRESH_S,
    pairs: pairs.map(toPair),
  };
}

function toPair(entry: PairEntry): Pair {
  const [base = "", quote = ""] = entry.pair.split("/");
  return {
    name: entry.pair,
    base,
    quote,
    sources: labelled(entry.sources.map((source) => toSource(entry, source))),
    maxSpreadPpm: toPpm(entry.maxSpreadPercentage ?? MAX_SPREAD_PERCENTAGE),
    // At least half: one of two, two of three.
    minSources: entry.minSources ?? Math.ceil(entry.sources.length / 2),
    minPrice: entry.minPrice === undefined ? null : parseDecimal(entry.minPrice),
    maxPrice: entry.maxPrice === undefined ? null : parseDecimal(entry.maxPrice),
  };
}

function toPpm(percentage: string): bigint {
  const value = parseDecimal(percentage);
  return value ? (value.numerator * PPM_PER_PERCENT) / value.denominator : 0n;
}

function toSource(pair: PairEntry, entry: SourceEntry): Source {
  const maxAgeS = entry.maxAgeS ?? pair.maxAgeS;
  switch (entry.type) {
    case "feed": {
      const address = getAddress(entry.address);
      const sequencerFeed = entry.sequencerFeed === undefined ? null : getAddress(entry.sequencerFeed);
      const label = entry.name ?? `feed ${entry.chain}/${address}`;
      const description = entry.description ?? pair.pair;
      return { type: "feed", label, maxAgeS, chain: entry.chain, address, description, sequencerFeed };
    }
    case "http": {
      const { url, path, timePath = null, headers = {} } = entry;
      return { type: "http", label: entry.name ?? `http ${new URL(url).host}`, maxAgeS, url, path, timePath, headers };
    }
    case "static": {
      const { price, asOf } = entry;
      return { type: "static", label: entry.name ?? "static", maxAgeS, price, asOfS: Date.parse(asOf) / 1000 };
    }
  }
}

/** Appends the position to labels that occur twice. */
const labelled = (sources: readonly Source[]): Source[] =>
  sources.map((source, index) =>
    sources.filter(({ label }) => label === source.label).length > 1
      ? { ...source, label: `${source.label} (${index + 1})` }
      : source,
  );

function pairIssues(entry: PairEntry, field: string): ConfigIssue[] {
  const [base, quote] = entry.pair.split("/");
  const issues: ConfigIssue[] = [];
  if (base === quote) issues.push({ field: `${field}.pair`, message: "must have two different sides" });
  if ((entry.minSources ?? 1) > entry.sources.length) {
    issues.push({
      field: `${field}.minSources`,
      message: `must be at most ${entry.sources.length}, the number of sources`,
    });
  }
  const least = parseDecimal(entry.minPrice ?? "0");
  const most = entry.maxPrice === undefined ? null : parseDecimal(entry.maxPrice);
  if (least && most && compare(most, least) <= 0) {
    issues.push({ field: `${field}.maxPrice`, message: "must be above minPrice, and above 0" });
  }
  return [...issues, ...repeatedSources(entry.sources, field)];
}

function repeatedSources(sources: readonly SourceEntry[], field: string): ConfigIssue[] {
  const first = new Map<string, number>();
  return sources.flatMap((source, index) => {
    const origin = originOf(source);
    const earlier = first.get(origin);
    if (earlier === undefined) {
      first.set(origin, index);
      return [];
    }
    return [{ field: `${field}.sources.${index}`, message: `duplicates sources.${earlier}` }];
  });
}

/** Identifies a price's origin: the same origin listed twice would count twice. */
function originOf(source: SourceEntry): string {
  switch (source.type) {
    case "feed":
      return `${source.chain}/${source.address.toLowerCase()}`;
    case "http":
      return `${source.url} ${source.path}`;
    case "static":
      return "static";
  }
}

function repeatedPairs(pairs: readonly PairEntry[]): ConfigIssue[] {
  const first = new Map<string, number>();
  return pairs.flatMap(({ pair }, index) => {
    const sides = pair.split("/").toSorted().join("/");
    const earlier = first.get(sides);
    if (earlier === undefined) {
      first.set(sides, index);
      return [];
    }
    return [
      {
        field: `pairs.${index}.pair`,
        message: `duplicates pairs.${earlier}.pair; give a pair once, in one direction`,
      },
    ];
  });
}

function sourceIssues(source: SourceEntry, chains: readonly string[], field: string): ConfigIssue[] {
  switch (source.type) {
    case "feed":
      return [
        ...(chains.includes(source.chain)
          ? []
          : [{ field: `${field}.chain`, message: `must be in the chains file: ${source.chain} is not` }]),
        ...checksumIssues(source.address, `${field}.address`),
        ...checksumIssues(source.sequencerFeed ?? source.address.toLowerCase(), `${field}.sequencerFeed`),
      ];
    case "http":
      return isAllowedUrl(source.url)
        ? []
        : [{ field: `${field}.url`, message: "must be an https URL without credentials (http only on this machine)" }];
    case "static":
      return [
        ...(isPositive(parseDecimal(source.price) ?? ZERO)
          ? []
          : [{ field: `${field}.price`, message: "must be above 0" }]),
        ...(Number.isNaN(Date.parse(source.asOf))
          ? [{ field: `${field}.asOf`, message: "must be an existing date and time" }]
          : []),
      ];
  }
}

const ZERO: Fraction = { numerator: 0n, denominator: 1n };

/** An address in a single case carries no checksum. */
const checksumIssues = (address: string, field: string): ConfigIssue[] =>
  /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(address) || isAddress(address, { strict: true })
    ? []
    : [{ field, message: `must be EIP-55 checksummed: ${address} has a wrong digit or letter case` }];

const OWN_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Over plain http, anyone on the network path could set the price. */
function isAllowedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return (protocol === "https:" || OWN_HOSTS.includes(hostname)) && username === "" && password === "";
}
