// Confirms payments by the deposits to their addresses: copies the confirmation from the address, and queues the sweep.
import { getAddress, type Hex } from "viem";
import type { FilledAddress, LeastDeposit } from "../../operations/ports/ledger.ts";
import type { PriceSource } from "../../payment/quote.ts";
import type { TimedEvent } from "../../payment/transfers/transfer.ts";
import { RULES_COLUMNS, type RulesColumns, rulesOf, toRules } from "../buyer-data/buyer-data-rules.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { apply, toConfirmedData } from "../payments/apply.ts";
import { RELAY_CHANNEL } from "../payments/confirm-payment.ts";
import { CAME, IS_IN_TIME, LACKS_DEPOSIT } from "../payments/deposits-in-time.ts";
import { OPTION_COLUMNS } from "../payments/option-columns.ts";
import { countsAs, leastValues } from "./screen.ts";

/** New deposits `d` of the chain. */
const IS_NEW = "d.chain = $1 and d.is_new and d.orphaned_at is null";

export async function hasNewDeposits(tx: Queryable, chain: string): Promise<boolean> {
  const { rows } = await tx.query<{ has: boolean }>({
    name: "has_new_deposits",
    text: `select exists (select from deposits d where ${IS_NEW}) as has`,
    values: [chain],
  });
  return rows[0]?.has ?? false;
}

const REFUSED = `
  select distinct on (p.id) p.id, d.block_time_s
    from deposits d
    join deposit_addresses a on a.terms_hash = d.terms_hash
    join payments p on p.id = a.payment_id and p.partner_id = a.partner_id and p.status = 'requires_action'
   where ${IS_NEW} and d.is_refused and ${IS_IN_TIME}
   order by p.id, d.block_number, d.log_index`;

export async function declineRefused(tx: Queryable, chain: string): Promise<void> {
  const { rows } = await tx.query<{ id: string; block_time_s: bigint }>({
    name: "refused_deposits",
    text: REFUSED,
    values: [chain],
  });
  if (rows.length === 0) return;
  const items = rows.map(({ id, block_time_s }) => ({ paymentId: id, atS: Number(block_time_s) }));
  await apply(tx, { type: "declined", failureCode: "declined_user" }, items);
}

// A sweep passes on all that lies on the address, so a sender who is not screened yet holds up the others.
const FILLED = `
  with fresh as materialized (
    select distinct d.terms_hash from deposits d where ${IS_NEW}
  ), received as (
    select a.terms_hash, a.amount, d.block_number, d.log_index, d.block_time_s, d.tx_hash,
           sum(d.amount) over (partition by a.terms_hash order by d.block_number, d.log_index) as total
      from fresh
      join deposit_addresses a on a.terms_hash = fresh.terms_hash
      join payments p on p.id = a.payment_id and p.partner_id = a.partner_id and p.status = 'requires_action'
      join deposits d on d.terms_hash = a.terms_hash and ${IS_IN_TIME} and d.is_refused = false
     where not exists (
       select from deposits d where d.terms_hash = a.terms_hash and ${IS_IN_TIME} and d.is_refused is null)
  ), completing as (
    select distinct on (terms_hash) * from received where total >= amount order by terms_hash, block_number, log_index
  )
  select c.terms_hash, c.block_time_s, c.tx_hash, a.payment_id, a.asset, a.payer, a.amount, a.quote_sources,
         p.currency, p.amount as asked, ${RULES_COLUMNS},
         exists (select from buyer_data b where b.payment_id = p.id and b.partner_id = p.partner_id
                    and b.account <> 'paymentLink') as has_buyer_data
    from completing c
    join deposit_addresses a on a.terms_hash = c.terms_hash
    join payments p on p.id = a.payment_id and p.partner_id = a.partner_id
    ${rulesOf("p.partner_id")}
   order by c.block_number, c.log_index`;

interface FilledRow extends RulesColumns {
  readonly terms_hash: Buffer;
  readonly block_time_s: bigint;
  readonly tx_hash: Buffer;
  readonly payment_id: string;
  readonly asset: string;
  readonly payer: string;
  readonly amount: bigint;
  readonly quote_sources: readonly PriceSource[];
  readonly currency: string;
  readonly asked: bigint;
  readonly has_buyer_data: boolean;
}

