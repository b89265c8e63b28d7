// Classifies wallet errors (EIP-1193 §5, EIP-1474, EIP-3085, WalletConnect's USER_REJECTED) by what the buyer can do.
// Wallets wrap errors differently, so the whole chain of causes is searched.
import { PayError, type PayErrorReason } from "./pay-error.ts";

type Reason = readonly [PayErrorReason, string];

const DECLINED: Reason = ["refused_in_wallet", "The buyer declined the request in the wallet"];
const REASONS: Readonly<Record<number, Reason>> = {
  4001: DECLINED,
  5000: DECLINED,
  5001: DECLINED,
  5002: DECLINED,
  4100: ["account_changed", "The wallet no longer gives access to this account: connect it again"],
  4902: ["unknown_chain", "The wallet does not know this chain"],
  [-32002]: ["wallet_busy", "The wallet is locked or has another request open: open it"],
};

/** Nodes and wallets have no code for this. */
const INSUFFICIENT_FUNDS = /insufficient (funds|balance)|exceeds (the )?balance|not enough (funds|balance)/i;
/** Maximum depth of nested errors. */
const DEPTH_MAX = 6;

/** @returns a PayError, or the error itself if it is none of these */
export function toPayError(error: unknown): unknown {
  if (error instanceof PayError) return error;
  const chain = within(error);
  for (const { code } of chain) {
    const reason = code === "ACTION_REJECTED" ? DECLINED : REASONS[Number(code)];
    if (reason) return new PayError(...reason, error);
  }
  return chain.some(({ message }) => typeof message === "string" && INSUFFICIENT_FUNDS.test(message))
    ? new PayError("insufficient_funds", "The account has too little for the amount and the network's fee", error)
    : error;
}

interface Facts {
  readonly code?: unknown;
  readonly message?: unknown;
}

/** The error and all errors nested in it: `cause`, `error`, `data` and `originalError`. */
function within(error: unknown): readonly Facts[] {
  const found: Facts[] = [];
  let waiting: unknown[] = [error];
  for (let depth = 0; depth < DEPTH_MAX && waiting.length > 0; depth++) {
    const objects = waiting.filter(
      (each): each is Record<string, unknown> => typeof each === "object" && each !== null,
    );
    found.push(...objects);
    waiting = objects.flatMap(({ cause, error: inner, data, originalError }) => [cause, inner, data, originalError]);
  }
  return found;
}
