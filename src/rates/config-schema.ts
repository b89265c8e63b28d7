// Market rates in the rates file (JSON). Each description completes "must be …" in an error.
import Type, { type Static } from "typebox";
import { SHOWN_TEXT } from "../payment/shown-text.ts";

/** Checks the type only; the schema of that type checks the rest. */
const AnySourceSchema = Type.Object(
  { type: Type.String({ pattern: "^(feed|http|static)$", description: '"feed", "http" or "static"' }) },
  { description: "a source: an object with a type" },
);

const decimal = (description: string) =>
  Type.String({ pattern: "^[0-9]{1,30}(\\.[0-9]{1,30})?$", description: `${description}, for example "3000.00"` });

const seconds = (least: number, most: number, description: string) =>
  Type.Integer({ minimum: least, maximum: most, description: `${description}, ${least} to ${most}` });

const YEAR_S = 31_536_000;
const maxAgeS = seconds(1, YEAR_S, "the seconds after which a price is too old");

const PairSchema = Type.Object(
  {
    /** Base and quote: an asset's symbol or a currency, then a currency. The price is that of one base in quote. */
    pair: Type.String({
      pattern: "^[^/\\s]{1,32}/[^/\\s]{1,32}$",
      description: "two symbols or currencies with a slash between them, for example ETH/USD",
    }),
    sources: Type.Array(AnySourceSchema, { minItems: 1, maxItems: 7, description: "a list of 1 to 7 sources" }),
    maxAgeS,
    /** Largest minus smallest price, against the median. */
    maxSpreadPercentage: Type.Optional(
      Type.String({
        pattern: "^[0-9]{1,2}(\\.[0-9]{1,4})?$",
        description: 'a percentage below 100 as a string, for example "1"',
      }),
    ),
    minSources: Type.Optional(Type.Integer({ minimum: 1, maximum: 7, description: "a number of sources, 1 to 7" })),
    /** Prices outside these bounds are rejected. Feeds have built-in limits at which they stop following the market. */
    minPrice: Type.Optional(decimal("a price as a string")),
    maxPrice: Type.Optional(decimal("a price as a string")),
  },
  { additionalProperties: false, description: "a pair with its sources" },
);

export const RatesSchema = Type.Object(
  {
    quoteLifetimeS: Type.Optional(seconds(10, 3_600, "the seconds for which an option's price holds")),
    refreshS: Type.Optional(seconds(1, 3_600, "the seconds after which sources are read again")),
    pairs: Type.Array(PairSchema, { minItems: 1, maxItems: 100, description: "a list of 1 to 100 pairs" }),
  },
  { additionalProperties: false, description: "an object with pairs" },
);

/** Identifies a source in quotes and logs instead of its address or host. */
const name = Type.Optional(
  Type.String({ minLength: 1, maxLength: 60, pattern: SHOWN_TEXT, description: "a name of 1 to 60 characters" }),
);
const common = { name, maxAgeS: Type.Optional(maxAgeS) };

const address = (description: string) =>
  Type.String({
    pattern: "^0x[0-9a-fA-F]{40}$",
    description: `${description}: 0x and 40 hex digits, EIP-55 checksummed`,
  });

const path = (description: string) => Type.String({ pattern: "^[^.]{1,60}(\\.[^.]{1,60}){0,9}$", description });

const FeedSchema = Type.Object(
  {
    type: Type.Literal("feed"),
    ...common,
    chain: Type.String({ pattern: "^eip155:[1-9][0-9]{0,14}$", description: "a CAIP-2 id, for example eip155:8453" }),
    address: address("the feed's address"),
    /** Must equal the feed's description() up to white space, which detects a wrong address. */
    description: Type.Optional(
      Type.String({ minLength: 1, maxLength: 60, description: "the feed's description, for example ETH / USD" }),
    ),
    sequencerFeed: Type.Optional(address("the sequencer uptime feed's address")),
  },
  { additionalProperties: false },
);

const HttpSchema = Type.Object(
  {
    type: Type.Literal("http"),
    ...common,
    url: Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2_048, description: "an https URL" }),
    path: path("the path to the price in the JSON response, for example data.amount"),
    /** Without it, the time of the response is the price's time. */
    timePath: Type.Optional(path("the path to the price's time in the JSON response, for example data.updated")),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: "^[A-Za-z0-9-]{1,100}$" }), Type.String({ maxLength: 1_000 }), {
        description: "request headers: an object of strings",
      }),
    ),
  },
  { additionalProperties: false },
);

const StaticSchema = Type.Object(
  {
    type: Type.Literal("static"),
    ...common,
    price: decimal("a price as a string"),
    asOf: Type.String({
      pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z$",
      description: "the time it was set, for example 2026-01-31T12:00:00Z",
    }),
  },
  { additionalProperties: false },
);

export const SourceSchemas = { feed: FeedSchema, http: HttpSchema, static: StaticSchema } as const;

/** A rates file with sources of any type. */
export type RatesEntry = Omit<Static<typeof RatesSchema>, "pairs"> & {
  readonly pairs: readonly PairEntry[];
};
export type PairEntry = Omit<Static<typeof PairSchema>, "sources"> & { readonly sources: readonly SourceEntry[] };
export type SourceEntry = Static<typeof FeedSchema> | Static<typeof HttpSchema> | Static<typeof StaticSchema>;
