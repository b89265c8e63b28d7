// Accepts a confirm: checks it, locks the payment to the option and hands it to the relayer. The checks run in the
// order of precedence of their errors. Repeating an identical confirm is always safe.
import type { Hex } from "viem";
import { isTransaction } from "../../money/asset.ts";
import type { CollectedField } from "../../payment/buyer-data/buyer-data-fields.ts";
import { type Option, type OptionKeys, payerOf, resultsDigest } from "../../payment/option.ts";
import { type ParsedResults, parseResults } from "../../payment/options/results.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { termsHash } from "../../payment/terms.ts";
import { depthFor } from "../../payment/transfers/finality.ts";
import { type BuyerDataPorts, dataOfConfirm, type SealedBuyerData } from "../buyer-data/collect-buyer-data.ts";
import { chainSilent, optionNotFound, quoteExpired, Refusal, unprocessable } from "../errors/refusal.ts";
import { askChain, type OutagePorts } from "../monitoring/report-outage.ts";
import { type FullLinkPorts, refuseFullLink } from "../payment-links/full-link.ts";
import { readOpenPayment, refuseExpired } from "../payments/read-payment.ts";
import type { PaymentChain, PaymentChains } from "../ports/chain/payment-chain.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { PaymentReader, PaymentTransitions } from "../ports/payments.ts";
import { type CheckOptionPorts, checkOption } from "./check-option.ts";
import { type CheckedResults, checkResults, type Proof, requireWellFormed } from "./check-results.ts";
import { chainOf, openFor } from "./resolve-build.ts";
import { type ScreeningPorts, screenPayer } from "./screen-accounts.ts";

export interface ConfirmInput {
  readonly optionId: string;
  /** The strings of all results in order, however the client grouped them. */
  readonly results: readonly string[];
  /** Buyer data from the wallet's own form; null if it sent none. */
  readonly collectedData: readonly CollectedField[] | null;
  /** The wallet broadcasts the payment: verify and wait, but do not send. */
  readonly isExcludedFromRelayer: boolean;
  /** Name of the confirming wallet; empty if unknown. */
  readonly providerName: string;
}

export interface NewConfirmation {
  readonly option: Option;
  readonly termsHash: Hex;
  readonly resultsDigest: Hex;
  readonly proof: Proof;
  readonly providerName: string;
  /** Blocks its transfer needs, its own included. */
  readonly requiredDepth: number;
  readonly relay: Relay;
  readonly payerBalance: CheckedResults["payerBalance"];
  /** The payment link of which it takes a use, if any: a transaction that was sent counts in any case. */
  readonly linkId: string | null;
  /** The buyer data in the confirm, if it is required. */
  readonly buyerData: SealedBuyerData | null;
}

/**
 * The relayer's first state: it sends the payment (queued), checks later whether it can (held), or leaves it to the
 * buyer (external).
 */
export type Relay = "queued" | "held" | "external";

export interface ConfirmPaymentPorts extends BuyerDataPorts, ScreeningPorts, CheckOptionPorts, FullLinkPorts {
  readonly payments: PaymentReader &
    PaymentTransitions & {
      /**
       * Moves the payment to processing with this confirmation and wakes the relayer. False if it no longer requires
       * action, has expired by the database's clock, is not covered by `payerBalance`, or finds no use left.
       */
      confirm(paymentId: string, confirmation: NewConfirmation): Promise<boolean>;
    };
  readonly chains: PaymentChains;
  readonly followed: Pick<Ledger, "newestBlock">;
  readonly optionKeys: OptionKeys;
  /** Lets a test kill the process at this point. */
  readonly crashPoint: (point: "confirm.stored") => void;
}

/**
 * Resolves once the payment is locked to the confirm, by this call or an earlier identical one.
 * @throws Refusal payment_not_found, payment_expired, invalid_state, params_validation (400 option, results or data,
 *   422 signature or balance), quote_expired, sanctioned_user, internal_error (the chain or the screening does not
 *   respond: nothing was written, retry)
 */
