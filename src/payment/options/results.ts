// The results a wallet returns for an option's actions: the hashes of its transactions, in order, followed by the
// signature if the option is paid by signature.
import type { Hex } from "viem";
import { isTransaction, type OptionMethod } from "../../money/asset.ts";

export interface Results {
  /** Hashes of the approvals. They are not used, because the chain shows whether the approvals worked. */
  readonly approvals: readonly Hex[];
  /** The signature, or the hash of the transaction that pays. */
  readonly last: Hex;
}

export type ParsedResults =
  | ({ readonly outcome: "parsed" } & Results)
  /** One string is wrong, at index `place`, or their number is (place null). */
  | { readonly outcome: "malformed"; readonly place: number | null; readonly message: string };

/** One to reset the allowance, one to set it. */
const APPROVALS_MAX = 2;

const APPROVALS: Readonly<Record<OptionMethod, number>> = {
  eip3009: 0,
  permit2: APPROVALS_MAX,
  erc20: APPROVALS_MAX,
  native: 0,
  // no wallet confirms these
  deposit: 0,
  transfer: 0,
};

/** Longer than the signature of any wallet contract in use; anything longer is refused unread. */
const SIGNATURE_HEX_MAX = 16_384;

export function parseResults(method: OptionMethod, results: readonly string[]): ParsedResults {
  const most = APPROVALS[method] + 1;
  const last = results.at(-1);
  if (last === undefined || results.length > most) {
    const count = most === 1 ? "exactly 1 result" : `1 to ${most} results`;
    return malformed(null, `must hold ${count}, one per executed action in order`);
  }
  const approvals = results.slice(0, -1);
  for (const [place, hash] of approvals.entries()) {
    if (!isHash(hash)) return malformed(place, "must be the approval's transaction hash: 0x and 64 hex digits");
  }
  const place = results.length - 1;
  if (isTransaction(method)) {
    if (!isHash(last)) return malformed(place, "must be the transaction's hash: 0x and 64 hex digits");
    return { outcome: "parsed", approvals: approvals.filter(isHash), last: last.toLowerCase() as Hex };
  }
  if (!isSignature(last)) return malformed(place, "must be a signature as 0x-prefixed hex");
  return { outcome: "parsed", approvals: approvals.filter(isHash), last };
}

const malformed = (place: number | null, message: string): ParsedResults => ({ outcome: "malformed", place, message });

const isHash = (text: string): text is Hex => /^0x[0-9a-f]{64}$/i.test(text);

/** A contract may accept an empty one, of what it approved on chain. */
const isSignature = (text: string): text is Hex =>
  /^0x(?:[0-9a-f]{2})*$/i.test(text) && text.length <= SIGNATURE_HEX_MAX;
