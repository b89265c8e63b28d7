// An option: one method by which one account can pay one payment. The wallet receives it sealed, as its id. It is not
// stored: listing options writes nothing, and any process can open what another has sealed.
import { createHash } from "node:crypto";
import type { Hex } from "viem";
import type { OptionMethod } from "../money/asset.ts";
import type { AccountId } from "../money/caip.ts";
import type { PriceSource } from "./quote.ts";
import { type SealKeys, seal, sealKeys, unseal } from "./seal.ts";
import type { Terms } from "./terms.ts";

export interface Option {
  readonly paymentId: string;
  /** CAIP-19. */
  readonly asset: string;
  readonly method: OptionMethod;
  readonly terms: Terms;
  /** The merchant's name when the option was listed. Permit2's message shows it, so the signature covers it. */
  readonly merchantName: string;
  /** The receiver of the money: the merchant's destination, or the operator's treasury if the merchant has none. */
  readonly paysOut: "merchant" | "treasury";
  /** Unix seconds after which fetch and confirm refuse it; null if no exchange rate is involved. */
  readonly quoteExpiresAtS: number | null;
  /** The sources of its price; empty if no exchange rate is involved. */
  readonly quoteSources: readonly PriceSource[];
  /** The fee's rate in parts per million. It cannot be derived from the fee of a small amount. */
  readonly feePpm: bigint;
  /** The fee's fixed part, in the smallest unit of the payment's currency. */
  readonly feeFixed: bigint;
}

/** Unix seconds after which the option's rate no longer holds; infinity if it has none. */
export const quoteEndOf = ({ quoteExpiresAtS }: Pick<Option, "quoteExpiresAtS">): number =>
  quoteExpiresAtS ?? Number.POSITIVE_INFINITY;

/** The account that pays. */
export const payerOf = ({ terms }: Pick<Option, "terms">): AccountId => ({
  chain: terms.chain,
  address: terms.payer,
  text: `${terms.chain}:${terms.payer}`,
});

/** Longest accepted option id, in characters (2^16 in the interface). */
export const OPTION_ID_LENGTH_MAX = 65_536;

/** An option with its terms' fields beside its own. */
type FlatOption = Omit<Option, "terms"> & Terms;

/** How a field is stored and sealed. `id` and `key` are also kept with the payment. */
export type FieldKind = "id" | "key" | "text" | "address" | "seconds" | "integer" | "uint256" | "sources";

const TERMS_FIELDS = {
  chain: "text",
  router: "address",
  key: "key",
  token: "address",
  payer: "address",
  amount: "uint256",
  destination: "address",
  fee: "uint256",
  feeReceiver: "address",
  deadlineS: "seconds",
} as const satisfies Record<keyof Terms, FieldKind>;

/**
 * Every field of an option, in the order in which they are sealed. The seal and the store's columns follow this table.
 */
export const OPTION_FIELDS = {
  paymentId: "id",
  asset: "text",
  method: "text",
  merchantName: "text",
  paysOut: "text",
  quoteExpiresAtS: "seconds",
  ...TERMS_FIELDS,
  feePpm: "integer",
  feeFixed: "integer",
  quoteSources: "sources",
} as const satisfies Record<keyof FlatOption, FieldKind>;

export type OptionField = keyof typeof OPTION_FIELDS;

export const optionFields = Object.entries(OPTION_FIELDS) as readonly (readonly [OptionField, FieldKind])[];

/** The value of each field, in the table's order. */
export function fieldValues(option: Option): readonly unknown[] {
  const flat: FlatOption = { ...option, ...option.terms };
  return optionFields.map(([field]) => flat[field]);
}

/** The option whose fields have these values: the inverse of `fieldValues`. */
export function optionOf(read: (field: OptionField, kind: FieldKind) => unknown): Option {
  const option: Record<string, unknown> = {};
  const terms: Record<string, unknown> = {};
  for (const [field, kind] of optionFields) (field in TERMS_FIELDS ? terms : option)[field] = read(field, kind);
  return { ...option, terms } as unknown as Option;
}

/**
 * First byte of a sealed option. A new layout gets a new byte, so an option sealed in an old layout is not found.
 */
const LAYOUT = 5;

type SealedSource = readonly [pair: string, source: string, price: string, observedAtS: number];

export type OptionKeys = SealKeys;

export const optionKeys = (secret: Buffer, former: Buffer | null = null): OptionKeys =>
  sealKeys(secret, former, "option");

/**
 * Seals the option as its id; equal options have equal ids. The sealed text is a JSON array, which is shorter than an
 * object.
 */
export function sealOption(keys: OptionKeys, option: Option): string {
  const values = fieldValues(option);
  return seal(keys, LAYOUT, JSON.stringify(optionFields.map(([, kind], index) => toSealed(kind, values[index]))));
}

/** The option that `sealOption` sealed; null if the id was not made with this installation's key. */
export function openOption(keys: OptionKeys, optionId: string): Option | null {
  const text = unseal(keys, LAYOUT, optionId);
  if (text === null) return null;
  const sealed = JSON.parse(text) as readonly unknown[];
  const values = new Map(optionFields.map(([field, kind], index) => [field, fromSealed(kind, sealed[index])]));
  return optionOf((field) => values.get(field));
}

function toSealed(kind: FieldKind, value: unknown): unknown {
  if (kind === "integer" || kind === "uint256") return String(value);
  if (kind !== "sources") return value;
  const sources = value as readonly PriceSource[];
  return sources.map(({ pair, source, price, observedAtS }) => [pair, source, price, observedAtS]);
}

function fromSealed(kind: FieldKind, sealed: unknown): unknown {
  if (kind === "integer" || kind === "uint256") return BigInt(sealed as string);
  if (kind !== "sources") return sealed;
  const sources = sealed as readonly SealedSource[];
  return sources.map(([pair, source, price, observedAtS]) => ({ pair, source, price, observedAtS }));
}

/** SHA-256 over a confirm's results, each with its length. Two confirms are identical if option and digest are. */
export function resultsDigest(results: readonly string[]): Hex {
  const hash = createHash("sha256");
  for (const result of results) hash.update(`${result.length}:${result}`);
  return `0x${hash.digest("hex")}`;
}
