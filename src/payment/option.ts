// An option: one way for one account to pay one payment. It is handed to the wallet sealed, as its own id, and not
// stored: listing options writes nothing, and any process can open what another one sealed.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from "node:crypto";
import type { Address, Hex } from "viem";
import type { PayMethod } from "../money/asset.ts";
import type { PriceSource } from "./quote.ts";
import type { Terms } from "./terms.ts";

export interface Option {
  readonly paymentId: string;
  /** CAIP-19. */
  readonly asset: string;
  /** How it is paid. */
  readonly method: PayMethod;
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

/** Longest option id that is looked at, in characters (the interface's 2^16). */
export const OPTION_ID_LENGTH_MAX = 65_536;

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
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

export interface OptionKeys {
  readonly cipher: Buffer;
  readonly iv: Buffer;
}

/** The two keys for options, from the installation's secret (RFC 5869). */
export const optionKeys = (secret: Buffer): OptionKeys => ({
  cipher: Buffer.from(hkdfSync("sha256", secret, "", "turnpike option cipher", 32)),
  iv: Buffer.from(hkdfSync("sha256", secret, "", "turnpike option iv", 32)),
});

/**
 * The option's id: AES-256-GCM, base64url. The IV is derived from the content (as in SIV modes,
 * RFC 5297 §1.1), so the same option always has the same id, and no IV ever serves two contents.
 */
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
  const text = JSON.stringify(fields);
  const iv = createHmac("sha256", keys.iv).update(text).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, keys.cipher, iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(LAYOUT), iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** What `sealOption` sealed, or null where the id was not made by this installation's key. */
export function openOption(keys: OptionKeys, optionId: string): Option | null {
  const bytes = Buffer.from(optionId, "base64url");
  const bodyStart = 1 + IV_BYTES + TAG_BYTES;
  if (bytes[0] !== LAYOUT || bytes.length <= bodyStart) return null;
  const decipher = createDecipheriv(CIPHER, keys.cipher, bytes.subarray(1, 1 + IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(1 + IV_BYTES, bodyStart));
  let text: string;
  try {
    text = Buffer.concat([decipher.update(bytes.subarray(bodyStart)), decipher.final()]).toString("utf8");
  } catch {
    return null; // the tag does not fit: a foreign or altered id, the one thing `final` throws for
  }
  return fromSealed(JSON.parse(text) as Sealed);
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
