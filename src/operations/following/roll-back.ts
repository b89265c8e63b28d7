// Goes back to an earlier block after a reorg. Credited transfers stay credited, undecided ones are deleted until they
// return, and partners get an exception for everything that was credited or reported.
import { exceptionOf } from "../../payment/transfers/exception.ts";
import type { Block } from "../ports/chain/chain-reader.ts";
import type { Ledger } from "../ports/ledger.ts";

export interface RolledBack {
  readonly uncredited: number;
  readonly credited: number;
}

/** Makes `ancestor` the newest block of the chain, in one transaction. */
export function rollBack(ledger: Ledger, chain: string, ancestor: Block): Promise<RolledBack> {
  return ledger.rewrite(chain, async (book) => {
    const forgotten = await book.forgetAbove(ancestor.number);
    const credited = await book.orphanAbove(ancestor.number);
    const reported = forgotten.filter(({ state }) => state === "exception");
    await book.report([...reported, ...credited].map((transfer) => exceptionOf("reorged", transfer)));
    await book.orphanDepositsAbove(ancestor.number);
    await book.holdSweeps();
    await book.unmineBatchesAbove(ancestor.number);
    await book.reopenConfirmations(credited);
    await book.goBackTo(ancestor);
    return { uncredited: forgotten.length, credited: credited.length };
  });
}
