// Takes a payment from the chosen option to an accepted confirm. Signatures and transactions are stored first, and an
// unanswered confirm is not a failure: it is sent again unchanged.
import {
  confirmPayment,
  executePayment,
  type NewChains,
  PayError,
  type PaymentOption,
  type PreparedPayment,
} from "../../../../client/index.ts";
import type { KeptConfirm } from "../../../wallet/kept.ts";
import { endsConfirm, type Problem, problemOf } from "../../../wallet/problem.ts";
import type { CheckoutData } from "../../context.ts";
import { inDoubt, isSameWay, loadOptions, prepareOption, readOptions } from "./connect.ts";
import type { Connection, Flow, FormEnd } from "./flow.ts";

export async function payChosen(flow: Flow): Promise<void> {
  const { view } = flow.shown;
  if (view.at !== "options" || !view.chosen || view.isStarting) return;
  const { connection, chosen } = view;
  const turn = flow.begin();
  flow.show({ ...view, isStarting: true });
  try {
    const option = chosen.collectData ? await withBuyerData(flow, connection, chosen) : chosen;
    if (turn.aborted) return;
    if (typeof option === "string") return void (await loadOptions(flow, connection, option, chosen));
    const prepared = option === chosen && view.prepared ? view.prepared : await prepareOption(flow, option);
    if (!turn.aborted) await executeInWallet(flow, connection, prepared, turn);
  } catch (error) {
    if (!turn.aborted) await loadOptions(flow, connection, problemOf(error), chosen);
  }
}

/** The option as offered once the buyer data is complete, or why it can't be paid. */
async function withBuyerData(
  flow: Flow,
  connection: Connection,
  option: PaymentOption,
): Promise<PaymentOption | Problem> {
  const end = await new Promise<FormEnd>((onEnd) => {
    flow.show({ at: "form", connection, option, url: option.collectData?.url ?? "", onEnd });
  });
  if (end !== "complete") return end === "closed" ? "buyerDataMissing" : "buyerDataFailed";
  // The gateway decides, not the form's message.
  const now = (await readOptions(flow, connection)).options.find((each) => isSameWay(each, option));
  if (!now) return "optionGone";
  if (now.collectData) return "buyerDataMissing";
  return now.amount.value === option.amount.value ? now : "priceExpired";
}

async function executeInWallet(
  flow: Flow,
  connection: Connection,
  prepared: PreparedPayment,
  turn: AbortSignal,
): Promise<void> {
  const { context, kept } = flow;
  const { option, steps } = prepared;
  const isSent = steps.at(-1)?.kind === "send";
  /** The wallet is being asked to send the payment. An approval, a signature or a switch of chain pays nothing. */
  let isSending = false;
  try {
    const body = await executePayment(prepared, {
      wallet: connection.wallet.provider,
      kept,
      newChains: newChainsOf(context.data.chains),
      // Buyers who went back are asked for nothing more.
      signal: turn,
      nowMs: context.nowMs,
      onProgress(progress) {
        if (progress.step !== "executing") return;
        isSending = isSent && progress.index === steps.length - 1;
        if (isSending) kept.beginSending();
        if (turn.aborted) return;
        flow.show({ at: "executing", connection, option, ...progress });
      },
    });
    // A transaction that was sent after the buyer went back still counts.
    flow.begin();
    const confirm = { body, isSent };
    kept.keepConfirm(confirm);
    if (isSent) kept.endSending();
    await confirmKept(flow, confirm, connection, option);
  } catch (error) {
    // A signature may come after the payment's end, when nothing else forgets it.
    if (context.live.current.isFinal) return kept.forget();
    if (isSending && (error === turn.reason || isSurelyNotSent(error))) kept.endSending();
    if (turn.aborted) return;
    const isUnclear = isSending && !(error instanceof PayError);
    await loadOptions(flow, connection, isUnclear ? "maybeSent" : walletProblem(error), option);
  }
}

const newChainsOf = (chains: CheckoutData["chains"]): NewChains =>
  Object.fromEntries(chains.flatMap(({ caip2, forWallets }) => (forWallets ? [[caip2, forWallets]] : [])));

/** A busy wallet may have an earlier request to send open. */
const isSurelyNotSent = (error: unknown): boolean =>
  error instanceof PayError && error.reason !== "wallet_busy" && error.reason !== "wallet_unable";

/** An unknown error comes from the wallet. */
function walletProblem(error: unknown): Problem {
  const problem = problemOf(error);
  return problem === "unknown" ? "walletUnable" : problem;
}

const FIRST_BACKOFF_MS = 2_000;
const BACKOFF_MS_MAX = 15_000;

/**
 * Retries until the gateway accepts or refuses it; then the payment's status takes over.
 * @param connection null after a reload
 */
export async function confirmKept(
  flow: Flow,
  { body, isSent }: KeptConfirm,
  connection: Connection | null,
  option: PaymentOption | null,
): Promise<void> {
  const { context, kept } = flow;
  flow.show({ at: "confirming", retryNow: null, isSent });
  for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, BACKOFF_MS_MAX)) {
    try {
      const { gateway, data, live } = context;
      const result = await confirmPayment(data.paymentId, body, { gateway, until: "accepted" });
      kept.forget();
      return live.tell(result);
    } catch (error) {
      if (context.live.current.isFinal) return kept.forget();
      const problem = problemOf(error);
      if (endsConfirm(error, isSent)) {
        kept.forgetResults();
        return refused(flow, problem, connection, option);
      }
      await new Promise<void>((retryNow) => {
        setTimeout(retryNow, backoffMs);
        flow.show({ at: "confirming", retryNow, isSent });
      });
    }
  }
}

async function refused(
  flow: Flow,
  problem: Problem,
  connection: Connection | null,
  option: PaymentOption | null,
): Promise<void> {
  if (connection) return loadOptions(flow, connection, problem, option);
  flow.show({ at: "wallets", connecting: null }, inDoubt(flow, problem));
}