export async function confirmPayment(
  ports: ConfirmPaymentPorts,
  paymentId: string,
  input: ConfirmInput,
): Promise<void> {
  const payment = await readOpenPayment(ports.payments, paymentId);
  const option = openFor(ports.optionKeys, paymentId, input.optionId);
  const submitted = option && submissionOf(option, input.results);
  if (submitted && isIdentical(payment, submitted)) return;
  refuseUnlessOpen(payment);
  const chain = submitted && chainOf(ports.chains, submitted.option);
  if (!option || !submitted || !chain) throw optionNotFound();
  const isQuoteExpired = option.quoteExpiresAtS !== null && ports.nowS() >= option.quoteExpiresAtS;
  // A transaction with a well-formed hash may still have paid in time; the chain shows whether it did.
  const mayHavePaid = isTransaction(option.method) && submitted.results.outcome === "parsed";
  if (isQuoteExpired && !mayHavePaid) throw quoteExpired();
  await checkOption(ports, payment, option, chain, mayHavePaid ? submitted.termsHash : null);
  const results = requireWellFormed(submitted.results);
  const buyerData = await dataOfConfirm(ports, payment, option, input.collectedData);
  const checked = await checkResults(chain, option, results, isQuoteExpired, ports);
  const { proof, awaitsApproval, payerBalance } = checked;
  await screenPayer(ports, paymentId, payerOf(option));

  const confirmation: NewConfirmation = {
    option,
    termsHash: submitted.termsHash,
    resultsDigest: submitted.digest,
    proof,
    providerName: input.providerName,
    requiredDepth: depthFor(chain, payment, option),
    relay:
      input.isExcludedFromRelayer || proof.type === "transaction" ? "external" : awaitsApproval ? "held" : "queued",
    buyerData,
    payerBalance,
    linkId: payment.createdBy.type === "link" && proof.type === "signature" ? payment.createdBy.id : null,
  };
  if (await store(ports, submitted, confirmation)) return;
  // Still open: the payer has signed other payments, some of which may be on chain and are not followed yet.
  const balanceThen = await balanceOf(ports, chain, option);
  if (await store(ports, submitted, { ...confirmation, payerBalance: balanceThen })) return;
  throw unprocessable([
    {
      field: "results",
      message: "exceed the account's balance: it is insufficient for this and the account's other confirmed payments",
    },
  ]);
}

/**
 * False if the payment is still open, because the payer's balance is not known to cover it.
 * @throws Refusal payment_expired, invalid_state (another request came first, or the payment link has no use left)
 */
async function store(ports: ConfirmPaymentPorts, submitted: Submission, confirmation: NewConfirmation) {
  const { paymentId } = submitted.option;
  if (await ports.payments.confirm(paymentId, confirmation)) {
    ports.crashPoint("confirm.stored");
    return true;
  }
  // Perhaps another request came first: an identical confirm (which is fine), another confirm, a cancel, or the expiry.
  const now = await readOpenPayment(ports.payments, paymentId);
  if (isIdentical(now, submitted)) return true;
  refuseUnlessOpen(now);
  if (confirmation.linkId !== null) await refuseFullLink(ports, now);
  return false;
}

/** The balance at the newest followed block, because transfers of later blocks still count as unpaid. */
export async function balanceOf(
  ports: OutagePorts & Pick<ConfirmPaymentPorts, "followed">,
  chain: PaymentChain,
  option: Option,
): Promise<bigint> {
  const newest = await ports.followed.newestBlock(chain.id);
  try {
    const read = () => chain.balanceOf(option, newest?.number ?? null);
    return await askChain(ports, chain, "could not read a payer's balance", read);
  } catch {
    throw chainSilent();
  }
}

/** The option and results of a confirm. */
interface Submission {
  readonly option: Option;
  readonly termsHash: Hex;
  readonly results: ParsedResults;
  readonly digest: Hex;
}

const submissionOf = (option: Option, results: readonly string[]): Submission => ({
  option,
  termsHash: termsHash(option.terms),
  results: parseResults(option.method, results),
  digest: resultsDigest(results),
});

/** Whether the payment is already locked to this confirm. */
function isIdentical({ confirmation }: PaymentForBuyer, submitted: Submission): boolean {
  if (confirmation?.termsHash !== submitted.termsHash) return false;
  // The watcher saw the transaction before the wallet confirmed, perhaps under another hash (a speed-up).
  if (confirmation.resultsDigest === null) return submitted.results.outcome === "parsed";
  return confirmation.resultsDigest === submitted.digest;
}

function refuseUnlessOpen(payment: PaymentForBuyer): void {
  refuseExpired(payment);
  if (payment.status === "processing") {
    throw new Refusal("invalid_state", "The payment is already confirmed with another option or other results");
  }
  if (payment.status !== "requires_action") {
    throw new Refusal("invalid_state", `The payment is ${payment.status}`);
  }
}
