// The router's transfers as they were seen on chain, and what became of each.

import { newId } from "../ids.ts";
import type { Block, PaidEvent } from "../operations/chain-ports.ts";
import type { FollowStore } from "../operations/follow-chain.ts";
import type { Judgement, NamedPayment, SeenTransfer } from "../payment/credit.ts";
import type { PaymentStatus } from "../payment/payment.ts";
import { apply } from "./apply.ts";
import { blocksBelow, goBackTo, insertBlocks, lockChain, newestBlock } from "./blocks.ts";
import type { Database, Queryable } from "./database.ts";
import { toBytes, toHex } from "./hex.ts";
import { confirmIntended, INTENT_OF_TRANSFER, type IntendedTransfer } from "./intents.ts";

export function createFollowStore(db: Database): FollowStore {
  return {
    newestBlock: (chain) => newestBlock(db, chain),

    blocksBelow: (chain, number, most) => blocksBelow(db, chain, number, most),

    advance: (chain, step) =>
      db.transaction(async (tx) => {
        await lockChain(tx, chain);
        const newest = await newestBlock(tx, chain);
        if (newest?.hash !== step.after?.hash) return null;
        await insertBlocks(tx, chain, step.blocks);
        await insertTransfers(tx, chain, step.events);
        let waiting = await waitingTransfers(tx, chain, step.treasury);
        const intended = waiting.filter(isIntended);
        if ((await confirmIntended(tx, intended)) > 0) waiting = await waitingTransfers(tx, chain, step.treasury);
        const judged = waiting.map((row) => ({
          row,
          judgement: step.judge(toSeen(row), toNamed(row, step.defaultDepth)),
        }));
        const of = (kind: Judgement) => judged.filter(({ judgement }) => judgement === kind).map(({ row }) => row);
        await setState(tx, of("foreign"), "foreign");
        const credited = await credit(tx, of("credit"));
        const exceptions = { late: of("late"), duplicate: of("duplicate") };
        await raise(tx, exceptions.late, "late");
        await raise(tx, exceptions.duplicate, "duplicate");
        await setState(tx, [...exceptions.late, ...exceptions.duplicate], "exception");
        return { credited, exceptions: exceptions.late.length + exceptions.duplicate.length };
      }),

    rollBack: (chain, ancestor) =>
      db.transaction(async (tx) => {
        await lockChain(tx, chain);
        return rollBack(tx, chain, ancestor);
      }),

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

// An authorisation pays once, so a transfer with the terms of one that a reorg took out is that one come back, possibly
// by another transaction or at another place in its block: its row moves, and what was decided about it stands.
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
    returning t.terms_hash, t.payment_id
  ), added as (
  insert into transfers (chain, tx_hash, log_index, block_number, block_hash, chain_key, terms_hash, token, payer, amount,
                         destination, fee, asset, payment_id, partner_id)
  select $1, e.*, p.id, p.partner_id
    from e left join payments p on p.chain_key = e.chain_key
   where e.terms_hash not in (select terms_hash from back)
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

interface WaitingRow {
  id: bigint;
  chain: string;
  tx_hash: Buffer;
  log_index: number;
  block_number: bigint;
  terms_hash: Buffer;
  asset: string;
  amount: bigint;
  destination: string;
  payment_id: string | null;
  partner_id: string;
  status: PaymentStatus;
  /** Its terms were handed out as a transaction. */
  is_intended: boolean;
  confirmed_terms: Buffer | null;
  required_depth: number;
  is_ours: boolean;
}

/**
 * The transfers that nothing was decided about, in chain order, each with the payment it names. A payment may move while we
 * judge: then `apply` changes nothing, and the next look judges again.
 */
async function waitingTransfers(tx: Queryable, chain: string, treasury: string | null): Promise<WaitingRow[]> {
  const { rows } = await tx.query<WaitingRow>({
    name: "waiting_transfers",
    text: `select t.id, t.chain, t.tx_hash, t.log_index, t.block_number, t.terms_hash, t.asset, t.amount, t.destination,
                  t.payment_id, t.partner_id, p.status, c.terms_hash as confirmed_terms,
                  exists (${INTENT_OF_TRANSFER}) as is_intended, c.required_depth,
                  coalesce(t.destination = $2 or exists (
                    select from crypto_settlements s where s.merchant_id = p.merchant_id and s.partner_id = p.partner_id
                       and s.destination = t.chain || ':' || t.destination), false) as is_ours
             from transfers t
             left join payments p on p.id = t.payment_id and p.partner_id = t.partner_id
             left join confirmations c on c.payment_id = t.payment_id and c.partner_id = t.partner_id
            where t.chain = $1 and t.state = 'seen' and t.orphaned_at is null
            order by t.block_number, t.log_index`,
    values: [chain, treasury],
  });
  return rows;
}

const isIntended = (row: WaitingRow): row is WaitingRow & IntendedTransfer =>
  row.payment_id !== null && row.status === "requires_action" && row.is_intended;

const toSeen = (row: WaitingRow): SeenTransfer => ({
  blockNumber: row.block_number,
  termsHash: toHex(row.terms_hash),
  destination: row.destination,
});

function toNamed(row: WaitingRow, defaultDepth: number): NamedPayment | null {
  if (row.payment_id === null) return null;
  const confirmed = row.confirmed_terms && { termsHash: toHex(row.confirmed_terms), requiredDepth: row.required_depth };
  return { status: row.status, confirmed, defaultDepth, isOursToTell: row.is_ours };
}

async function setState(
  tx: Queryable,
  rows: readonly WaitingRow[],
  state: "foreign" | "exception" | "credited",
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query({
    name: "set_transfer_state",
    text: "update transfers set state = $2 where id = any($1)",
    values: [rows.map(({ id }) => id), state],
  });
}

/** The payments of these transfers have succeeded. What was not in processing any more waits for the next look. */
async function credit(tx: Queryable, rows: readonly WaitingRow[]): Promise<number> {
  if (rows.length === 0) return 0;
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

const MESSAGES = {
  late: "The buyer's money reached the merchant after the payment had ended.",
  duplicate: "The payment was paid by another transfer already; this one came on top of it.",
  reorged:
    "A reorganisation of the chain took out the transfer after the payment had succeeded. It is sent again, unless it was the buyer's own transaction.",
} as const;

type RaisedRow = Pick<WaitingRow, "chain" | "tx_hash" | "log_index" | "asset" | "amount" | "payment_id" | "partner_id">;

async function raise(tx: Queryable, rows: readonly RaisedRow[], kind: keyof typeof MESSAGES): Promise<void> {
  for (const row of rows) await raiseOne(tx, row, kind);
}

async function raiseOne(tx: Queryable, row: RaisedRow, kind: keyof typeof MESSAGES): Promise<void> {
  await tx.query({
    name: "insert_exception",
    text: `insert into exceptions (id, partner_id, payment_id, kind, asset, amount, chain, tx_hash, log_index, message)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    values: [
      newId("exception"),
      row.partner_id,
      row.payment_id,
      kind,
      row.asset,
      row.amount,
      row.chain,
      row.tx_hash,
      row.log_index,
      MESSAGES[kind],
    ],
  });
  await tx.query({
    name: "insert_exception_event",
    text: `insert into payment_events (payment_id, partner_id, type, status, data)
           select id, partner_id, 'exception', status, $3 from payments where id = $1 and partner_id = $2`,
    values: [row.payment_id, row.partner_id, JSON.stringify({ kind, txHash: toHex(row.tx_hash) })],
  });
}

async function rollBack(
  tx: Queryable,
  chain: string,
  ancestor: Block,
): Promise<{ uncredited: number; credited: number }> {
  const values = [chain, ancestor.number];
  const { rowCount: uncredited } = await tx.query({
    name: "forget_transfers",
    text: "delete from transfers where chain = $1 and block_number > $2 and state in ('seen', 'foreign')",
    values,
  });
  const { rows: orphans } = await tx.query<WaitingRow & { state: string }>({
    name: "orphan_transfers",
    text: `update transfers set orphaned_at = now() where chain = $1 and block_number > $2 and orphaned_at is null
           returning chain, tx_hash, log_index, asset, amount, payment_id, partner_id, state`,
    values,
  });
  const credited = orphans.filter(({ state }) => state === "credited");
  await raise(tx, credited, "reorged");
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
  return { uncredited: uncredited ?? 0, credited: credited.length };
}
