// Confirms open payments by transfers with quoted terms in blocks before their expiry. A wallet sent such a
// transaction without confirming, or a restore has lost the quote or confirm.
import { asksForData } from "../../payment/buyer-data-rules.ts";
import type { FeePolicy } from "../../payment/fee.ts";
import { quotedOption } from "../../payment/options/quoted-option.ts";
import type { QuotingChain } from "../../payment/transfers/credit.ts";
import { depthFor } from "../../payment/transfers/finality.ts";
import type { TimedEvent } from "../../payment/transfers/transfer.ts";
import type { ScreeningPorts } from "../gateway/screen-accounts.ts";
import type { Book, Ledger, WaitingTransfer } from "../ports/ledger.ts";

export interface QuotePorts extends Pick<ScreeningPorts, "screening" | "log"> {
  /** Applies to payments of partners without a policy. */
  readonly standardFees: FeePolicy;
}

/** Hashes of terms whose payer passed screening. */
export type Cleared = ReadonlySet<string>;

/**
 * Screens the payers of transfers that may pay an open payment by terms that no wallet was handed as a transaction.
 * Transfers of accounts that are refused, or cannot be screened now, do not pay; the payment's end reports them.
 */
export async function screenPayers(
  { ledger, quoting, quotes }: { readonly ledger: Ledger; readonly quoting: QuotingChain; readonly quotes: QuotePorts },
  transfers: readonly TimedEvent[],
): Promise<Cleared> {
  const unconfirmed = transfers.length > 0 ? await ledger.unconfirmed(quoting.id, transfers) : new Set<string>();
  const candidates = transfers.filter(({ termsHash }) => unconfirmed.has(termsHash));
  if (candidates.length === 0) return new Set();
  const accountOf = (address: string) => ({ chain: quoting.id, address, text: `${quoting.id}:${address}` });
  try {
    const refused = await quotes.screening.refused(candidates.map(({ payer }) => accountOf(payer)));
    const cleared = candidates.filter(({ payer }) => !refused.has(accountOf(payer).text));
    return new Set(cleared.map(({ termsHash }) => termsHash));
  } catch (error) {
    quotes.log.error(
      { chain: quoting.id, transfers: candidates.map(({ txHash }) => txHash), err: error },
      "a screening source does not respond: these transfers do not pay their payments; run turnpike rebuild later",
    );
    return new Set();
  }
}

/** @returns the transfers with their updated payments */
export async function confirmInTime(
  book: Book,
  found: readonly WaitingTransfer[],
  quoting: QuotingChain,
  quotes: QuotePorts,
  cleared: Cleared,
): Promise<readonly WaitingTransfer[]> {
  const waiting = await recogniseQuotes(book, found, quoting, quotes, cleared);
  const handedOut = waiting.filter((transfer) => transfer.isConfirmable && mayPay(transfer, quoting));
  const confirmed = await book.confirmHandedOut(firstOfEachPayment(handedOut));
  return waiting.map((transfer) => {
    const terms = confirmed.get(transfer.paymentId ?? "");
    if (!terms || !transfer.payment) return transfer;
    return { ...transfer, payment: { ...transfer.payment, status: "processing", confirmed: terms } };
  });
}

/** Whether the payment is open, not past its expiry by the chain's clock, and can be paid on this chain. */
const mayPay = ({ payment, blockTimeS }: WaitingTransfer, quoting: QuotingChain): boolean =>
  payment?.status === "requires_action" && blockTimeS < payment.expiresAtS && quoting.takes(payment.partnerId);

/** Stores the recomputed options of transfers, as if their terms had been handed to a wallet. */
async function recogniseQuotes(
  book: Book,
  waiting: readonly WaitingTransfer[],
  quoting: QuotingChain,
  quotes: QuotePorts,
  cleared: Cleared,
): Promise<readonly WaitingTransfer[]> {
  const candidates = waiting.filter(
    (transfer) => mayPay(transfer, quoting) && !transfer.payment?.wasHandedOut && cleared.has(transfer.termsHash),
  );
  if (candidates.length === 0) return waiting;
  const facts = await book.quotedPayments(candidates, quoting.treasury);
  const recognised = new Map<bigint, boolean>();
  for (const transfer of candidates) {
    const payment = facts.get(transfer.id);
    if (!payment) continue;
    const fees = payment.fees ?? quotes.standardFees;
    const option = quotedOption(transfer, { ...payment, fees }, quoting);
    if (!option) continue;
    const needsData = asksForData(payment.buyerDataRules, payment.amount, { asset: option.asset, chain: quoting.id });
    const requiredDepth = depthFor(quoting, payment, option);
    const intent = { option, termsHash: transfer.termsHash, requiredDepth, needsData };
    if (await book.remember(payment.id, payment.partnerId, intent)) {
      recognised.set(transfer.id, !needsData || payment.hasBuyerData);
    }
  }
  return waiting.map((transfer) => {
    const isConfirmable = recognised.get(transfer.id);
    if (isConfirmable === undefined || !transfer.payment) return transfer;
    return { ...transfer, isConfirmable, payment: { ...transfer.payment, wasHandedOut: true } };
  });
}

/** Keeps the first transfer of each payment, in chain order. */
export const firstOfEachPayment = (transfers: readonly WaitingTransfer[]): readonly WaitingTransfer[] => [
  ...new Map(transfers.toReversed().map((transfer) => [transfer.paymentId, transfer])).values(),
];
