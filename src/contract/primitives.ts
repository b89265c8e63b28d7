// Schema primitives, each named once. Lengths are in Unicode code points, as JSON Schema and PostgreSQL count them.
// A `description` says what a value must be: it stands in the specification and in the error a caller gets.
import Type, { type Static, type TObject, type TProperties, type TSchema } from "typebox";

/** An object that takes no other fields. */
export const closed = <Properties extends TProperties>(properties: Properties): TObject<Properties> =>
  Type.Object(properties, { additionalProperties: false });

/** The same schema with null; as a list of types, because it validates and serialises faster than a union. */
export const nullable = <Schema extends TSchema & { type: string }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, "null"] });

/** One of these texts. */
export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: "string", enum: [...values] });

/** One of these texts, or null. */
export const oneOfOrNull = <const Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value | null>({ type: ["string", "null"], enum: [...values, null] });

/** Longest id that is looked up; ours are shorter, so a longer one names nothing. */
export const ID_LENGTH_MAX = 64;

/** Seconds of 9999-12-31T23:59:59Z: later times have no ISO 8601 form with a four-digit year. */
const UNIX_SECONDS_MAX = 253_402_300_799;

export const unixSeconds = Type.Integer({
  minimum: 0,
  maximum: UNIX_SECONDS_MAX,
  description: "Unix seconds, before the year 10000",
});

export const timestamp = Type.String({ format: "date-time" });
export const pollInMs = Type.Integer({ minimum: 0, description: "milliseconds to wait before the next check" });
export const transactionId = Type.String({ description: "hash of a transaction" });
export const account = Type.String({ description: "a CAIP-10 account" });
export const asset = Type.String({ description: "a CAIP-19 asset" });
export const url = Type.String({ format: "uri" });

/** RFC 5321 §4.5.3.1.3: a mailbox fits a path of 256 characters with its brackets. */
const EMAIL_LENGTH_MAX = 254;
export const email = Type.String({ format: "email", maxLength: EMAIL_LENGTH_MAX, description: "an email address" });

/** What browsers and proxies carry without trouble. */
const URL_LENGTH_MAX = 2_048;
export const httpsUrl = Type.String({
  format: "uri",
  pattern: "^[hH][tT][tT][pP][sS]://[^\\s/?#@]+([/?#]|$)",
  maxLength: URL_LENGTH_MAX,
  description: "an https URL without credentials",
});
/** Where a buyer is sent back to; which URLs that may be is for the operation to say. */
export const redirectUrl = Type.String({ maxLength: URL_LENGTH_MAX });

export const merchantName = Type.String({ minLength: 1, maxLength: 256, description: "text of 1 to 256 characters" });

export const merchantSearch = Type.String({ minLength: 1, maxLength: 256, description: "text of 1 to 256 characters" });

export const maxPollMs = Type.Integer({
  minimum: 0,
  maximum: 2 ** 63, // int64; what lies in it but beyond the longest wait is clamped later
  description: "an integer of milliseconds, 0 or more",
});

/** `\p{Cc}` are the control characters. */
export const referenceId = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: "^[^\\p{Cc}]*$",
  description: "text of 1 to 256 characters without control characters",
});

/** An amount as a caller sends it; which units and values are money is for the operation to say. */
export const amountInput = closed({
  unit: Type.String(),
  value: Type.String(),
  display: Type.Optional(
    closed({
      assetSymbol: Type.Optional(Type.String()),
      assetName: Type.Optional(Type.String()),
      decimals: Type.Optional(Type.Integer()),
      iconUrl: Type.Optional(Type.String()),
      networkName: Type.Optional(Type.String()),
      networkIconUrl: Type.Optional(Type.String()),
    }),
  ),
});

export const amount = Type.Object({
  unit: Type.String(),
  value: Type.String(),
  display: Type.Optional(
    Type.Object({
      assetSymbol: Type.String(),
      assetName: Type.String(),
      decimals: Type.Integer(),
      iconUrl: Type.Optional(Type.String()),
      networkName: Type.Optional(Type.String()),
      networkIconUrl: Type.Optional(Type.String()),
    }),
  ),
});
