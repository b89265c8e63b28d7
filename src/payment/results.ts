// What a wallet sends back after it has executed an option's actions: the hashes of its transactions, in order, and, where the
// option is signed, the signature as the last.
import type { Hex } from "viem";
import { isTransaction, type Method } from "../money/asset.ts";

/** The string of one result that is wrong, by its place, or their number (place null). */
export interface ResultsIssue {
  readonly place: number | null;
  readonly message: string;
}

export interface Results {
  /** Hashes of the approvals. Nothing is concluded from them: the chain says whether they have worked. */
  readonly approvals: readonly Hex[];
  /** The signature, or the hash of the transaction that pays. */
  readonly last: Hex;
}

/** One to reset the allowance, one to set it. */
const APPROVALS_MAX = 2;

const APPROVALS: Readonly<Record<Method, number>> = {
  eip3009: 0,
  permit2: APPROVALS_MAX,
  erc20: APPROVALS_MAX,
  native: 0,
};

/** A signature this long is more than any wallet contract in use makes; what is longer is refused unread. */
const SIGNATURE_HEX_MAX = 16_384;

export function parseResults(method: Method, results: readonly string[]): Results | ResultsIssue {
  const most = APPROVALS[method] + 1;
  const last = results.at(-1);
  if (last === undefined || results.length > most) {
    const count = most === 1 ? "exactly 1 result" : `1 to ${most} results`;
    return { place: null, message: `must hold ${count}, one per executed action in order` };
  }
  const approvals = results.slice(0, -1);
  for (const [place, hash] of approvals.entries()) {
    if (!isHash(hash)) return { place, message: "must be the approval's transaction hash: 0x and 64 hex digits" };
  }
  const place = results.length - 1;
  if (isTransaction(method)) {
    if (!isHash(last)) return { place, message: "must be the transaction's hash: 0x and 64 hex digits" };
    return { approvals: approvals.filter(isHash), last: last.toLowerCase() as Hex };
  }
  if (!isSignature(last)) return { place, message: "must be a signature as 0x-prefixed hex" };
  return { approvals: approvals.filter(isHash), last };
}

const isHash = (text: string): text is Hex => /^0x[0-9a-f]{64}$/i.test(text);

const isSignature = (text: string): text is Hex =>
  /^0x(?:[0-9a-f]{2})+$/i.test(text) && text.length <= SIGNATURE_HEX_MAX;
