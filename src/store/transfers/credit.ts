// Writes the states of decided transfers, and the success of the payments that they pay.
import type { WaitingTransfer } from "../../operations/ports/ledger.ts";
import type { TransferState } from "../../payment/transfers/transfer.ts";
import type { Queryable } from "../database/database.ts";
import { apply } from "../payments/apply.ts";

export async function setState(
  tx: Queryable,
  transfers: readonly Pick<WaitingTransfer, "id">[],
  state: Exclude<TransferState, "seen">,
): Promise<void> {
  if (transfers.length === 0) return;
  await tx.query({
    name: "set_transfer_state",
    text: "update transfers set state = $2 where id = any($1)",
    values: [transfers.map(({ id }) => id), state],
  });
}

export async function postpone(
  tx: Queryable,
  transfers: readonly { readonly id: bigint; readonly dueBlock: bigint }[],
): Promise<void> {
  if (transfers.length === 0) return;
  await tx.query({
    name: "postpone_transfers",
    text: `update transfers t set due_block = due.block
             from unnest($1::bigint[], $2::bigint[]) as due(id, block) where t.id = due.id`,
    values: [transfers.map(({ id }) => id), transfers.map(({ dueBlock }) => dueBlock)],
  });
}

/** @returns those whose payments succeeded; the others were no longer processing */
export async function credit(
  tx: Queryable,
  transfers: readonly WaitingTransfer[],
): Promise<readonly WaitingTransfer[]> {
  if (transfers.length === 0) return [];
  const items = transfers.map(({ paymentId, txHash, logIndex, blockNumber }) => ({
    paymentId: paymentId ?? "",
    data: { txHash, logIndex, blockNumber: blockNumber.toString() },
  }));
  const moved = new Set((await apply(tx, { type: "paid" }, items)).map(({ id }) => id));
  const credited = transfers.filter(({ paymentId }) => moved.has(paymentId ?? ""));
  await setState(tx, credited, "credited");
  await closeConfirmations(tx, [...moved]);
  return credited;
}

/** Closes the confirmations of payments whose transfer is on the chain and decided. */
export async function closeConfirmations(tx: Queryable, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx.query({
    name: "close_confirmations",
    text: `update confirmations c set relay_state = 'closed'
             from unnest($1::text[]) as asked(id) where c.payment_id = asked.id`,
    values: [paymentIds],
  });
}
