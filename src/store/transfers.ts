// The router's transfers as they were seen on chain, and what became of each.

import type { Block, PaidEvent } from "../operations/chain-ports.ts";
import type { FollowStore } from "../operations/follow-chain.ts";
import { type Judgement, TOLD_KINDS } from "../payment/credit.ts";
import { apply } from "./apply.ts";
import { blocksBelow, goBackTo, insertBlocks, lockChain, newestBlock, recordBegin } from "./blocks.ts";
import type { Database, Queryable } from "./database.ts";
import { toBytes, toHex } from "./hex.ts";
import { confirmIntended } from "./intents.ts";
import { bringUpParked, recallConfirmed } from "./judge-again.ts";
import { raise } from "./raise.ts";
import { toSeen } from "./transfer-row.ts";
import { isIntended, toNamed, type WaitingRow, waitingTransfers } from "./waiting.ts";

export function createFollowStore(db: Database): FollowStore {
  /** By chain: the payment up to which parked transfers were looked at. A process that starts begins at the first. */
  const lookedUpTo = new Map<string, string>();
  return {
    newestBlock: (chain) => newestBlock(db, chain),

    blocksBelow: (chain, number, most) => blocksBelow(db, chain, number, most),

    advance: (chain, step) =>
      db.transaction(async (tx) => {
        await lockChain(tx, chain);
        const newest = await newestBlock(tx, chain);
        if (newest?.hash !== step.after?.hash) return null;
        const [begin] = step.blocks;
        if (!newest && begin) await recordBegin(tx, chain, begin);
        await insertBlocks(tx, chain, step.blocks);
        await insertTransfers(tx, chain, step.events);
        await recallConfirmed(tx, chain);
        lookedUpTo.set(chain, await bringUpParked(tx, chain, lookedUpTo.get(chain) ?? ""));
        let waiting = await waitingTransfers(tx, chain, step.treasury);
        const intended = waiting.filter(isIntended);
        if ((await confirmIntended(tx, intended)) > 0) waiting = await waitingTransfers(tx, chain, step.treasury);
        const judged = waiting.map((row) => ({ row, judgement: step.judge(toSeen(row), toNamed(row)) }));
        const of = (kind: Judgement) => judged.filter(({ judgement }) => judgement === kind).map(({ row }) => row);
        await setState(tx, of("foreign"), "foreign");
        await setState(tx, of("park"), "parked");
        const credited = await credit(tx, of("credit"));
        for (const kind of TOLD_KINDS) await raise(tx, of(kind), kind);
        const told = TOLD_KINDS.flatMap(of);
        await setState(tx, told, "exception");
        return { credited, exceptions: told.length };
      }),

    rollBack: (chain, ancestor) =>
      db.transaction(async (tx) => {
        await lockChain(tx, chain);
        return rollBack(tx, chain, ancestor);
      }),

    async hasTransfer(chain, termsHash) {
      const { rows } = await db.query<{ has: boolean }>({
        name: "has_transfer",
        text: `select exists (select from transfers
                where chain = $1 and terms_hash = $2 and orphaned_at is null) as has`,
        values: [chain, toBytes(termsHash)],
      });
      return rows[0]?.has ?? false;
    },

    async oldestOpenS() {
      const { rows } = await db.query<{ since_s: bigint | null }>({
        name: "oldest_open_payment",
        text: `select floor(extract(epoch from min(created_at)))::bigint as since_s from payments
                where status in ('requires_action', 'processing')`,
      });
      const sinceS = rows[0]?.since_s ?? null;
      return sinceS === null ? null : Number(sinceS);
    },
  };
}

// A transfer with the terms of one that a reorg took out is that one come back, possibly by another transaction or at another
// place in its block: its row moves, and what was decided about it stands. Where the terms were paid twice, by two methods, one of
// the two is, and the other is another.
const INSERT_TRANSFERS = `
  with e as (
    select * from unnest($2::bytea[], $3::integer[], $4::bigint[], $5::bytea[], $6::bytea[], $7::bytea[], $8::text[],
                         $9::text[], $10::numeric[], $11::text[], $12::numeric[], $13::text[])
      as e(tx_hash, log_index, block_number, block_hash, chain_key, terms_hash, token, payer, amount, destination, fee, asset)
  ), back as (
    update transfers t
       set tx_hash = e.tx_hash, log_index = e.log_index, block_number = e.block_number, block_hash = e.block_hash,
           orphaned_at = null
      from e where t.chain = $1 and t.terms_hash = e.terms_hash and t.orphaned_at is not null
    returning t.terms_hash, t.payment_id, t.partner_id, t.tx_hash, t.log_index, t.block_number
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status, data)
    select p.id, p.partner_id, 'restored', p.status,
           jsonb_build_object('txHash', '0x' || encode(back.tx_hash, 'hex'), 'logIndex', back.log_index,
                              'blockNumber', back.block_number::text)
      from back join payments p on p.id = back.payment_id and p.partner_id = back.partner_id
  ), added as (
  insert into transfers (chain, tx_hash, log_index, block_number, block_hash, chain_key, terms_hash, token, payer, amount,
                         destination, fee, asset, payment_id, partner_id)
  select $1, e.*, p.id, p.partner_id
    from e left join payments p on p.chain_key = e.chain_key
   where (e.tx_hash, e.log_index) not in (select tx_hash, log_index from back)
  on conflict do nothing
  )
  select payment_id from back where payment_id is not null`;

