// Mistakes in the rates file are reported by field, with the expected value.
import { describe, expect, it } from "vitest";
import { parseRates } from "../../src/rates/config.ts";

const FEED = "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70";
const CHAIN = "eip155:8453";

const feed = { type: "feed", chain: CHAIN, address: FEED };
const http = { type: "http", url: "https://prices.example/v2/spot?key=hush", path: "data.amount" };
const fixed = { type: "static", price: "3000.00", asOf: "2026-01-31T12:00:00Z" };
const pair = { pair: "ETH/USD", maxAgeS: 3_600, sources: [feed, http, fixed] };

const issuesOf = (json: unknown) => {
  const parsed = parseRates(json, [CHAIN]);
  return parsed.kind === "invalid" ? parsed.issues : [];
};

describe("a valid rates file", () => {
  it("becomes pairs with their sources, with defaults filled in", () => {
    expect(parseRates({ pairs: [pair] }, [CHAIN])).toEqual({
      kind: "ok",
      rates: {
        quoteLifetimeS: 60,
        refreshS: 15,
        pairs: [
          {
            name: "ETH/USD",
            base: "ETH",
            quote: "USD",
            maxSpreadPpm: 10_000n,
            minSources: 2,
            minPrice: null,
            maxPrice: null,
            sources: [
              {
                type: "feed",
                label: `feed ${CHAIN}/${FEED}`,
                maxAgeS: 3_600,
                chain: CHAIN,
                address: FEED,
                description: "ETH/USD",
                sequencerFeed: null,
              },
              {
                type: "http",
                label: "http prices.example",
                maxAgeS: 3_600,
                url: http.url,
                path: "data.amount",
                timePath: null,
                headers: {},
              },
              { type: "static", label: "static", maxAgeS: 3_600, price: "3000.00", asOfS: 1_769_860_800 },
            ],
          },
        ],
      },
    });
  });

  it("may set every field", () => {
    const sources = [
      { ...feed, address: FEED.toLowerCase(), description: "Ether / Dollar", sequencerFeed: FEED, maxAgeS: 90_000 },
      { ...http, name: "spot", timePath: "data.time", headers: { "x-key": "hush" } },
      { ...http, path: "data.bid" },
    ];
    const more = {
      ...pair,
      sources,
      maxSpreadPercentage: "0.25",
      minSources: 3,
      minPrice: "100",
      maxPrice: "100000.5",
    };
    const parsed = parseRates({ quoteLifetimeS: 30, refreshS: 5, pairs: [more] }, [CHAIN]);
    expect(parsed).toMatchObject({
      rates: {
        quoteLifetimeS: 30,
        refreshS: 5,
        pairs: [
          {
            maxSpreadPpm: 2_500n,
            minSources: 3,
            minPrice: { numerator: 100n, denominator: 1n },
            maxPrice: { numerator: 1_000_005n, denominator: 10n },
            sources: [
              { address: FEED, description: "Ether / Dollar", sequencerFeed: FEED, maxAgeS: 90_000 },
              { label: "spot", timePath: "data.time", headers: { "x-key": "hush" } },
              { label: "http prices.example" },
            ],
          },
        ],
      },
    });
  });

  it("numbers two sources of one name", () => {
    const parsed = parseRates({ pairs: [{ ...pair, sources: [http, { ...http, path: "data.bid" }] }] }, [CHAIN]);
    const labels = parsed.kind === "ok" ? parsed.rates.pairs[0]?.sources.map(({ label }) => label) : [];
    expect(labels).toEqual(["http prices.example (1)", "http prices.example (2)"]);
  });

  it.each(["http://localhost:8080/p", "http://127.0.0.1/p", "http://[::1]:1/p", "https://10.0.0.1/p"])(
    "may use %s",
    (url) => {
      expect(issuesOf({ pairs: [{ ...pair, sources: [{ ...http, url }] }] })).toEqual([]);
    },
  );
});

