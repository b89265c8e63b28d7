// Accepts what the buyer signed: checks everything, then locks the payment to this option and hands it to the relayer.
// The order of the checks is the order of the answers' precedence. Repeating an identical confirm is always safe.
import { type Hex, isHex } from "viem";
import { findCurrency } from "../money/fiat.ts";
import type { CollectedField } from "../payment/collect-data.ts";
import { requiredDepth } from "../payment/finality.ts";
import { type Option, type OptionKeys, payerOf, resultsDigest } from "../payment/option.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import { termsHash } from "../payment/terms.ts";
import { type CollectDataPorts, dataOfConfirm, type SealedBuyerData } from "./collect-data.ts";
import type { PaymentChain, PaymentChains, PaymentReader, PaymentTransitions } from "./ports.ts";
import { readOpenPayment } from "./read-payment.ts";
import { invalid, optionNotFound, paymentExpired, quoteExpired, Refusal, unprocessable } from "./refusal.ts";
import { openFor } from "./resolve-build.ts";
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

/** What the buyer's wallet came back with: a signature for the relayer, or the hash of a transaction it sent. */
export type Proof =
  | { readonly type: "signature"; readonly signature: Hex }
  | { readonly type: "transaction"; readonly hash: Hex };

export interface NewConfirmation {
  readonly option: Option;
  readonly termsHash: Hex;
  readonly resultsDigest: Hex;
  readonly proof: Proof;
  readonly providerName: string;
  /** Blocks that its transfer must have, its own included. */
  readonly requiredDepth: number;
  readonly isExcludedFromRelayer: boolean;
  /** What the confirm brought of the buyer's data, where it is asked for. */
  readonly buyerData: SealedBuyerData | null;
}

export interface ConfirmPaymentPorts extends CollectDataPorts, ScreeningPorts {
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
  nowS(): number;
  /** Called where a test may end the process. */
  readonly reached: (crashPoint: "confirm.stored") => void;
}

/** A signature this long is more than any wallet contract in use makes; what is longer is refused unread. */
const SIGNATURE_HEX_MAX = 16_384;

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
  const digest = resultsDigest(input.results);
  if (isIdentical(payment, option, digest)) return;
  refuseUnlessOpen(payment);
  const chain = option && ports.chains.get(option.terms.chain);
  if (!chain) throw optionNotFound();
  if (option.quoteExpiresAtS !== null && ports.nowS() >= option.quoteExpiresAtS) throw quoteExpired();
  const signature = signatureOf(input.results);
  const buyerData = await dataOfConfirm(ports, payment, option, input.collectedData);
  const taken = await verify(chain, option, signature);
  await screen(ports, option);

  const confirmation: NewConfirmation = {
    option,
    termsHash: termsHash(option.terms),
    resultsDigest: digest,
    proof: { type: "signature", signature: taken },
    providerName: input.providerName,
    requiredDepth: depthFor(chain, payment),
    isExcludedFromRelayer: input.isExcludedFromRelayer,
    buyerData,
  };
  if (await ports.payments.confirm(paymentId, confirmation)) {
    ports.reached("confirm.stored");
    return;
  }
  // Somebody was first: an identical confirm (fine), another one, a cancel, or the clock.
  const now = await readOpenPayment(ports.payments, paymentId);
  if (!isIdentical(now, option, digest)) refuseUnlessOpen(now, "changed");
}

function isIdentical(payment: PaymentForBuyer, option: Option | null, digest: Hex): boolean {
  const locked = payment.confirmation;
  if (!locked || !option) return false;
  return locked.resultsDigest === digest && locked.termsHash === termsHash(option.terms);
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

/** An EIP-3009 option has one action, so one result: the signature. */
function signatureOf(results: readonly string[]): Hex {
  const [signature, ...others] = results;
  if (signature === undefined || others.length > 0) {
    throw invalid([{ field: "results", message: "must hold exactly 1 result, one per executed action in order" }]);
  }
  const isBytes = isHex(signature) && signature.length % 2 === 0 && signature.length > 2;
  if (!isBytes || signature.length > SIGNATURE_HEX_MAX) {
    throw invalid([{ field: "results.0.data.0", message: "must be a signature as 0x-prefixed hex" }]);
  }
  return signature;
}

/** @returns the signature in the form that the chain takes */
async function verify(chain: PaymentChain, option: Option, signature: Hex): Promise<Hex> {
  const verdict = await chain.verify({ option, signature });
  switch (verdict.type) {
    case "payable":
    case "already_used": // by this very authorisation: the watcher has seen or will see its transfer
      return verdict.signature ?? signature;
    case "invalid_signature":
      throw unprocessable([
        { field: "results.0.data.0", message: verdict.message ?? "is an invalid signature for this option" },
      ]);
    case "allowance_missing":
      throw invalid([
        { field: "results", message: "must include the approval: Permit2 may not move so much of the token" },
      ]);
    case "refused":
      throw invalid([{ field: "optionId", message: verdict.message }]);
    case "unknown":
      throw new Refusal("internal_error", "The chain does not answer right now; nothing was done, try again", {
        retryAfterS: 1,
      });
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

function depthFor(chain: PaymentChain, payment: PaymentForBuyer): number {
  const decimals = findCurrency(payment.amount.currency)?.decimals ?? 0;
  return requiredDepth(chain.confirmations, payment.amount.value, decimals);
}
