// Screens the senders of deposits. A deposit counts once its sender is screened; while no source answers, it waits.
import type { QuotingChain } from "../../payment/transfers/credit.ts";
import type { ScreeningPorts } from "../gateway/screen-accounts.ts";
import type { DepositSenders, ScreenedDeposit } from "../ports/ledger.ts";
import { leastDeposits } from "./confirm-deposited.ts";

/** Deposits asked about at once; the next block asks about the rest. */
const SCREENED_MAX = 500;

export interface ScreenSendersPorts {
  readonly ledger: DepositSenders;
  readonly quoting: Pick<QuotingChain, "id" | "assets">;
  readonly quotes: Pick<ScreeningPorts, "screening" | "log">;
}

/** @returns the screened deposits, for the transaction that decides payments by them */
export async function screenSenders({
  ledger,
  quoting,
  quotes,
}: ScreenSendersPorts): Promise<readonly ScreenedDeposit[]> {
  const deposits = await ledger.unscreened(quoting.id, leastDeposits(quoting), SCREENED_MAX);
  if (deposits.length === 0) return [];
  const textOf = (address: string): string => `${quoting.id}:${address}`;
  const senders = [...new Set(deposits.map(({ sender }) => sender))];
  try {
    const accounts = senders.map((address) => ({ chain: quoting.id, address, text: textOf(address) }));
    const refused = await quotes.screening.refused(accounts);
    return deposits.map(({ sender, ...place }) => ({ ...place, isRefused: refused.has(textOf(sender)) }));
  } catch (error) {
    quotes.log.error(
      { chain: quoting.id, deposits: deposits.length, err: error },
      "a screening source does not respond: deposits do not pay their payments until it does (see SCREENING)",
    );
    await ledger.screenLater(quoting.id, deposits);
    return [];
  }
}
