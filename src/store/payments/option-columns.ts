// The columns of an option in the tables of confirmations and intents, derived from the option's table of fields.
import { getAddress } from "viem";
import {
  type FieldKind,
  fieldValues,
  type Option,
  type OptionField,
  optionFields,
  optionOf,
} from "../../payment/option.ts";
import { toHex } from "../database/hex.ts";

/** Types of parameters in a `select`, where PostgreSQL infers text. The payment's own row has its id and key. */
const SQL_TYPES = {
  id: null,
  key: null,
  text: "text",
  address: "text",
  seconds: "bigint",
  integer: "bigint",
  uint256: "numeric",
  sources: "jsonb",
} as const satisfies Record<FieldKind, string | null>;

const snakeCase = (field: OptionField): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Each column with its type and its index among the fields. */
const COLUMNS = optionFields.flatMap(([field, kind], index) => {
  const type = SQL_TYPES[kind];
  return type === null ? [] : [{ name: snakeCase(field), type, kind, index }];
});

export const OPTION_COLUMNS = COLUMNS.map(({ name }) => name).join(", ");

/** The parameters from `$first` on that take `optionValues`. */
export const optionPlaces = (first: number): string =>
  COLUMNS.map(({ type }, index) => `$${first + index}::${type}`).join(", ");

/** The types of OPTION_COLUMNS. */
export const optionTypes: readonly string[] = COLUMNS.map(({ type }) => type);

/** The values of several options: an array for each of OPTION_COLUMNS. */
export function optionArrays(options: readonly Option[]): readonly (readonly unknown[])[] {
  const rows = options.map(optionValues);
  return COLUMNS.map((_, index) => rows.map((row) => row[index]));
}

/** The option's values in the order of OPTION_COLUMNS. */
export function optionValues(option: Option): readonly unknown[] {
  const values = fieldValues(option);
  return COLUMNS.map(({ kind, index }) => (kind === "sources" ? JSON.stringify(values[index]) : values[index]));
}

/** A row with the columns of OPTION_SELECT. */
export interface OptionRow {
  readonly [column: `option_${string}`]: unknown;
}

const EXPRESSIONS: Partial<Record<FieldKind, string>> = { id: "p.id", key: "p.payment_key" };

const selectedAs = Object.fromEntries(optionFields.map(([field]) => [field, `option_${snakeCase(field)}`])) as Readonly<
  Record<OptionField, `option_${string}`>
>;

/** The option of a confirmation `c` of the payment `p`, for `toOption`. */
export const OPTION_SELECT = optionFields
  .map(([field, kind]) => `${EXPRESSIONS[kind] ?? `c.${snakeCase(field)}`} as ${selectedAs[field]}`)
  .join(", ");

export const toOption = (row: OptionRow): Option => optionOf((field, kind) => fromColumn(kind, row[selectedAs[field]]));

function fromColumn(kind: FieldKind, value: unknown): unknown {
  if (kind === "key") return toHex(value as Buffer);
  if (kind === "address") return getAddress(value as string);
  if (kind === "seconds") return value === null ? null : Number(value);
  return value;
}
