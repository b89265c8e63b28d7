// Signs one refund by its gateway payment, as a wallet pays a payment: options, fetch, sign, confirm, status.
import {
  type ConfirmBody,
  confirmPayment,
  executePayment,
  type GatewayClient,
  PayError,
  type PaymentOption,
  preparePayment,
  type Step,
} from "../../../../../client/index.ts";
import { chainOfUnit } from "../../../../../money/amount.ts";
import { type Kept, keptFor } from "../../../../wallet/kept.ts";
import { endsConfirm, isUnanswered } from "../../../../wallet/problem.ts";
import { serverNowMs } from "../../../api/connection.ts";
import { type ConsoleRefund, gatewayFor, type RefundSigning, readSigning } from "../../../api/refunds/refunds.ts";
import type { Connected } from "./connected.ts";
import { lackOf, NotSignable } from "./fault.ts";

export type SigningStep = "preparing" | Step["kind"] | "confirming";

interface Signer extends Connected {
  readonly onStep: (step: SigningStep) => void;
  /** The reader chose this refund alone, and so knows what became of an earlier attempt. */
  readonly isChosen: boolean;
}

/**
 * Resolves once the gateway has accepted it.
 * @throws NotSignable, PayError, ApiError, NoAnswerError, or the wallet's own error
 */
export async function signRefund(refund: ConsoleRefund, signer: Signer): Promise<GatewayClient> {
  const { gatewayPaymentId } = refund;
  signer.onStep("preparing");
  const kept = keptFor(gatewayPaymentId);
  const signing = await readSigning(refund.refundId);
  const gateway = gatewayFor(signing);
  if (!kept.confirm) {
    if (kept.mayBeSent && !signer.isChosen) throw new NotSignable({ reason: "maybeSent" });
    const option = await optionFor(refund, gateway, signer);
    const { body, isSent } = await execute(refund, option, { ...signer, signing, gateway, kept });
    kept.keepConfirm({ body, isSent });
  }
  signer.onStep("confirming");
  await confirmKept(gatewayPaymentId, gateway, kept);
  return gateway;
}

async function optionFor(
  { gatewayPaymentId, amount }: ConsoleRefund,
  gateway: GatewayClient,
  { addresses }: Connected,
): Promise<PaymentOption> {
  const chain = chainOfUnit(amount.unit);
  const accounts = addresses.map((address) => `${chain}:${address}`);
  const body = { accounts, includeUnavailable: true, includePaymentInfo: true };
  const { options, unavailable = [], info } = await gateway.options(gatewayPaymentId, body);
  if (info?.status === "processing") throw new NotSignable({ reason: "signedElsewhere" });
  if (info && info.status !== "requires_action") throw new NotSignable({ reason: "ended" });
  // The wallet's active account, if it can.
  const option = accounts.flatMap((each) => options.find(({ account }) => isSame(account, each)) ?? [])[0];
  if (!option) throw new NotSignable(lackOf(unavailable));
  if (option.amount.unit !== amount.unit || option.amount.value !== amount.value)
    throw new PayError("not_what_was_chosen", "Refused: the option's amount is not the refund's");
  return option;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

interface Execution extends Signer {
  readonly signing: RefundSigning;
  readonly gateway: GatewayClient;
  readonly kept: Kept;
}

async function execute(
  { gatewayPaymentId, expiresAt: paymentExpiresAtS }: ConsoleRefund,
  option: PaymentOption,
  { signing: { chains }, gateway, kept, wallet, onStep }: Execution,
): Promise<{ readonly body: ConfirmBody; readonly isSent: boolean }> {
  const contracts = Object.fromEntries(chains.map((chain) => [chain.caip2, chain.contracts]));
  const newChains = Object.fromEntries(
    chains.flatMap(({ caip2, forWallets }) => (forWallets ? [[caip2, forWallets]] : [])),
  );
  const prepared = await preparePayment(gatewayPaymentId, option, { gateway, paymentExpiresAtS, contracts });
  const isSent = prepared.steps.at(-1)?.kind === "send";
  let isSending = false;
  try {
    const body = await executePayment(prepared, {
      wallet: wallet.provider,
      kept,
      newChains,
      nowMs: serverNowMs,
      onProgress(progress) {
        if (progress.step !== "executing") return;
        isSending = progress.kind === "send";
        if (isSending) kept.beginSending();
        onStep(progress.kind);
      },
    });
    if (isSending) kept.endSending();
    return { body, isSent };
  } catch (error) {
    const isKnown = error instanceof PayError && error.reason !== "wallet_busy" && error.reason !== "wallet_unable";
    if (isSending && isKnown) kept.endSending();
    if (isSending && !(error instanceof PayError)) throw new NotSignable({ reason: "maybeSent" });
    throw error;
  }
}

async function confirmKept(gatewayPaymentId: string, gateway: GatewayClient, kept: Kept): Promise<void> {
  if (!kept.confirm) return;
  const { body, isSent } = kept.confirm;
  try {
    await confirmPayment(gatewayPaymentId, body, { gateway, until: "accepted" });
  } catch (error) {
    if (endsConfirm(error, isSent)) kept.forgetResults();
    if (!isUnanswered(error) || !(await hasArrived(gatewayPaymentId, gateway))) throw error;
  }
  kept.forget();
}

/** Statuses of a payment whose signature the gateway has accepted. */
const ACCEPTED = ["processing", "succeeded", "failed"];

/** Whether a confirm has arrived although its response is lost. */
const hasArrived = (gatewayPaymentId: string, gateway: GatewayClient): Promise<boolean> =>
  gateway.status(gatewayPaymentId).then(
    ({ status }) => ACCEPTED.includes(status),
    () => false,
  );
