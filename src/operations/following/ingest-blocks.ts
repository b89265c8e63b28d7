// Ingests new blocks and decides their transfers: credited, reported as an exception, parked or foreign. One call is
// one transaction.
import type { Address } from "viem";
import { dueBlock, type Judgement, judge, type QuotingChain, REPORTED_KINDS } from "../../payment/transfers/credit.ts";
import type { RecoveredEvent, TimedDeposit } from "../../payment/transfers/deposit-event.ts";
import { isDust, reportsOf } from "../../payment/transfers/dust.ts";
import { proofOf } from "../../payment/transfers/proof.ts";
import type { TimedEvent } from "../../payment/transfers/transfer.ts";
import { isTerminal } from "../../payment/transition.ts";
import { confirmDeposited } from "../deposits/confirm-deposited.ts";
import type { Block, ToProve } from "../ports/chain/chain-reader.ts";
import type { Book, Ledger, ScreenedDeposit, WaitingTransfer } from "../ports/ledger.ts";
import { confirmInTime, firstOfEachPayment, type QuotePorts, screenPayers } from "./confirm-in-time.ts";

export interface IngestPorts {
  readonly ledger: Ledger;
  /** The configuration that determines which terms are quoted on the chain. */
  readonly quoting: QuotingChain;
  readonly quotes: QuotePorts;
  /** Routers that were configured earlier, if their deposit addresses are still watched. */
  readonly earlierRouters?: readonly Address[];
}

export interface NewBlocks {
  /** The newest ingested block; null: none. */
  readonly after: Block | null;
  /** Number of the newest block once these are ingested. */
  readonly head: bigint;
  readonly blocks: readonly Block[];
  readonly transfers: readonly TimedEvent[];
  readonly deposits?: readonly TimedDeposit[];
  readonly recoveries?: readonly RecoveredEvent[];
  readonly screened?: readonly ScreenedDeposit[];
  /** Ids of stored transfers that have their proof. */
  readonly proven?: ReadonlySet<bigint>;
}

/** A transfer that counts once it has its proof. */
export interface Unproven extends ToProve {
  readonly transfer: WaitingTransfer;
}

export interface Ingested {
  readonly credited: number;
  readonly exceptions: number;
  /** They stay undecided. */
  readonly unproven: readonly Unproven[];
}

/** @returns null, with nothing written, if `after` is no longer the newest block: another process came first */
export async function ingestBlocks(
  ports: IngestPorts,
  { after, head, blocks, transfers, deposits = [], recoveries = [], screened = [], proven = new Set() }: NewBlocks,
): Promise<Ingested | null> {
  const { ledger, quoting, quotes } = ports;
  const cleared = await screenPayers(ports, transfers);
  return ledger.at(quoting.id, after, async (book) => {
    const [first] = blocks;
    if (!after && first) await book.beginAt(first);
    await book.ingest(blocks, transfers);
    await book.ingestDeposits(deposits, recoveries);
    await book.screened(screened);
    await confirmDeposited(book, quoting);
    // Transfers of blocks that were passed before may have been parked when they could not be recognised.
    if (blocks.length === 0) await book.reopenParked(transfers);

    // Decided transfers become undecided when their terms are confirmed, and parked ones when their payment ends.
    const reopened = await book.reopenConfirmed();
    await book.resolve(reopened.filter(({ was }) => was === "exception"));
    await book.reopenEnded();

    const found = await book.waiting(head, quoting.treasury);
    const waiting = await confirmInTime(book, found, quoting, quotes, cleared);
    const { unproven, ...decided } = decide(waiting, head, quoting, proven);
    return { ...(await write(book, decided, quoting)), unproven };
  });
}

interface Decisions {
  readonly by: (judgement: Judgement) => readonly WaitingTransfer[];
  readonly unproven: readonly Unproven[];
}

function decide(
  waiting: readonly WaitingTransfer[],
  head: bigint,
  quoting: QuotingChain,
  proven: ReadonlySet<bigint>,
): Decisions {
  const all = waiting.map((transfer) => {
    const judgement = judgeOrPark(transfer, head, quoting);
    const proof = proven.has(transfer.id) ? null : proofOf(judgement, transfer, transfer.payment, quoting);
    return { transfer, judgement, proof };
  });
  const judged = all.filter(({ proof }) => proof === null);
  return {
    by: (wanted) => judged.filter(({ judgement }) => judgement === wanted).map(({ transfer }) => transfer),
    unproven: all.flatMap(({ transfer, proof }) => (proof ? [{ transfer, proof }] : [])),
  };
}

/** Dust that does not pay its payment is parked until the payment ends, at any depth. */
function judgeOrPark(transfer: WaitingTransfer, head: bigint, quoting: QuotingChain): Judgement {
  const { payment } = transfer;
  const judgement = judge(transfer, payment, head, quoting);
  const isDecisive = judgement === "credit" || judgement === "foreign" || judgement === "park";
  if (isDecisive || !payment || isTerminal(payment.status) || dueBlock(transfer, payment, quoting) === null) {
    return judgement;
  }
  return isDust(transfer, quoting) ? "park" : judgement;
}

async function write(book: Book, { by }: Pick<Decisions, "by">, quoting: QuotingChain) {
  await book.postpone(
    by("wait").flatMap((transfer) => {
      const due = dueBlock(transfer, transfer.payment, quoting);
      return due === null ? [] : [{ id: transfer.id, dueBlock: due }];
    }),
  );
  await book.mark(by("foreign"), "foreign");
  await book.mark(by("park"), "parked");
  // A payer can pay the same terms once by each method, even in one block. The first transfer pays the payment; the
  // others become duplicates with the next block.
  const credited = await book.credit(firstOfEachPayment(by("credit")));
  const reports = REPORTED_KINDS.map((kind) => {
    const [swept, others] = partition(by(kind), isSweepOfDeposits);
    const report = reportsOf(kind, others, quoting);
    return { ...report, reported: [...report.reported, ...swept] };
  });
  const exceptions = reports.flatMap((report) => report.exceptions);
  await book.report(exceptions);
  await book.mark(
    reports.flatMap(({ reported }) => reported),
    "exception",
  );
  await book.mark(
    reports.flatMap(({ unnamed }) => unnamed),
    "foreign",
  );
  return { credited, exceptions: exceptions.length };
}

/** A sweep that paid nothing: the deposits that it passed on are reported instead (report-deposits.ts). */
const isSweepOfDeposits = ({ deposited, amount }: WaitingTransfer): boolean =>
  deposited !== null && deposited >= amount;

const partition = <T>(all: readonly T[], test: (each: T) => boolean): readonly [readonly T[], readonly T[]] => [
  all.filter(test),
  all.filter((each) => !test(each)),
];
