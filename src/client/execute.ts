// What a prepared option asks for, done by the wallet; and what it gave back, told to the gateway until the payment's end.
import type { Step } from "./check-actions.ts";
import type { GatewayClient } from "./gateway.ts";
import { PayError } from "./pay-error.ts";
import { inPlainWords, type PreparedPayment } from "./prepare.ts";
import { execute, type NewChains, type Wallet } from "./wallets.ts";

export type PaymentResult = Awaited<ReturnType<GatewayClient["status"]>>;
/** What a confirm says; the same one may be sent again and again, and must be where its answer was lost. */
export type ConfirmBody = Parameters<GatewayClient["confirm"]>[1];

export type ExecuteProgress =
  | {
      readonly step: "executing";
      readonly kind: Step["kind"];
      readonly index: number;
      readonly count: number;
    }
  | { readonly step: "status"; readonly result: PaymentResult };

/** Where signatures and hashes are kept, so that what was signed or sent once is not asked for again. */
export interface KeptResults {
  read(step: Step): string | null;
  /** Called before anything else is asked of the wallet. */
  keep(step: Step, result: string): void;
}

export interface ExecuteOptions {
  readonly wallet: Wallet;
  readonly kept?: KeptResults;
  /** What a wallet is told of a chain that it does not know; without it such an option ends with `unknown_chain`. */
  readonly newChains?: NewChains;
  readonly onProgress?: (progress: ExecuteProgress) => void;
  readonly signal?: AbortSignal;
  /** The time, in milliseconds, where the device's own clock is not trusted. */
  readonly nowMs?: () => number;
}

/**
 * Has the wallet sign and send, in order.
 *
 * @throws PayError where the time is over or the wallet says why not (what was done until then is kept in `kept`); else the
 *   wallet's own error, after which a transaction may have been sent all the same
 */
export async function executePayment(
  { option, steps, until }: PreparedPayment,
  { wallet, kept, newChains, onProgress = () => {}, signal, nowMs = Date.now }: ExecuteOptions,
): Promise<ConfirmBody> {
  const results: ConfirmBody["results"] = [];
  const insistOnTime = () => {
    signal?.throwIfAborted();
    if (nowMs() < until.atS * 1000) return;
    throw until.ends === "payment"
      ? new PayError("payment_expired", "The payment expired before it was confirmed")
      : new PayError("quote_expired", "The option's price expired before it was confirmed");
  };
  for (const [index, step] of steps.entries()) {
    const before = kept?.read(step) ?? null;
    if (before === null) insistOnTime();
    onProgress({ step: "executing", kind: step.kind, index, count: steps.length });
    const result = before ?? (await execute(wallet, step, newChains));
    if (before === null) kept?.keep(step, result);
    results.push({ type: "walletRpc", data: [result] });
  }
  // What was sent may have paid in time, whatever this clock says: the gateway looks.
  if (steps.at(-1)?.kind === "sign") insistOnTime();
  return { optionId: option.id, results };
}

export interface ConfirmOptions {
  readonly gateway: GatewayClient;
  /** "accepted": until the gateway has taken it, and the rest is for `gateway.status` to tell; without it the payment's end. */
  readonly until?: "accepted" | "final";
  readonly onProgress?: (progress: ExecuteProgress) => void;
  readonly signal?: AbortSignal;
}

/** How long the server may hold an answer. */
const HELD_MS = 30_000;
/** Where the server says nothing about when to come back. */
const POLL_MS = 1_000;

/**
 * Confirms what the wallet gave. Where it throws, the same body may be confirmed again, also after the page or
 * the wallet was closed: unknown is not failed.
 *
 * @throws PayError quote_expired, payment_expired, account_refused; ApiError, NoAnswerError
 */
export async function confirmPayment(
  paymentId: string,
  body: ConfirmBody,
  { gateway, until = "final", onProgress = () => {}, signal }: ConfirmOptions,
): Promise<PaymentResult> {
  for (let maxPollMs = 0; ; maxPollMs = HELD_MS) {
    const call = gateway.confirm(paymentId, body, { maxPollMs, ...(signal && { signal }) });
    const result = await inPlainWords(call);
    onProgress({ step: "status", result });
    if (result.isFinal || until === "accepted") return result;
    await waited(result.pollInMs ?? POLL_MS);
    signal?.throwIfAborted();
  }
}

const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
