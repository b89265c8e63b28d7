// Maps an error to the message that tells the buyer what to do.
import { ApiError, NoAnswerError, PayError, type PayErrorReason } from "../../../client/index.ts";
import type { WalletMessages } from "../../../pages/messages/wallet/en.ts";

export type Problem = keyof WalletMessages["problems"];

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

const SERVER_ERROR = 500;
const BY_STATUS: Readonly<Record<number, Problem>> = {
  409: "priceExpired",
  410: "over",
  422: "wrongSignature",
  429: "noAnswer",
  451: "accountRefused",
};

export function problemOf(error: unknown): Problem {
  if (error instanceof PayError) return BY_REASON[error.reason];
  if (error instanceof NoAnswerError) return "noAnswer";
  if (!(error instanceof ApiError)) return "unknown";
  const { status, code, issues } = error;
  if (status >= SERVER_ERROR) return "noAnswer";
  if (code === "invalid_state") return "over";
  if (issues.some(({ field }) => field.startsWith("collectedData"))) return "buyerDataMissing";
  if (issues.some(({ field }) => field.startsWith("results"))) return "notDone";
  return BY_STATUS[status] ?? "unknown";
}

/** Whether the call's effect is unknown, so that it may be repeated unchanged. */
export const isUnanswered = (error: unknown): boolean => problemOf(error) === "noAnswer";
