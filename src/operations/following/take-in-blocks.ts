// Takes in new blocks and decides their transfers: credited, reported as an exception, parked or foreign. One call is
// one transaction.
import { type Judgement, judge, type QuotingChain, REPORTED_KINDS } from "../../payment/credit.ts";
import { exceptionOf } from "../../payment/exception.ts";
import type { TimedEvent } from "../../payment/transfer.ts";
import type { Block } from "../ports/chain-reader.ts";
import type { Ledger } from "../ports/ledger.ts";
import { confirmInTime, firstOfEachPayment, type QuotePorts, screenPayers } from "./confirm-in-time.ts";

export interface TakeInPorts {
  readonly ledger: Ledger;
  /** The configuration that determines which terms are quoted on the chain. */
  readonly quoting: QuotingChain;
  readonly quotes: QuotePorts;
}

export interface NewBlocks {
  /** The newest block taken in so far; null: none. */
  readonly after: Block | null;
  /** Number of the newest block once these are taken in. */
  readonly head: bigint;
  readonly blocks: readonly Block[];
  readonly transfers: readonly TimedEvent[];
}

export interface TakenIn {
  readonly credited: number;
  readonly exceptions: number;
}

/** @returns null, with nothing written, if `after` is no longer the newest block: another process came first */
export async function takeInBlocks(
  ports: TakeInPorts,
  { after, head, blocks, transfers }: NewBlocks,
): Promise<TakenIn | null> {
  const { ledger, quoting, quotes } = ports;
  const cleared = await screenPayers(ports, transfers);
  return ledger.at(quoting.id, after, async (book) => {
    const [first] = blocks;
    if (!after && first) await book.beginAt(first);
    await book.takeIn(blocks, transfers);
    // Transfers of blocks that were passed before may have been parked when they could not be recognised.
    if (blocks.length === 0) await book.recallParked(transfers);

    // Decided transfers become undecided when their terms are confirmed, and parked ones when their payment ends.
    const recalled = await book.recallConfirmed();
    await book.resolve(recalled.filter(({ was }) => was === "exception"));
    await book.recallEnded();

    const found = await book.waiting(quoting.treasury);
    const waiting = await confirmInTime(book, found, quoting, quotes, cleared);
    const judged = waiting.map((transfer) => ({
      transfer,
      judgement: judge(transfer, transfer.payment, head, quoting),
    }));
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
    return { credited, exceptions: exceptions.length };
  });
}
