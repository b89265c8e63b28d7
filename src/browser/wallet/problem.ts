// Maps an error to the message that tells the buyer what to do.

import type { Messages } from "../../../locales/checkout/en.ts";
import { ApiError, NoAnswerError, PayError, type PayErrorReason } from "../../client/index.ts";

export type Problem = keyof Messages["wallet"]["problems"];

const BY_REASON: Readonly<Record<PayErrorReason, Problem>> = {
  not_a_payment_link: "unknown",
  no_option: "unknown",
  already_final: "over",
  quote_expired: "priceExpired",
  payment_expired: "over",
  account_refused: "accountRefused",
  not_what_was_chosen: "notWhatWasChosen",
  refused_in_wallet: "refused",
  wallet_busy: "walletBusy",
  account_changed: "accountChanged",
  unknown_chain: "unknownChain",
  insufficient_funds: "insufficientFunds",
  wallet_unable: "walletUnable",
};

const UNPROCESSABLE = 422;
const SERVER_ERROR = 500;
/** The API says so in every refusal of an account that holds too little (docs/interface.md). */
const INSUFFICIENT = /insufficient/i;
/** The API says so if others have the uses of the payment's link. */
const FULL_LINK = /payment link/i;
const BY_STATUS: Readonly<Record<number, Problem>> = {
  409: "priceExpired",
  410: "over",
  [UNPROCESSABLE]: "wrongSignature",
  429: "noAnswer",
  451: "accountRefused",
};

export function problemOf(error: unknown): Problem {
  if (error instanceof PayError) return BY_REASON[error.reason];
  if (error instanceof NoAnswerError) return "noAnswer";
  if (!(error instanceof ApiError)) return "unknown";
  const { status, code, issues } = error;
  if (status >= SERVER_ERROR) return "noAnswer";
  if (code === "invalid_state") return FULL_LINK.test(error.message) ? "linkFull" : "over";
  if (issues.some(({ message }) => INSUFFICIENT.test(message))) return "balanceTaken";
  const isAbout = (name: string) => issues.some(({ field }) => field.startsWith(name));
  if (isAbout("collectedData")) return "buyerDataMissing";
  // A well-formed signature that is wrong is 422; a transaction that did not pay is 400.
  if (isAbout("results") && status !== UNPROCESSABLE) return "notDone";
  if (isAbout("optionId")) return "optionRefused";
  return BY_STATUS[status] ?? "unknown";
}

/** Whether the call's effect is unknown, so that it may be repeated unchanged. */
export const isUnanswered = (error: unknown): boolean => problemOf(error) === "noAnswer";

/**
 * Refusals after which a sent transaction no longer matters, so another one may be requested. After any other refusal
 * (an expired price, a proxy's error page) it may still be mined.
 */
const ENDS_WHAT_WAS_SENT: readonly Problem[] = ["over", "notDone", "accountRefused", "buyerDataMissing"];

/** Whether what was signed or sent need not be confirmed again. */
export const endsConfirm = (error: unknown, isSent: boolean): boolean =>
  !isUnanswered(error) && (!isSent || ENDS_WHAT_WAS_SENT.includes(problemOf(error)));
