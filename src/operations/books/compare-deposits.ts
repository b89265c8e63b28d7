// Compares what lies on deposit addresses with the books: deposits less sweeps and recoveries.
import type { Hex } from "viem";
import type { BookedHolding, DepositTotals } from "../../payment/transfers/deposit-books.ts";
import type { BooksStore } from "../ports/books.ts";
import type { Block } from "../ports/chain/chain-reader.ts";
import type { ReconciledChain, Reconciliation } from "./reconciliation.ts";

/** Addresses per page. */
const PAGE = 300;

/** @param newest the newest followed block, in whose state the balances are read */
export async function compareDeposits(
  store: Pick<BooksStore, "depositTotals" | "holdings">,
  { reader }: Pick<ReconciledChain, "reader">,
  newest: Block,
  reconciliation: Reconciliation,
): Promise<readonly DepositTotals[]> {
  // A node returns an error for the state of a block that a reorg removed, which is another difference.
  if ((await reader.block(newest.number))?.hash !== newest.hash) return [];
  for (let after: Hex | null = null; ; ) {
    const page: readonly BookedHolding[] = await store.holdings(reader.id, newest.number, after, PAGE);
    const balances = await reader.balancesAt(newest, page);
    for (const [index, { address, paymentId, token, amount }] of page.entries()) {
      const balance = balances[index] ?? amount; // a token that does not say is no difference
      if (balance === amount) continue;
      const message = `the deposit address ${address} holds ${balance} of ${token}, and ${amount} by the database`;
      reconciliation.add({ kind: "deposits_differ", message }, paymentId);
    }
    const last = page.at(-1);
    if (!last) break;
    after = last.termsHash;
  }
  return store.depositTotals(reader.id, newest.number);
}