async function insertTransfers(tx: Queryable, chain: string, events: readonly PaidEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { rows: back } = await tx.query<{ payment_id: string }>({
    name: "insert_transfers",
    text: INSERT_TRANSFERS,
    values: [
      chain,
      events.map(({ txHash }) => toBytes(txHash)),
      events.map(({ logIndex }) => logIndex),
      events.map(({ blockNumber }) => blockNumber),
      events.map(({ blockHash }) => toBytes(blockHash)),
      events.map(({ key }) => toBytes(key)),
      events.map(({ termsHash }) => toBytes(termsHash)),
      events.map(({ token }) => token),
      events.map(({ payer }) => payer),
      events.map(({ amount }) => amount),
      events.map(({ destination }) => destination),
      events.map(({ fee }) => fee),
      events.map(({ asset }) => asset),
    ],
  });
  await closeConfirmations(
    tx,
    back.map(({ payment_id }) => payment_id),
  );
}

async function setState(
  tx: Queryable,
  rows: readonly WaitingRow[],
  state: "foreign" | "parked" | "exception" | "credited",
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query({
    name: "set_transfer_state",
    text: "update transfers set state = $2 where id = any($1)",
    values: [rows.map(({ id }) => id), state],
  });
}

/** The payments of these transfers have succeeded. What was not in processing any more waits for the next look. */
async function credit(tx: Queryable, waiting: readonly WaitingRow[]): Promise<number> {
  if (waiting.length === 0) return 0;
  // A payer can pay the same terms once by each method, even in one block. The first pays the payment, and at the next look the
  // others are duplicates.
  const rows = [...new Map(waiting.toReversed().map((row) => [row.payment_id, row])).values()];
  const items = rows.map((row) => ({
    paymentId: row.payment_id ?? "",
    data: { txHash: toHex(row.tx_hash), logIndex: row.log_index, blockNumber: row.block_number.toString() },
  }));
  const moved = new Set((await apply(tx, { type: "paid" }, items)).map(({ id }) => id));
  const credited = rows.filter((row) => moved.has(row.payment_id ?? ""));
  await setState(tx, credited, "credited");
  await closeConfirmations(tx, [...moved]);
  return credited.length;
}

/** Of payments whose transfer is in the chain and decided about. */
async function closeConfirmations(tx: Queryable, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx.query({
    name: "close_confirmations",
    text: "update confirmations set relay_state = 'closed' where payment_id = any($1)",
    values: [paymentIds],
  });
}

// The money of a payment that has succeeded must come again: by its batch where that is sent again, else by a new one, and
// by ours even where the wallet had wanted to submit it, for it has its success and need not come back. A transaction of the
// buyer's own is not ours to send: nodes that had it put it back into their pool.
const REOPEN_CONFIRMATIONS = `
  update confirmations c
     set relay_after = now(),
         relay_state = case when c.transaction_hash is not null then 'external'
                            when exists (select from relay_batches b where b.id = c.batch_id and b.mined_in is null)
                            then 'sent' else 'queued' end
   where c.payment_id = any($1) and c.relay_state = 'closed'`;

async function rollBack(
  tx: Queryable,
  chain: string,
  ancestor: Block,
): Promise<{ uncredited: number; credited: number }> {
  const values = [chain, ancestor.number];
  const { rows: forgotten } = await tx.query<WaitingRow & { state: string }>({
    name: "forget_transfers",
    text: `delete from transfers where chain = $1 and block_number > $2 and state <> 'credited'
           returning chain, tx_hash, log_index, asset, amount, fee, payment_id, partner_id, state`,
    values,
  });
  const { rows: credited } = await tx.query<WaitingRow>({
    name: "orphan_transfers",
    text: `update transfers set orphaned_at = now() where chain = $1 and block_number > $2 and orphaned_at is null
           returning chain, tx_hash, log_index, asset, amount, fee, payment_id, partner_id`,
    values,
  });
  const told = forgotten.filter(({ state }) => state === "exception");
  await raise(tx, [...told, ...credited], "reorged");
  await tx.query({
    name: "unmine_batches",
    text: "update relay_batches set mined_in = null where chain = $1 and mined_in > $2",
    values,
  });
  await tx.query({
    name: "reopen_confirmations",
    text: REOPEN_CONFIRMATIONS,
    values: [credited.map((row) => row.payment_id)],
  });
  await goBackTo(tx, chain, ancestor);
  return { uncredited: forgotten.length, credited: credited.length };
}
