// Statements that bring the list of unrecovered money up to date with the books: what came to an address, less what
// sweeps and recoveries passed on. The zero address stands for coins.
import { zeroAddress } from "viem";
import { isOfAddress, isSweepOf } from "../deposits/booked.ts";
import { leastOf } from "../deposits/screen.ts";

const NEWEST = "select number, time_s from chain_blocks where chain = $1 order by number desc limit 1";

// Nothing is recovered before its payment has ended and its terms are past their deadline, because a second deposit may
// complete the first. Money passed on counts as gone at the policy's depth, so that a reorg cannot hide it.
const FOUND = `
  newest as materialized (${NEWEST}
  ), candidates as (
    select d.terms_hash, d.token, to_timestamp(min(d.block_time_s)) as since, min(d.block_number) as first_block,
           max(d.block_number) as last_block
      from deposits d where d.chain = $1 and not d.is_closed and d.orphaned_at is null group by d.terms_hash, d.token
  ), found as materialized (
    select c.terms_hash, c.token, c.first_block, c.last_block, a.payment_id, a.partner_id, own.minimum,
           case when c.token = a.token then greatest(c.since, to_timestamp(a.deadline_s)) else c.since end as since,
           came.amount - passed.amount as lies,
           came.amount - passed.deep as remains,
           c.token <> a.token or ((p.status is null or p.status not in ('requires_action', 'processing'))
                                  and a.deadline_s <= newest.time_s) as has_ended,
           newest.number - $2 + 1 as deep_block
      from candidates c
     cross join newest
      join deposit_addresses a on a.terms_hash = c.terms_hash
      left join payments p on p.id = a.payment_id and p.partner_id = a.partner_id
     cross join lateral (
       select case when a.token = c.token then a.minimum else ${leastOf("c.token", "$3", "$4")} end as minimum) own
     cross join lateral (
       select sum(d.amount) as amount from deposits d
        where ${isOfAddress("d", "a.payer")} and d.chain = $1 and d.token = c.token and d.orphaned_at is null) came
     cross join lateral (
       select coalesce(sum(x.amount), 0) as amount,
              coalesce(sum(x.amount) filter (where x.block_number <= newest.number - $2 + 1), 0) as deep
         from (
           select t.amount, t.block_number from transfers t
            where t.chain = $1 and ${isSweepOf("t", "a.payer")} and t.token = c.token and t.orphaned_at is null
            union all
           select r.amount, r.block_number from recoveries r
            where r.chain = $1 and ${isOfAddress("r", "a.payer")} and r.token = c.token and r.orphaned_at is null) x
       ) passed
  )`;

/** $1 chain, $2 depth, $3 and $4 the least amounts by token. */
export const FIND = `
  with ${FOUND}, closed as (
    update deposits d set is_closed = true from found f
     where d.chain = $1 and d.terms_hash = f.terms_hash and d.token = f.token and not d.is_closed
       and d.orphaned_at is null and f.has_ended and f.remains < f.minimum and f.last_block <= f.deep_block
  ), gone as (
    delete from unrecovered u
     where u.chain = $1 and u.token <> '${zeroAddress}'
       and not exists (select from found f where f.terms_hash = u.terms_hash and f.token = u.token and f.has_ended
                          and f.remains >= f.minimum)
  )
  insert into unrecovered (terms_hash, chain, token, payment_id, partner_id, amount, minimum, since)
  select terms_hash, $1, token, payment_id, partner_id, greatest(lies, 0), minimum, since from found
   where has_ended and remains >= minimum and first_block <= deep_block
  on conflict (terms_hash, chain, token) do update set amount = excluded.amount, since = excluded.since`;

/**
 * SQL of whether the batch of `u` passed on its coins: the amount of coins stays that of the last look until then.
 * @param condition on the recovery `r`
 */
export const coinsAreGone = (condition = "true"): string => `
  (u.token = '${zeroAddress}'
   and exists (select from relay_transactions t join recoveries r on r.chain = u.chain and r.tx_hash = t.hash
                where t.batch_id = u.batch_id and r.terms_hash = u.terms_hash and r.token = u.token
                  and r.orphaned_at is null and ${condition}))`;

/** Recoveries whose batch is over, and that did not pass on their money. $1 chain, $2 depth. */
export const SETTLE = (failedBecause: (note: string) => string): string => `
  with newest as materialized (${NEWEST}
  ), passed as (
    delete from unrecovered u using newest
     where u.chain = $1 and ${coinsAreGone("r.block_number <= newest.number - $2 + 1")}
  )
  update unrecovered u
     set ${failedBecause(`case when b.mined_in is null then 'its transaction was given up'
                               else 'its transaction was mined and did not pass it on' end`)}
    from unrecovered o left join relay_batches b on b.id = o.batch_id cross join newest
   where o.chain = $1 and o.batch_id is not null and o.amount >= o.minimum
     and (b.id is null or b.abandoned_at is not null or b.mined_in <= newest.number)
     and u.chain = o.chain and u.terms_hash = o.terms_hash and u.token = o.token
     and not ${coinsAreGone()}`;
