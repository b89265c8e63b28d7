// Confirms open payments by the deposits that reached their amount in time, and declines those to which a refused
// sender made a deposit. The relayer then sweeps the address, as it sends every confirmed payment.
import type { Asset } from "../../money/asset.ts";
import { asksForData } from "../../payment/buyer-data-rules.ts";
import { leastTransfer } from "../../payment/deposit.ts";
import type { QuotingChain } from "../../payment/transfers/credit.ts";
import type { Book, FilledAddress, LeastDeposit } from "../ports/ledger.ts";

/** Inside the transaction that ingests a chain's blocks. */
export async function confirmDeposited(book: Book, quoting: Pick<QuotingChain, "assets">): Promise<void> {
  if (!(await book.hasNewDeposits())) return;
  await book.declineRefused();
  const filled = await book.filledAddresses();
  const lacking = filled.filter(lacksData);
  await book.confirmDeposited(firstOfEachPayment(filled.filter((address) => !lacking.includes(address))));
  await book.requeueSweeps();
  await book.settleDeposits(
    leastDeposits(quoting),
    lacking.map(({ termsHash }) => termsHash),
  );
}

/** Without the buyer data that it requires, a payment is not paid: the address waits for the form. */
const lacksData = ({ buyerDataRules, hasBuyerData, asked, asset }: FilledAddress): boolean =>
  !hasBuyerData && asksForData(buyerDataRules, asked, { asset, chain: asset.slice(0, asset.indexOf("/")) });

const firstOfEachPayment = (filled: readonly FilledAddress[]): readonly FilledAddress[] => [
  ...new Map(filled.toReversed().map((address) => [address.paymentId, address])).values(),
];

/** What counts as a deposit of each asset. An address's own token has its own least. */
export const leastDeposits = ({ assets }: { readonly assets: readonly Asset[] }): readonly LeastDeposit[] =>
  assets.map((asset) => ({ token: asset.address, amount: leastTransfer(asset) }));
