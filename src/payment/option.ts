// An option: one way for one account to pay one payment. It is handed to the wallet sealed, as its own id, and not
// stored: listing options writes nothing, and any process can open what another one sealed.
import { createHash } from "node:crypto";
import type { Address, Hex } from "viem";
import type { Method } from "../money/asset.ts";
import type { AccountId } from "../money/caip.ts";
import type { PriceSource } from "./quote.ts";
import { type SealKeys, seal, sealKeys, unseal } from "./seal.ts";
import type { Terms } from "./terms.ts";

export interface Option {
  readonly paymentId: string;
  /** CAIP-19. */
  readonly asset: string;
  /** How it is paid. */
  readonly method: Method;
  readonly terms: Terms;
  /** Whose money it becomes: the merchant's destination, or the operator's treasury where the merchant has none. */
  readonly paysOut: "merchant" | "treasury";
  /** Unix seconds after which fetch and confirm refuse it; null where no exchange rate is in it. */
  readonly quoteExpiresAtS: number | null;
  /** How its price came about; empty where no exchange rate is in it. */
  readonly quoteSources: readonly PriceSource[];
  /** What the terms' fee was made by, in parts per million: for small amounts the fee does not tell it. */
  readonly feePpm: bigint;
  /** The fixed part of it, in the smallest unit of the payment's currency. */
  readonly feeFixed: bigint;
}

/** The account that pays. */
export const payerOf = ({ terms }: Pick<Option, "terms">): AccountId => ({
  chain: terms.chain,
  address: terms.payer,
  text: `${terms.chain}:${terms.payer}`,
});

/** Longest option id that is looked at, in characters (the interface's 2^16). */
export const OPTION_ID_LENGTH_MAX = 65_536;

/** First byte of a sealed option; a new layout gets a new one, and an option of the old one is then simply not found. */
const LAYOUT = 4;

/** The fields of an option as they are sealed: an array, because it is short and its order is fixed here. */
type Sealed = readonly [
  paymentId: string,
  asset: string,
  method: Option["method"],
  paysOut: Option["paysOut"],
  quoteExpiresAtS: number | null,
  chain: string,
  router: Address,
  key: Hex,
  token: Address,
  payer: Address,
  amount: string,
  destination: Address,
  fee: string,
  feeReceiver: Address,
  deadlineS: number,
  feePpm: string,
  feeFixed: string,
  quoteSources: readonly SealedSource[],
];

type SealedSource = readonly [pair: string, source: string, price: string, observedAtS: number];

export type OptionKeys = SealKeys;

export const optionKeys = (secret: Buffer): OptionKeys => sealKeys(secret, "option");

/** The option's id: the same option always has the same. */
export function sealOption(keys: OptionKeys, option: Option): string {
  const { terms: t } = option;
  const fields: Sealed = [
    option.paymentId,
    option.asset,
    option.method,
    option.paysOut,
    option.quoteExpiresAtS,
    t.chain,
    t.router,
    t.key,
    t.token,
    t.payer,
    t.amount.toString(),
    t.destination,
    t.fee.toString(),
    t.feeReceiver,
    t.deadlineS,
    option.feePpm.toString(),
    option.feeFixed.toString(),
    option.quoteSources.map(({ pair, source, price, observedAtS }) => [pair, source, price, observedAtS] as const),
  ];
  return seal(keys, LAYOUT, JSON.stringify(fields));
}

/** What `sealOption` sealed, or null where the id was not made by this installation's key. */
export function openOption(keys: OptionKeys, optionId: string): Option | null {
  const text = unseal(keys, LAYOUT, optionId);
  return text === null ? null : fromSealed(JSON.parse(text) as Sealed);
}

function fromSealed(sealed: Sealed): Option {
  const [paymentId, asset, method, paysOut, quoteExpiresAtS, chain, router, key, token, payer, amount, ...rest] =
    sealed;
  const [destination, fee, feeReceiver, deadlineS, feePpm, feeFixed, sources] = rest;
  const quoteSources = sources.map(([pair, source, price, observedAtS]) => ({ pair, source, price, observedAtS }));
  const terms: Terms = {
    chain,
    router,
    key,
    token,
    payer,
    amount: BigInt(amount),
    destination,
    fee: BigInt(fee),
    feeReceiver,
    deadlineS,
  };
  const rate = { feePpm: BigInt(feePpm), feeFixed: BigInt(feeFixed) };
  return { paymentId, asset, method, paysOut, quoteExpiresAtS, quoteSources, ...rate, terms };
}

/** SHA-256 over a confirm's results, each with its length: two confirms are identical when option and digest are. */
export function resultsDigest(results: readonly string[]): Hex {
  const hash = createHash("sha256");
  for (const result of results) hash.update(`${result.length}:${result}`);
  return `0x${hash.digest("hex")}`;
}
