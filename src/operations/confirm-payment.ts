// Accepts what the buyer signed: checks everything, then locks the payment to this option and hands it to the relayer.
// The order of the checks is the order of the answers' precedence. Repeating an identical confirm is always safe.
import type { Hex } from "viem";
import { isTransaction } from "../money/asset.ts";
import type { CollectedField } from "../payment/buyer-data-fields.ts";
import { type Option, type OptionKeys, payerOf, resultsDigest } from "../payment/option.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import { parseResults } from "../payment/results.ts";
import { termsHash } from "../payment/terms.ts";
import { checkResults, type Proof, readResults } from "./check-results.ts";
import { type BuyerDataPorts, dataOfConfirm, type SealedBuyerData } from "./collect-buyer-data.ts";
import type { PaymentChains, PaymentReader, PaymentTransitions } from "./ports.ts";
import { readOpenPayment } from "./read-payment.ts";
import { optionNotFound, paymentExpired, quoteExpired, Refusal } from "./refusal.ts";
import { depthFor } from "./required-depth.ts";
import { chainOf, openFor } from "./resolve-build.ts";
import { accountRefused, refusedAmong, type ScreeningPorts } from "./screen-accounts.ts";

export interface ConfirmInput {
  readonly optionId: string;
  /** The strings of all results in order, however the client grouped them. */
  readonly results: readonly string[];
  /** What the wallet's own form collected; null where it sent nothing. */
  readonly collectedData: readonly CollectedField[] | null;
  /** The wallet will see to the broadcast itself: verify and wait, but do not send. */
  readonly isExcludedFromRelayer: boolean;
  /** Name of the confirming wallet, empty where it is not known. */
  readonly providerName: string;
}

export interface NewConfirmation {
  readonly option: Option;
  readonly termsHash: Hex;
  readonly resultsDigest: Hex;
  readonly proof: Proof;
  readonly providerName: string;
  /** Blocks that its transfer must have, its own included. */
  readonly requiredDepth: number;
  readonly relay: Relay;
  /** What the confirm brought of the buyer's data, where it is asked for. */
  readonly buyerData: SealedBuyerData | null;
}

/**
 * Where the relayer stands with it at first: it sends it (queued), looks later whether it can (held), or does not, because the
 * buyer does (external).
 */
export type Relay = "queued" | "held" | "external";

export interface ConfirmPaymentPorts extends BuyerDataPorts, ScreeningPorts {
  readonly payments: PaymentReader &
    PaymentTransitions & {
      /**
       * Moves the payment to processing with this confirmation, if it still requires action and has not expired by the
       * database's clock; false where not. Wakes the relayer.
       */
      confirm(paymentId: string, confirmation: NewConfirmation): Promise<boolean>;
    };
  readonly chains: PaymentChains;
  readonly optionKeys: OptionKeys;
  readonly log: ScreeningPorts["log"] & { warn(fields: object, message: string): void };
  nowS(): number;
  /** Called where a test may end the process. */
  readonly reached: (crashPoint: "confirm.stored") => void;
}

/**
 * Resolves once the payment is locked to the confirm (now or by an earlier identical one).
 * @throws Refusal payment_not_found, payment_expired, invalid_state, params_validation (400 option, results or data, 422
 *   signature), quote_expired, sanctioned_user, internal_error (the chain or the screening does not answer: nothing was
 *   written, repeat)
 */
export async function confirmPayment(
  ports: ConfirmPaymentPorts,
  paymentId: string,
  input: ConfirmInput,
): Promise<void> {
  const payment = await readOpenPayment(ports.payments, paymentId);
  const option = openFor(ports.optionKeys, paymentId, input.optionId);
  if (isIdentical(payment, option, input.results)) return;
  refuseUnlessOpen(payment);
  const chain = option && chainOf(ports.chains, option);
  if (!chain) throw optionNotFound();
  const isQuoteExpired = option.quoteExpiresAtS !== null && ports.nowS() >= option.quoteExpiresAtS;
  // A transaction may have paid in time all the same: the chain is asked, where there is one to ask for.
  const isWellFormed = !("message" in parseResults(option.method, input.results));
  if (isQuoteExpired && !(isTransaction(option.method) && isWellFormed)) throw quoteExpired();
  const results = readResults(option, input.results);
  const buyerData = await dataOfConfirm(ports, payment, option, input.collectedData);
  const { proof, awaitsApproval } = await checkResults(chain, option, results, isQuoteExpired, ports.log);
  await screen(ports, option);

  const confirmation: NewConfirmation = {
    option,
    termsHash: termsHash(option.terms),
    resultsDigest: resultsDigest(input.results),
    proof,
    providerName: input.providerName,
    requiredDepth: depthFor(chain, payment),
    relay:
      input.isExcludedFromRelayer || proof.type === "transaction" ? "external" : awaitsApproval ? "held" : "queued",
    buyerData,
  };
  if (await ports.payments.confirm(paymentId, confirmation)) {
    ports.reached("confirm.stored");
    return;
  }
  // Somebody was first: an identical confirm (fine), another one, a cancel, or the clock.
  const now = await readOpenPayment(ports.payments, paymentId);
  if (!isIdentical(now, option, input.results)) refuseUnlessOpen(now, "changed");
}

function isIdentical(payment: PaymentForBuyer, option: Option | null, results: readonly string[]): boolean {
  const locked = payment.confirmation;
  if (!locked || !option || locked.termsHash !== termsHash(option.terms)) return false;
  // The watcher saw the transaction before the wallet could tell of it, maybe under another hash (a speed-up).
  if (locked.resultsDigest === null) return !("message" in parseResults(option.method, results));
  return locked.resultsDigest === resultsDigest(results);
}

function refuseUnlessOpen(payment: PaymentForBuyer, changed?: "changed"): void {
  if (payment.status === "expired") throw paymentExpired(payment.expiresAtS);
  if (payment.status === "processing") {
    throw new Refusal("invalid_state", "The payment is already confirmed with another option or other results");
  }
  if (payment.status !== "requires_action" || changed) {
    throw new Refusal("invalid_state", `The payment is ${payment.status}`);
  }
}

/** A refused account ends the payment; nothing of what it signed is kept. */
async function screen(ports: ConfirmPaymentPorts, option: Option): Promise<void> {
  const refused = await refusedAmong(ports, [payerOf(option)]);
  if (refused.size === 0) return;
  // Changes nothing where another confirm was first, or the clock: the payment is theirs then.
  await ports.payments.apply(option.paymentId, { type: "declined", failureCode: "declined_user" });
  throw accountRefused();
}
