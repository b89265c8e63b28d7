// Classifies wallet errors (EIP-1193 §5, EIP-1474, EIP-3085, EIP-5792, WalletConnect's codes) by what the buyer can do.
// Wallets wrap errors differently, so the whole chain of causes is searched. A request that sends nothing may be judged
// by loose words: a wrong guess costs nothing.
import { PayError, type PayErrorReason } from "./pay-error.ts";

type Reason = readonly [PayErrorReason, string];

const DECLINED: Reason = ["refused_in_wallet", "The buyer declined the request in the wallet"];
const REASONS: Readonly<Record<string, Reason>> = {
  4001: DECLINED,
  5000: DECLINED,
  5001: DECLINED,
  5002: DECLINED,
  5750: DECLINED,
  ACTION_REJECTED: DECLINED, // ethers
  27013: DECLINED, // Ledger, 0x6985
  21761: DECLINED, // Ledger, 0x5501
  Failure_ActionCancelled: DECLINED, // Trezor
  4100: ["account_changed", "The wallet no longer gives access to this account: connect it again"],
  4902: ["unknown_chain", "The wallet does not know this chain"],
  "-32002": ["wallet_busy", "The wallet is locked or has another request open: open it"],
};
const UNFUNDED: Reason = ["insufficient_funds", "The account has too little for the amount and the network's fee"];

/** Nodes and wallets have no code for this. */
const INSUFFICIENT_FUNDS = /insufficient (funds|balance)|exceeds (the )?balance|not enough (funds|balance)/i;

const NO = "(reject|den(y|ied)|cancel|declin|refus|abort|disapprov)";
const WHO = "(user|buyer|customer|signer|owner|device|ledger|trezor|keystone|lattice|wallet)";
/** Words that say who declined, or no more than that, or a device's status; NotAllowedError is a passkey's. */
const DECLINES = new RegExp(
  [
    `${WHO}\\W*(has |have |did )?${NO}`,
    `${NO}\\w*\\W+(\\w+\\W+){0,3}(by|on|in|from)\\W+(the |your )?${WHO}`,
    `^(request|signature|signing|action|operation)?\\W*(was |is )?${NO}\\w*\\W*$`,
    "conditions? of use not satisfied|\\b0x(6985|5501)\\b|NotAllowedError|用户(拒绝|取消)",
  ].join("|"),
  "i",
);
/** Enough for a request that sends nothing. */
const MAY_DECLINE = new RegExp(
  `${NO}|dismiss|not (approv|confirm)|(popup|modal|window|dialog)\\W.*clos|clos\\w* (the |this )?(popup|modal|window|dialog)`,
  "i",
);
/** The buyer cancelled a transaction that had been sent. */
const REPLACED = /replac/i;

/** Maximum depth of nested errors. */
const DEPTH_MAX = 6;

/**
 * @param sends whether the request could have sent a transaction
 * @returns a PayError, or the error itself if it is none of these
 */
export function toPayError(error: unknown, sends = false): unknown {
  if (error instanceof PayError) return error;
  const { codes, texts } = factsIn(error);
  const reason = codes.map((code) => REASONS[code]).find((each) => each) ?? reasonIn(texts, sends);
  return reason ? new PayError(...reason, error) : error;
}

function reasonIn(texts: readonly string[], sends: boolean): Reason | null {
  if (texts.some((text) => INSUFFICIENT_FUNDS.test(text))) return UNFUNDED;
  if (sends && texts.some((text) => REPLACED.test(text))) return null;
  return texts.some((text) => DECLINES.test(text) || (!sends && MAY_DECLINE.test(text))) ? DECLINED : null;
}

/** The codes and texts of an error and of everything nested in it; of an error that is a text, or JSON in a text, too. */
function factsIn(error: unknown): { readonly codes: readonly string[]; readonly texts: readonly string[] } {
  const codes: string[] = [];
  const texts: string[] = [];
  let waiting: unknown[] = [error];
  for (let depth = 0; depth < DEPTH_MAX && waiting.length > 0; depth++) {
    const next: unknown[] = [];
    for (const each of waiting) {
      if (typeof each === "string") {
        const inner = jsonIn(each);
        if (inner) next.push(inner);
        else texts.push(each);
      }
      if (typeof each !== "object" || each === null) continue;
      const { name, message, reason, details, code, statusCode, ...nested } = each as Record<string, unknown>;
      codes.push(...[code, statusCode].map(String));
      next.push(...[name, message, reason, details].filter((text) => typeof text === "string"));
      // An Error's cause is not enumerable.
      const { cause = (each as Error).cause, error: inner, data, originalError, info } = nested;
      next.push(...[cause, inner, data, originalError, info].filter((other) => typeof other !== "string"));
    }
    waiting = next;
  }
  return { codes, texts };
}

function jsonIn(text: string): object | null {
  if (!text.startsWith("{")) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
