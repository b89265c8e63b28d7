// Executes a prepared option in the wallet and confirms the results with the gateway until the payment ends.
import type { Step } from "./check-actions.ts";
import type { GatewayClient } from "./gateway.ts";
import { PayError } from "./pay-error.ts";
import { type PreparedPayment, withPayErrors } from "./prepare.ts";
import { execute, type NewChains, type Wallet } from "./wallets.ts";

export type PaymentResult = Awaited<ReturnType<GatewayClient["status"]>>;
/** The body of a confirm. It may be sent repeatedly, and must be if its response was lost. */
export type ConfirmBody = Parameters<GatewayClient["confirm"]>[1];

export type ExecuteProgress =
  | {
      readonly step: "executing";
      readonly kind: Step["kind"];
      readonly index: number;
      readonly count: number;
    }
  | { readonly step: "status"; readonly result: PaymentResult };

/** Stores signatures and hashes, so that nothing is signed or sent twice. */
export interface KeptResults {
  read(step: Step): string | null;
  /** Called before the next request to the wallet. */
  keep(step: Step, result: string): void;
}

export interface ExecuteOptions {
  readonly wallet: Wallet;
  readonly kept?: KeptResults;
  /** Chain data for wallets that do not know a chain; without it, such an option fails with `unknown_chain`. */
  readonly newChains?: NewChains;
  readonly onProgress?: (progress: ExecuteProgress) => void;
  readonly signal?: AbortSignal;
  /** Current time in milliseconds, if the device's clock is not trusted. */
  readonly nowMs?: () => number;
}

/**
 * Has the wallet sign and send the steps in order.
 *
 * @throws PayError if time runs out, the wallet gives a reason or was asked only to sign (`kept` has completed steps);
 *   otherwise the wallet's own error, after which a transaction may still have been sent
 */
export async function executePayment(
  { option, steps, until }: PreparedPayment,
  { wallet, kept, newChains, onProgress = () => {}, signal, nowMs = Date.now }: ExecuteOptions,
): Promise<ConfirmBody> {
  const results: ConfirmBody["results"] = [];
  const ensureInTime = () => {
    signal?.throwIfAborted();
    if (nowMs() < until.atS * 1000) return;
    throw until.ends === "payment"
      ? new PayError("payment_expired", "The payment expired before it was confirmed")
      : new PayError("quote_expired", "The option's price expired before it was confirmed");
  };
  for (const [index, step] of steps.entries()) {
    const before = kept?.read(step) ?? null;
    if (before === null) ensureInTime();
    onProgress({ step: "executing", kind: step.kind, index, count: steps.length });
    const result = before ?? (await execute(wallet, step, newChains, ensureInTime));
    if (before === null) kept?.keep(step, result);
    results.push({ type: "walletRpc", data: [result] });
  }
  // The gateway decides whether a transaction paid in time; this clock may be wrong.
  if (steps.at(-1)?.kind === "sign") ensureInTime();
  return { optionId: option.id, results };
}

export interface ConfirmOptions {
  readonly gateway: GatewayClient;
  /** "accepted" returns once the gateway accepts it; `gateway.status` has the rest. Default: until the payment ends. */
  readonly until?: "accepted" | "final";
  readonly onProgress?: (progress: ExecuteProgress) => void;
  readonly signal?: AbortSignal;
}

/** How long the server may hold a response. */
export const HELD_MS = 30_000;
/** If the server does not say when to poll next. */
const POLL_MS = 1_000;

/**
 * Confirms the wallet's results. If it throws, the outcome is unknown: confirm the same body again, even after the page
 * or wallet was closed.
 *
 * @throws PayError quote_expired, payment_expired, account_refused; ApiError, NoAnswerError
 */
export async function confirmPayment(
  paymentId: string,
  body: ConfirmBody,
  { gateway, until = "final", onProgress = () => {}, signal }: ConfirmOptions,
): Promise<PaymentResult> {
  const ask = async (maxPollMs: number) => {
    const call = gateway.confirm(paymentId, body, { maxPollMs, ...(signal && { signal }) });
    const result = await withPayErrors(call);
    onProgress({ step: "status", result });
    return result;
  };
  const accepted = await ask(0);
  return accepted.isFinal || until === "accepted" ? accepted : untilFinal(ask, accepted, signal);
}

/** Asks again, as often as the server says, until the payment ends. */
export async function untilFinal(
  ask: (maxPollMs: number) => Promise<PaymentResult>,
  first: PaymentResult,
  signal?: AbortSignal,
): Promise<PaymentResult> {
  let result = first;
  while (!result.isFinal) {
    await waited(result.pollInMs ?? POLL_MS);
    signal?.throwIfAborted();
    result = await ask(HELD_MS);
  }
  return result;
}

const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
