// Classifies wallet errors (EIP-1193 §5, EIP-1474, EIP-3085, EIP-5792, WalletConnect, Ledger) by what the buyer can do.
// Wallets wrap errors differently, so the whole chain of causes is searched.
import { PayError, type PayErrorReason } from "./pay-error.ts";

type Reason = readonly [PayErrorReason, string];

const DECLINED: Reason = ["refused_in_wallet", "The buyer declined the request in the wallet"];
/** EIP-1193, WalletConnect, EIP-5792 (the upgrade of an account), and Ledger's 0x6985 and 0x5501. */
const DECLINES: readonly unknown[] = [4001, 5000, 5001, 5002, 5750, 0x6985, 0x5501];
const REASONS: Readonly<Record<number, Reason>> = {
  4100: ["account_changed", "The wallet no longer gives access to this account: connect it again"],
  4902: ["unknown_chain", "The wallet does not know this chain"],
  [-32002]: ["wallet_busy", "The wallet is locked or has another request open: open it"],
};

const DECLINED_WORD = "(?:reject|den(?:y|ie)|declin|disapprov|refus|cancel|abort|dismiss)\\w*";
const NOT_DONE = "(?:did|has|have|was|were)(?: not|n.?t) (?:approve|confirm|accept|sign|authori[sz]e|allow)";
/** A bundler rejects a "user operation" (ERC-4337). */
const WHO = "(?:user(?! ?op)|owner|signer|customer|you)";

/**
 * No list of words is complete, so what a wallet was asked for decides how many count. While it sends, these do: words
 * that name the buyer or the device, and a decline that says nothing else. A node's refusal leaves it open whether
 * another node has the transaction.
 */
const BUYERS = new RegExp(
  [
    `\\b${WHO}(?: (?:has|have|was|just|explicitly|manually))* (?:${DECLINED_WORD}|${NOT_DONE})`,
    `\\b${DECLINED_WORD}(?: \\w+){0,3} (?:by|on|from|in) (?:(?:the|your|a) )?(?:${WHO}|person|(?:hardware )?(?:device|wallet))\\b`,
    "conditions? of use not satisfied|\\b0x(?:6985|5501)\\b|\\b(?:action|pin|tx|sign) cancell?ed|\\baction rejected\\b",
    "^not allowed error$|\\bpermissions not granted\\b", // a passkey (WebAuthn), Trezor
    "用户(?:已|主动)?(?:拒绝|取消)",
  ].join("|"),
  "i",
);
const ALONE = new RegExp(
  `^(?:(?:the )?(?:request|transaction|signature|signing|operation) )?(?:(?:was|is|has been) )?${DECLINED_WORD}[.!]?$`,
  "i",
);
/** Enough if nothing can have been sent. */
const ANY = new RegExp(
  `\\b${DECLINED_WORD}|${NOT_DONE}|(?:window|pop ?up|modal|dialog) (?:was )?closed|取消|拒绝`,
  "i",
);
const OF_MACHINES = /connection (?:was )?(?:refused|aborted|closed)|econn|timed? ?out|expired/i;

/** Nodes and wallets have no code for this. */
const INSUFFICIENT_FUNDS = /insufficient (funds|balance)|exceeds (the )?balance|not enough (funds|balance)/i;
/** Maximum depth of nested errors. */
const DEPTH_MAX = 6;

/**
 * @param maySend the wallet was asked to send: what a node may have said is no decline
 * @returns a PayError, or the error itself if it is none of these
 */
export function toPayError(error: unknown, maySend = false): unknown {
  if (error instanceof PayError) return error;
  const { codes, texts } = factsOf(error);
  // A sent transaction that the buyer cancelled or sped up in the wallet (ethers): it may have paid.
  if (maySend && texts.some((text) => /transaction (?:was )?replaced/i.test(text))) return error;
  const says = (words: RegExp) => texts.some((text) => words.test(text) && !OF_MACHINES.test(text));
  if (codes.some((code) => DECLINES.includes(code)) || says(BUYERS)) return new PayError(...DECLINED, error);
  const reason = codes.map((code) => REASONS[code]).find((each) => each);
  if (reason) return new PayError(...reason, error);
  if (texts.some((text) => INSUFFICIENT_FUNDS.test(text)))
    return new PayError("insufficient_funds", "The account has too little for the amount and the network's fee", error);
  const isDecline = maySend ? says(ALONE) && !codes.some(isOfNode) : says(ANY);
  return isDecline ? new PayError(...DECLINED, error) : error;
}

/** EIP-1474: a node's refusal has one of these codes, except for "internal error", which wallets use for everything. */
const isOfNode = (code: number): boolean => code <= -32_000 && code >= -32_099;

/** The fields in which wallets and their libraries put words and codes. */
const TEXTS = ["message", "reason", "shortMessage", "details", "statusText", "name", "code", "_tag", "errorMessage"];
const CODES = ["code", "statusCode", "errorCode"];
const INNER = ["cause", "error", "data", "originalError", "info", "inner", "innerError", "details"];

/** What the error and all errors nested in it say. Some wallets throw a text. */
function factsOf(error: unknown): { readonly codes: readonly number[]; readonly texts: readonly string[] } {
  const values: Record<string, unknown>[] = [];
  let waiting: unknown[] = [error];
  for (let depth = 0; depth < DEPTH_MAX && waiting.length > 0; depth++) {
    const objects = waiting.flatMap((each): Record<string, unknown>[] =>
      typeof each === "string" ? [{ message: each }] : isObject(each) ? [each] : [],
    );
    values.push(...objects);
    waiting = objects.flatMap((each) => [...INNER.map((field) => each[field]), jsonIn(each.message)].filter(isObject));
  }
  const of = (fields: readonly string[]) => values.flatMap((each) => fields.map((field) => each[field]));
  return {
    codes: of(CODES).map(Number),
    texts: of(TEXTS)
      .filter((text) => typeof text === "string")
      .map(spaced),
  };
}

/** Some wallets send an error as JSON in another error's words. */
function jsonIn(text: unknown): unknown {
  try {
    return JSON.parse(/\{.*\}/s.exec(String(text))?.[0] ?? "");
  } catch {
    return null;
  }
}

/** "UserRejectedRequestError", "user_rejected" and "User rejected" read alike. */
const spaced = (text: string): string =>
  text
    .replace(/([a-z])(?=[A-Z])/g, "$1 ")
    .replace(/[_\s-]+/g, " ")
    .trim();

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
