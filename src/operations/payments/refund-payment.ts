// Marks a payment as refunded. No money moves here: the merchant pays the buyer from their own account and may name the
// transaction, which is then looked up on the payment's chain.

import type { Hex } from "viem";
import type { Actor } from "../../merchant/audit.ts";
import { buyerAccount } from "../../payment/option.ts";
import type { Confirmation, Credit, PaymentForBuyer } from "../../payment/payment.ts";
import { invalid, Refusal } from "../errors/refusal.ts";
import { askChain, type OutagePorts } from "../monitoring/report-outage.ts";
import type { PaymentChain, PaymentChains, TokenTransfer } from "../ports/chain/payment-chain.ts";
import type { PaymentReader } from "../ports/payments.ts";

/** A mined transaction and the transfers in it that may be this refund: the first unused one is taken. */
export interface RefundTransaction {
  /** CAIP-2. */
  readonly chain: string;
  readonly txHash: Hex;
  readonly logIndexes: readonly number[];
}

/** A transaction that was named but not looked up, because the payment's state ruled out the refund. */
export type RuledOut = "ruled_out";

export interface FindRefundPorts extends OutagePorts {
  readonly payments: PaymentReader;
  readonly chains: PaymentChains;
}

export interface RefundPaymentPorts {
  readonly payments: PaymentReader & {
    /**
     * Writes the mark and its event, with the first of the transfers that is not another refund of the partner's.
     * False, with nothing written, if the payment has not succeeded, is already marked, or no such transfer is left.
     */
    markRefunded(
      payment: { readonly id: string; readonly partnerId: string },
      transaction: RefundTransaction | null,
      by: Actor,
    ): Promise<boolean>;
  };
}

/**
 * Looks up the transaction on chain; call it before the database transaction that marks the refund.
 * @throws Refusal not_found, params_validation (on txHash), bad_gateway (the chain does not respond: retry)
 */
export async function findRefund(
  ports: FindRefundPorts,
  paymentId: string,
  txHash: Hex,
): Promise<RefundTransaction | RuledOut> {
  const { confirmation, credit, status, refund } = await readPayment(ports.payments, paymentId);
  if (status !== "succeeded" || refund || !confirmation || !credit) return "ruled_out";
  // The payer of its terms is the deposit address, from which money goes to the merchant.
  if (buyerAccount(confirmation.option) === null) {
    throw wrongTx(
      "cannot be verified, because the payment was made by a deposit, whose buyer is unknown: leave it out",
    );
  }
  const chain = ports.chains.get(credit.chain);
  if (!chain) throw wrongTx(`cannot be looked up, because ${credit.chain} is no longer configured: leave it out`);
  const transfers = await readTransfers(ports, chain, txHash, confirmation);
  if (!transfers) throw wrongTx(`is no transaction that ${chain.id} has mined`);
  const fitting = transfers.filter((transfer) => paysBack(transfer, confirmation, credit));
  if (fitting.length === 0) {
    throw wrongTx(
      "must be a transaction after the payment that transfers the paid token, at most the paid amount, to its payer",
    );
  }
  const logIndexes = fitting.toSorted(byAmount).map(({ logIndex }) => logIndex);
  return { chain: chain.id, txHash: txHash.toLowerCase() as Hex, logIndexes };
}

/**
 * Resolves once this call has marked the payment as refunded.
 * @param transaction null: none was named
 * @throws Refusal not_found, payment_not_succeeded, already_refunded, params_validation (on txHash), bad_gateway (the
 *   payment has succeeded since the look-up: retry)
 */
export async function refundPayment(
  { payments }: RefundPaymentPorts,
  paymentId: string,
  transaction: RefundTransaction | RuledOut | null,
  by: Actor,
): Promise<void> {
  const payment = await readPayment(payments, paymentId);
  if (payment.refund) throw alreadyRefunded(payment.refund.refundedAt);
  if (payment.status !== "succeeded") {
    throw new Refusal(
      "payment_not_succeeded",
      `The payment is ${payment.status}; only succeeded payments can be refunded`,
    );
  }
  if (transaction === "ruled_out") {
    throw new Refusal("bad_gateway", "The payment has only just succeeded: repeat the request", { retryAfterS: 1 });
  }
  // Concurrent refunds may have chosen the same transfer: each further attempt chooses another one.
  for (let attemptsLeft = transaction?.logIndexes.length ?? 1; attemptsLeft > 0; attemptsLeft--) {
    if (await payments.markRefunded(payment, transaction, by)) return;
    const { refund } = await readPayment(payments, paymentId);
    if (refund) throw alreadyRefunded(refund.refundedAt);
  }
  throw wrongTx("already marks another payment as refunded");
}

async function readPayment(payments: PaymentReader, paymentId: string): Promise<PaymentForBuyer> {
  const payment = await payments.findForBuyer(paymentId);
  if (!payment) throw new Refusal("not_found", "Payment not found");
  return payment;
}

async function readTransfers(
  ports: FindRefundPorts,
  chain: PaymentChain,
  txHash: Hex,
  { option }: Confirmation,
): Promise<readonly TokenTransfer[] | null> {
  try {
    const read = () => chain.readTransfers(txHash, option.terms.token, option.terms.payer);
    return await askChain(ports, chain, "could not look up a refund's transaction", read);
  } catch {
    throw new Refusal("bad_gateway", "The chain is not responding: repeat the request", { retryAfterS: 1 });
  }
}

/** A transfer before the payment cannot refund it. */
const paysBack = ({ amount, blockNumber }: TokenTransfer, { option }: Confirmation, credit: Credit): boolean =>
  amount > 0n && amount <= option.terms.amount && blockNumber > credit.blockNumber;

/** Largest first: a smaller one may still fit another payment that the transaction refunds. */
const byAmount = (a: TokenTransfer, b: TokenTransfer): number =>
  Number(b.amount > a.amount) - Number(b.amount < a.amount) || a.logIndex - b.logIndex;

const wrongTx = (message: string): Refusal => invalid([{ field: "txHash", message }]);

const alreadyRefunded = (refundedAt: Date): Refusal =>
  new Refusal("already_refunded", `The payment was refunded at ${refundedAt.toISOString()}`);
