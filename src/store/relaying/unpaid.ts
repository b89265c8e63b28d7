// Confirmed payments without a transfer on the chain.
import { getAddress, type Hex } from "viem";
import type { UnpaidStore } from "../../operations/relaying/resolve-unpaid.ts";
import { exceptionOf } from "../../payment/transfers/exception.ts";
import { lockWork } from "../database/advisory-lock.ts";
import type { Database, Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { apply } from "../payments/apply.ts";
import { RELAY_CHANNEL } from "../payments/confirm-payment.ts";
import { LACKS_DEPOSIT } from "../payments/deposits-in-time.ts";
import { toOption } from "../payments/option-columns.ts";
import { lockLinkOf } from "../payments/taken-uses.ts";
import { hasBlock, newestBlock } from "../transfers/blocks.ts";
import { closeConfirmations } from "../transfers/credit.ts";
import { reportExceptions } from "../transfers/report-exceptions.ts";
import { REPORTED_COLUMNS, type ReportedRow, toReported } from "../transfers/row.ts";
import { AUTHORIZATION_COLUMNS, AUTHORIZATION_TABLES, type QueuedRow, toAuthorization } from "./authorizations.ts";
import { PAYER, RUNS_CODE } from "./risk.ts";
import { RECORD_LOSSES, STRIKE_HELD, strikePayer } from "./strikes.ts";

/** @param which a further condition on the transfer `t` */
const withoutTransfer = (which: string): string => `
  not exists (select from transfers t where t.chain = c.chain and t.payment_id = c.payment_id
                 and t.terms_hash = c.terms_hash and t.orphaned_at is null and ${which} offset 0)`;

const WITHOUT_TRANSFER = withoutTransfer("true");
/** An undecided transfer may be invented by a single node, and shown by no other. */
const WITHOUT_DECIDED_TRANSFER = withoutTransfer("t.state <> 'seen'");

/** A deposit that no sweep can pass on: a single node may have invented it. The chain's state tells. */
const MAY_BE_INVENTED = `(c.relay_state = 'held' and ${WITHOUT_TRANSFER})`;

// Includes succeeded payments whose transfer a reorg has removed.
const UNDER_WAY = "p.status in ('processing', 'succeeded')";

/** The last block with a transfer of batch `b`. */
const BLOCK_OF_TRANSFERS = `
  (select max(t.block_number) from relay_transactions r join transfers t on t.chain = b.chain and t.tx_hash = r.hash
    where r.batch_id = b.id and t.orphaned_at is null)`;

// Holds payments whose batch is mined, as far as the chain was followed, without a transfer with their terms. $6 has
// the certain nonces (mined-nonces.ts): a node that counts early may count a batch before the block of its transfers.
const MARK_MINED = `
  with mined as (
    update relay_batches b set mined_in = greatest($4, ${BLOCK_OF_TRANSFERS})
     where chain = $1 and relayer = $2 and nonce < $3 and mined_in is null
       and (nonce < $6 or ${BLOCK_OF_TRANSFERS} is not null)
    returning id, is_lone, gas_limit
  ), held as (
    update confirmations c
       set relay_state = 'held', left_out = left_out + 1,
           relay_after = now() + least(1000 * (2 ^ least(relay_attempts - 1, 30) - 1), $5) * interval '1 millisecond'
      from mined
     where c.batch_id = mined.id and c.relay_state = 'sent'
       and ${WITHOUT_TRANSFER}
    returning c.chain, c.payment_id, ${PAYER} as payer, c.batch_id, ${RUNS_CODE} as payer_code
  ), lost as (${RECORD_LOSSES}
  ), struck as (${STRIKE_HELD}
  )
  select count(*)::integer as held from held`;

// The newest block at the payment's required depth must be at or after the deadline, because the chain accepts an
// authorisation only in blocks before the deadline, and a deposit in time was in a block before it. The use of the
// authorisation is read at the newest block, whose state every node has: an authorisation that is unused there was
// unused at the deadline. No block is later than the newest, so the index finds the few payments whose deadline may
// have passed. A `select` hides the parameters from the planner, which then keeps one plan: planning for all months
// takes longer than running.
const OVERDUE = `
  select ${AUTHORIZATION_COLUMNS}, newest.number as at_block, newest.hash as at_hash
    from ${AUTHORIZATION_TABLES}
  cross join (select number, hash from chain_blocks where chain = $1 order by number desc limit 1) newest
  cross join lateral (
    select time_s from chain_blocks b
     where b.chain = c.chain
       and b.number <= newest.number - (c.required_depth - 1)
     order by number desc limit 1
  ) deep
  where c.chain = (select $1::text) and c.relay_state <> 'closed' and ${UNDER_WAY} and deep.time_s >= c.deadline_s
    and c.deadline_s <= (select time_s from chain_blocks where chain = $1 order by number desc limit 1)
    and c.search_after <= now()
    and (c.method <> 'deposit' or ${LACKS_DEPOSIT} or ${MAY_BE_INVENTED})
    and ${WITHOUT_DECIDED_TRANSFER}
  order by c.deadline_s, c.payment_id limit (select $2::integer)`;

/**
 * Longest pause between attempts of a payable payment that batches leave out. Each attempt costs gas, so the payment is
 * retried at once, after 1 s, 3 s, 7 s and so on, and finally once an hour.
 */
const HOLD_MINED_MAX_MS = 3_600_000;

export interface UnpaidRecords extends UnpaidStore {
  /** Payments past their deadline with a used authorisation, although no node returns a transfer, by chain. */
  unexplained(): Promise<readonly { readonly chain: string; readonly payments: number }[]>;
}

export function createUnpaidStore(db: Database): UnpaidRecords {
  const writes: Queryable = { query: db.write };
  return {
    newestBlock: (chain) => newestBlock(db, chain),

    async busyRelayers(chain) {
      const { rows } = await db.query<{ relayer: string }>({
        name: "busy_relayers",
        text: "select distinct relayer from relay_batches where chain = $1 and mined_in is null order by relayer",
        values: [chain],
      });
      return rows.map(({ relayer }) => getAddress(relayer));
    },

    // A concurrent rollback would miss batches that it has to unmine.
    markMined: (chain, relayer, { counted, certain }, block) =>
      db.transaction(async (tx) => {
        await lockWork(tx, "follows", chain);
        if (!(await hasBlock(tx, chain, block))) return 0;
        const { rows } = await tx.query<{ held: number }>({
          name: "mark_mined",
          text: MARK_MINED,
          values: [chain, relayer, counted, block.number, HOLD_MINED_MAX_MS, certain],
        });
        return rows[0]?.held ?? 0;
      }),

    async heldPayments(chain, most) {
      const { rows } = await db.query<QueuedRow & { waited_ms: bigint }>({
        name: "held_payments",
        text: `select ${AUTHORIZATION_COLUMNS},
                      floor(extract(epoch from now() - c.confirmed_at) * 1000)::bigint as waited_ms
                 from ${AUTHORIZATION_TABLES}
                where c.chain = (select $1::text) and c.relay_state = 'held' and c.relay_after <= now()
                  and ${UNDER_WAY} and (${WITHOUT_TRANSFER} or c.method = 'deposit' and ${WITHOUT_DECIDED_TRANSFER})
                order by c.relay_after, c.payment_id limit (select $2::integer)`,
        values: [chain, most],
      });
      return rows.map((row) => ({
        paymentId: row.payment_id,
        createdAtS: Number(row.created_at_s),
        authorization: toAuthorization(row),
        attempts: row.relay_attempts,
        wasLeftOut: row.batch_id !== null,
        waitedMs: Number(row.waited_ms),
      }));
    },

    requeue: (paymentId, signature) => db.transaction((tx) => requeue(tx, paymentId, signature)),

    strike: (paymentId) => strikePayer(writes, paymentId),

    holdFor: (paymentId, delayMs) => holdFor(writes, paymentId, delayMs),

    async overduePayments(chain, most) {
      const { rows } = await db.query<QueuedRow & { at_block: bigint; at_hash: Buffer }>({
        name: "overdue_payments",
        text: OVERDUE,
        values: [chain, most],
      });
      return rows.map((row) => ({
        paymentId: row.payment_id,
        createdAtS: Number(row.created_at_s),
        option: toOption(row),
        atBlock: { number: row.at_block, hash: toHex(row.at_hash) },
      }));
    },

    async unexplained() {
      const { rows } = await db.query<{ chain: string; payments: number }>({
        text: `select chain, count(*)::integer as payments from confirmations
                where relay_state <> 'closed' and search_after > '-infinity' group by chain order by chain`,
      });
      return rows;
    },

    searchLater: (paymentId) => searchLater(writes, paymentId),

    giveUp: (paymentId, facts) => db.transaction((tx) => giveUp(tx, paymentId, facts)),
  };
}

async function requeue(tx: Queryable, paymentId: string, signature: Hex | null): Promise<boolean> {
  if (await lockLinkOf(tx, paymentId)) return false;
  await tx.query({
    name: "requeue",
    text: `update confirmations set relay_state = 'queued', relay_after = now(), signature = coalesce($2, signature),
                  lone_gas = null
            where payment_id = $1 and relay_state = 'held' returning pg_notify('${RELAY_CHANNEL}', chain)`,
    values: [paymentId, signature && toBytes(signature)],
  });
  return true;
}

async function holdFor(db: Queryable, paymentId: string, delayMs: number): Promise<void> {
  await db.query({
    name: "hold_for",
    text: `update confirmations set relay_attempts = relay_attempts + 1,
                  relay_after = now() + $2 * interval '1 millisecond'
            where payment_id = $1 and relay_state = 'held'`,
    values: [paymentId, delayMs],
  });
}

/** The next pause is the time since the deadline, so the pauses double. */
const SEARCH_LATER = `
  update confirmations
     set search_after = now() + least(greatest(now() - to_timestamp(deadline_s), interval '10 s'), interval '1 h')
   where payment_id = $1`;

async function searchLater(db: Queryable, paymentId: string): Promise<void> {
  await db.query({ name: "search_later", text: SEARCH_LATER, values: [paymentId] });
}

async function giveUp(
  tx: Queryable,
  paymentId: string,
  { authorization, atBlock }: Parameters<UnpaidStore["giveUp"]>[1],
): Promise<boolean> {
  const data = { authorization, atBlock: atBlock.number.toString() };
  const failed = await apply(tx, { type: "given_up" }, [{ paymentId, data }]);
  await closeConfirmations(tx, [paymentId]);
  if (failed.length > 0) return true;
  const { rows } = await tx.query<ReportedRow & { chain: string }>({
    name: "lost_credit",
    text: `select chain, ${REPORTED_COLUMNS} from transfers
            where payment_id = $1 and state = 'credited' and orphaned_at is not null`,
    values: [paymentId],
  });
  for (const row of rows) {
    await reportExceptions(tx, row.chain, [exceptionOf("settlement_failed", toReported(row))]);
  }
  return false;
}
