// Takes in new blocks and decides their transfers: credited, reported as an exception, parked or foreign. One call is
// one transaction.
import { type Judgement, judge, type QuotingChain, REPORTED_KINDS } from "../../payment/credit.ts";
import { exceptionOf } from "../../payment/exception.ts";
import { proofOf } from "../../payment/proof.ts";
import type { PaidEvent } from "../../payment/transfer.ts";
import type { Block, ToProve } from "../ports/chain-reader.ts";
import type { Book, Ledger, WaitingTransfer } from "../ports/ledger.ts";

export interface TakeInPorts {
  readonly ledger: Ledger;
  /** The configuration that determines which terms are quoted on the chain. */
  readonly quoting: QuotingChain;
}

export interface NewBlocks {
  /** The newest block taken in so far; null: none. */
  readonly after: Block | null;
  /** Number of the newest block once these are taken in. */
  readonly head: bigint;
  readonly blocks: readonly Block[];
  readonly transfers: readonly PaidEvent[];
  /** Ids of stored transfers that have their proof. */
  readonly proven?: ReadonlySet<bigint>;
}

/** A transfer that counts once it has its proof. */
export interface Unproven extends ToProve {
  readonly transfer: WaitingTransfer;
}

export interface TakenIn {
  readonly credited: number;
  readonly exceptions: number;
  /** They stay undecided. */
  readonly unproven: readonly Unproven[];
}

/** @returns null, with nothing written, if `after` is no longer the newest block: another process came first */
export function takeInBlocks(
  { ledger, quoting }: TakeInPorts,
  { after, head, blocks, transfers, proven = new Set() }: NewBlocks,
): Promise<TakenIn | null> {
  return ledger.at(quoting.id, after, async (book) => {
    const [first] = blocks;
    if (!after && first) await book.beginAt(first);
    await book.takeIn(blocks, transfers);

    // Decided transfers become undecided when their terms are confirmed, and parked ones when their payment ends.
    const recalled = await book.recallConfirmed();
    await book.resolve(recalled.filter(({ was }) => was === "exception"));
    await book.recallEnded();

    const waiting = await confirmHandedOut(book, await book.waiting(quoting.treasury));
    const all = waiting.map((transfer) => {
      const judgement = judge(transfer, transfer.payment, head, quoting);
      const proof = proven.has(transfer.id) ? null : proofOf(judgement, transfer, transfer.payment, quoting);
      return { transfer, judgement, proof };
    });
    const unproven = all.flatMap(({ transfer, proof }) => (proof ? [{ transfer, proof }] : []));
    const judged = all.filter(({ proof }) => proof === null);
    const of = (kind: Judgement) =>
      judged.filter(({ judgement }) => judgement === kind).map(({ transfer }) => transfer);

    await book.mark(of("foreign"), "foreign");
    await book.mark(of("park"), "parked");
    // A payer can pay the same terms once by each method, even in one block. The first transfer pays the payment; the
    // others become duplicates with the next block.
    const credited = await book.credit(firstOfEachPayment(of("credit")));
    const exceptions = REPORTED_KINDS.flatMap((kind) => of(kind).map((transfer) => exceptionOf(kind, transfer)));
    await book.report(exceptions);
    await book.mark(REPORTED_KINDS.flatMap(of), "exception");
    return { credited, exceptions: exceptions.length, unproven };
  });
}

/**
 * Confirms open payments whose wallet sent its transaction without confirming it.
 * @returns the transfers with their updated payments
 */
async function confirmHandedOut(book: Book, waiting: readonly WaitingTransfer[]): Promise<readonly WaitingTransfer[]> {
  const handedOut = waiting.filter(
    ({ payment, isConfirmable }) => isConfirmable && payment?.status === "requires_action",
  );
  const confirmed = await book.confirmHandedOut(firstOfEachPayment(handedOut));
  return waiting.map((transfer) => {
    const terms = confirmed.get(transfer.paymentId ?? "");
    if (!terms || !transfer.payment) return transfer;
    return { ...transfer, payment: { ...transfer.payment, status: "processing", confirmed: terms } };
  });
}

/** Of several transfers of one payment, the first in chain order. */
const firstOfEachPayment = (transfers: readonly WaitingTransfer[]): readonly WaitingTransfer[] => [
  ...new Map(transfers.toReversed().map((transfer) => [transfer.paymentId, transfer])).values(),
];
