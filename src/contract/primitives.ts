// Shared schemas. Lengths are in Unicode code points, as in JSON Schema and PostgreSQL. A `description` says what a
// value must be: it appears in the specification and in validation errors.
import Type, { type Static, type TObject, type TProperties, type TSchema } from "typebox";
import { QUANTITY_MAX } from "../payment/line-item.ts";
import { SHOWN_LINES, SHOWN_TEXT } from "../payment/shown-text.ts";

/** An object that takes no other fields. */
export const closed = <Properties extends TProperties>(properties: Properties): TObject<Properties> =>
  Type.Object(properties, { additionalProperties: false });

/** The same schema or null, as a list of types, which validates and serialises faster than a union. */
export const nullable = <Schema extends TSchema & { type: string }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, "null"] });

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: "string", enum: [...values] });

export const oneOfOrNull = <const Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value | null>({ type: ["string", "null"], enum: [...values, null] });

/** Longer than any id. */
export const ID_LENGTH_MAX = 64;
/** Visible ASCII: the database would refuse a NUL, which a path or a link may contain percent-encoded. */
const ID = new RegExp(`^[!-~]{1,${ID_LENGTH_MAX}}$`);

/** Whether a text may be an id. Any other is unknown, and must not reach the database. */
export const mayBeId = (text: string): boolean => ID.test(text);

/** 9999-12-31T23:59:59Z: later times have no ISO 8601 form with a four-digit year. */
const UNIX_SECONDS_MAX = 253_402_300_799;

export const unixSeconds = Type.Integer({
  minimum: 0,
  maximum: UNIX_SECONDS_MAX,
  description: "Unix seconds, before the year 10000",
});

export const timestamp = Type.String({ format: "date-time" });
export const pollInMs = Type.Integer({ minimum: 0, description: "milliseconds to wait before the next poll" });
export const transactionId = Type.String({ description: "a transaction hash" });
export const account = Type.String({ description: "a CAIP-10 account" });
export const asset = Type.String({ description: "a CAIP-19 asset" });
export const url = Type.String({ format: "uri" });

/** RFC 5321 §4.5.3.1.3: a path, with its angle brackets, has at most 256 characters. */
const EMAIL_LENGTH_MAX = 254;
export const email = Type.String({
  format: "email",
  pattern: SHOWN_TEXT, // a quoted local part may have control characters
  maxLength: EMAIL_LENGTH_MAX,
  description: "an email address",
});

/** The length that browsers and proxies handle reliably. */
const URL_LENGTH_MAX = 2_048;
export const httpsUrl = Type.String({
  format: "uri",
  pattern: "^[hH][tT][tT][pP][sS]://[^\\s/?#@]+([/?#]|$)",
  maxLength: URL_LENGTH_MAX,
  description: "an https URL without credentials",
});
/** The operation decides which URLs are allowed. */
export const redirectUrl = Type.String({ maxLength: URL_LENGTH_MAX, pattern: SHOWN_TEXT });

/** Shown to buyers, in wallets and in spreadsheets. */
export const shownText = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: SHOWN_TEXT,
    description: `text of 1 to ${maxLength} characters without control characters`,
  });

/** Several lines, or none. */
export const shownLines = (maxLength: number) =>
  Type.String({
    maxLength,
    pattern: SHOWN_LINES,
    description: `text of at most ${maxLength} characters without control characters other than line breaks`,
  });

export const merchantName = shownText(256);

/** A name that people give to a user, a key or a device. */
const LABEL_LENGTH_MAX = 100;
export const label = shownText(LABEL_LENGTH_MAX);

const BRAND_NAME_MAX = 64;
/** Shown to buyers beside the merchant's name. */
export const branding = closed({
  color: Type.String({ pattern: "^#[0-9a-fA-F]{6}$", description: "a colour as #rrggbb" }),
  name: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: BRAND_NAME_MAX,
        pattern: SHOWN_TEXT,
        description: `text of 1 to ${BRAND_NAME_MAX} characters without control characters, or null`,
      }),
    ),
  ),
});

const DESCRIPTION_MAX = 500;
export const paymentDescription = shownText(DESCRIPTION_MAX);

const ITEM_NAME_MAX = 120;
export const lineItem = closed({
  name: shownText(ITEM_NAME_MAX),
  quantity: Type.Integer({
    minimum: 1,
    maximum: QUANTITY_MAX,
    description: `an integer from 1 to ${QUANTITY_MAX}`,
  }),
  amount: Type.Object(
    { unit: Type.String(), value: Type.String() },
    { additionalProperties: false, description: "{unit, value} of the whole line, in the payment's unit" },
  ),
});

export const merchantSearch = Type.String({ minLength: 1, maxLength: 256, description: "text of 1 to 256 characters" });

export const maxPollMs = Type.Integer({
  minimum: 0,
  maximum: 2 ** 63, // int64; values above the longest wait are clamped later
  description: "an integer of milliseconds, 0 or more",
});

export const referenceId = shownText(256);

/** On creation. */
export const deposit = Type.Boolean({
  description: "false if the payment must not be paid by a transfer to a deposit address",
});

/** An amount in a request; the operation decides which units and values are valid. */
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