export async function filledAddresses(tx: Queryable, chain: string): Promise<readonly FilledAddress[]> {
  const { rows } = await tx.query<FilledRow>({ name: "filled_addresses", text: FILLED, values: [chain] });
  return rows.map((row) => ({
    paymentId: row.payment_id,
    termsHash: toHex(row.terms_hash),
    asset: row.asset,
    payer: getAddress(row.payer),
    amount: row.amount,
    quoteSources: row.quote_sources,
    txHash: toHex(row.tx_hash),
    blockTimeS: Number(row.block_time_s),
    asked: { currency: row.currency, value: row.asked },
    buyerDataRules: toRules(row),
    hasBuyerData: row.has_buyer_data,
  }));
}

// A sweep that somebody else has made already is only watched.
const CONFIRM = `
  insert into confirmations (payment_id, partner_id, terms_hash, required_depth, signature, relay_state,
                             ${OPTION_COLUMNS})
  select moved.id, moved.partner_id, a.terms_hash, a.required_depth, ''::bytea,
         case when exists (select from transfers t where t.chain = a.chain and t.terms_hash = a.terms_hash
                              and t.orphaned_at is null) then 'held' else 'queued' end,
         ${OPTION_COLUMNS}
    from moved
    join unnest((select $1::text[]), (select $9::bytea[])) as filled(id, terms) on filled.id = moved.id
    join deposit_addresses a on a.terms_hash = filled.terms`;

export async function confirmDeposited(tx: Queryable, filled: readonly FilledAddress[]): Promise<void> {
  if (filled.length === 0) return;
  const items = filled.map(({ paymentId, termsHash, txHash, blockTimeS, ...address }) => ({
    paymentId,
    data: { ...toConfirmedData(address), termsHash, txHash },
    atS: blockTimeS,
  }));
  await apply(tx, { type: "confirmed" }, items, {
    name: "confirm_deposited",
    insert: CONFIRM,
    values: [filled.map(({ termsHash }) => toBytes(termsHash))],
    wake: `count(pg_notify('${RELAY_CHANNEL}', chain))`,
  });
}

/** Whether the confirmation `c` is of the sweep of these terms. */
const sweepOf = (terms: string): string =>
  `c.chain = $1 and c.method = 'deposit' and c.terms_hash = ${terms} and c.relay_state`;

/** Takes sweeps that are on the chain out of the queue. A reorg that removes them leaves them to be queued again. */
export async function holdSwept(tx: Queryable, chain: string, transfers: readonly TimedEvent[]): Promise<void> {
  const sweeps = transfers.filter(({ method }) => method === "deposit");
  if (sweeps.length === 0) return;
  await tx.query({
    name: "hold_swept",
    text: `update confirmations c set relay_state = 'held', relay_after = now()
             from unnest($2::bytea[]) as e(terms_hash) where ${sweepOf("e.terms_hash")} = 'queued'`,
    values: [chain, sweeps.map(({ termsHash }) => toBytes(termsHash))],
  });
}

/** They are queued again when the deposits are back. */
export async function holdSweeps(tx: Queryable, chain: string): Promise<void> {
  await tx.query({
    name: "hold_sweeps",
    text: `update confirmations c set relay_state = 'held', relay_after = now()
            where c.chain = $1 and c.relay_state = 'queued' and ${CAME} and ${LACKS_DEPOSIT}`,
    values: [chain],
  });
}

export async function requeueSweeps(tx: Queryable, chain: string): Promise<void> {
  await tx.query({
    name: "requeue_sweeps",
    text: `update confirmations c set relay_after = now(), left_out = 0
             from (select distinct d.terms_hash from deposits d where ${IS_NEW}) as fresh
            where ${sweepOf("fresh.terms_hash")} = 'held'`,
    values: [chain],
  });
}

export async function settleDeposits(
  tx: Queryable,
  chain: string,
  least: readonly LeastDeposit[],
  but: readonly Hex[],
): Promise<void> {
  await tx.query({
    name: "settle_deposits",
    text: `update deposits d set is_new = false from deposit_addresses a
            where a.terms_hash = d.terms_hash and ${IS_NEW}
              and (d.is_refused is not null or not (${countsAs("$2", "$3")})) and d.terms_hash <> all($4)`,
    values: [chain, ...leastValues(least), but.map(toBytes)],
  });
}