describe("a mistake is reported", () => {
  const withPair = (changes: object) => ({ pairs: [{ ...pair, ...changes }] });
  const withSource = (source: object) => withPair({ sources: [source] });
  const { type: _, ...untyped } = feed;

  it.each<[string, unknown, string, RegExp]>([
    ["a list", [], "", /an object with pairs/],
    ["no pairs", {}, "pairs", /is missing: must be a list of 1 to 100 pairs/],
    ["an empty list", { pairs: [] }, "pairs", /1 to 100 pairs/],
    ["another setting", { pairs: [pair], refresh: 5 }, "refresh", /not a setting here/],
    ["a quote that lives too long", { pairs: [pair], quoteLifetimeS: 86_400 }, "quoteLifetimeS", /10 to 3600/],
    ["a pair with one side", withPair({ pair: "ETHUSD" }), "pairs.0.pair", /for example ETH\/USD/],
    ["a pair with equal sides", withPair({ pair: "USD/USD" }), "pairs.0.pair", /two different sides/],
    ["a pair in reverse", { pairs: [pair, { ...pair, pair: "USD/ETH" }] }, "pairs.1.pair", /duplicates pairs/],
    ["no age", withPair({ maxAgeS: undefined }), "pairs.0.maxAgeS", /too old/],
    ["an age below the refresh interval", withPair({ maxAgeS: 29 }), "pairs.0.maxAgeS", /at least 30, twice refreshS/],
    ["a source's own age", withSource({ ...http, maxAgeS: 3 }), "pairs.0.sources.0.maxAgeS", /at least 30/],
    ["a spread that is a number", withPair({ maxSpreadPercentage: 1 }), "pairs.0.maxSpreadPercentage", /as a string/],
    ["more required sources than there are", withPair({ minSources: 4 }), "pairs.0.minSources", /at most 3/],
    ["bounds in the wrong order", withPair({ minPrice: "2", maxPrice: "2.0" }), "pairs.0.maxPrice", /above minPrice/],
    ["no source", withPair({ sources: [] }), "pairs.0.sources", /1 to 7 sources/],
    [
      "the same source twice",
      withPair({ sources: [feed, { ...feed, name: "x" }] }),
      "pairs.0.sources.1",
      /^duplicates sources.0$/,
    ],
    ["a source without a type", withSource(untyped), "pairs.0.sources.0.type", /"feed", "http" or "static"/],
    [
      "a source of an unknown type",
      withSource({ type: "oracle" }),
      "pairs.0.sources.0.type",
      /"feed", "http" or "static"/,
    ],
    ["a field of another type", withSource({ ...feed, path: "x" }), "pairs.0.sources.0.path", /not a setting here/],
    [
      "a feed on an unknown chain",
      withSource({ ...feed, chain: "eip155:1" }),
      "pairs.0.sources.0.chain",
      /eip155:1 is not/,
    ],
    ["a feed's address", withSource({ ...feed, address: "0x1" }), "pairs.0.sources.0.address", /40 hex digits/],
    [
      "a wrong checksum",
      withSource({ ...feed, address: FEED.replace("d", "D") }),
      "pairs.0.sources.0.address",
      /EIP-55/,
    ],
    ["plain http", withSource({ ...http, url: "http://prices.example" }), "pairs.0.sources.0.url", /https/],
    [
      "plain http in disguise",
      withSource({ ...http, url: "http://localhost:1@x.example" }),
      "pairs.0.sources.0.url",
      /https/,
    ],
    [
      "credentials",
      withSource({ ...http, url: "https://u:hush@x.example" }),
      "pairs.0.sources.0.url",
      /without credentials/,
    ],
    ["another protocol", withSource({ ...http, url: "file:///etc/passwd" }), "pairs.0.sources.0.url", /https URL/],
    ["a path with an empty part", withSource({ ...http, path: "a..b" }), "pairs.0.sources.0.path", /data\.amount/],
    ["a price that is a number", withSource({ ...fixed, price: 3000 }), "pairs.0.sources.0.price", /as a string/],
    ["a price of zero", withSource({ ...fixed, price: "0.00" }), "pairs.0.sources.0.price", /above 0/],
    [
      "a time without a zone",
      withSource({ ...fixed, asOf: "2026-01-31" }),
      "pairs.0.sources.0.asOf",
      /2026-01-31T12:00:00Z/,
    ],
    ["an impossible time", withSource({ ...fixed, asOf: "2026-13-31T12:00Z" }), "pairs.0.sources.0.asOf", /existing/],
  ])("%s", (_, json, field, message) => {
    const issues = issuesOf(json);
    expect(issues.map((issue) => issue.field)).toContain(field);
    expect(issues.find((issue) => issue.field === field)?.message).toMatch(message);
    expect(JSON.stringify(issues)).not.toContain("hush");
  });
});
