// What wallets say when they do not do what they were asked (EIP-1193 §5, EIP-1474, EIP-3085), told apart by what the buyer can do about
// it. Wallets wrap their errors differently, so the whole chain of them is looked at.
import { PayError, type PayErrorReason } from "./pay-error.ts";

const REASONS: Readonly<Record<number, readonly [PayErrorReason, string]>> = {
  4001: ["refused_in_wallet", "The buyer refused it in the wallet"],
  4100: ["account_changed", "The wallet gives no access to this account any more: connect it again"],
  4902: ["unknown_chain", "The wallet does not know this chain"],
  [-32002]: ["wallet_busy", "The wallet waits for an answer to an earlier request, or is locked: open it"],
};

/** Nodes and wallets have no code of their own for it. */
const INSUFFICIENT_FUNDS = /insufficient (funds|balance)|exceeds (the )?balance|not enough (funds|balance)/i;
/** Errors within errors that are looked at. */
const DEPTH_MAX = 6;

/** The error itself where it is none of these. */
export function inWalletsWords(error: unknown): unknown {
  if (error instanceof PayError) return error;
  const chain = within(error);
  for (const { code } of chain) {
    const [reason, message] = REASONS[Number(code)] ?? [];
    if (reason && message) return new PayError(reason, message, error);
    if (code === "ACTION_REJECTED")
      return new PayError("refused_in_wallet", "The buyer refused it in the wallet", error);
  }
  return chain.some(({ message }) => typeof message === "string" && INSUFFICIENT_FUNDS.test(message))
    ? new PayError("insufficient_funds", "The account has not enough for the amount and the network's fee", error)
    : error;
}

interface Facts {
  readonly code?: unknown;
  readonly message?: unknown;
}

/** The error and those that it wraps: `cause`, `error` and `data.originalError`. */
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
