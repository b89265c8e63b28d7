-- Deposits: plain transfers to the address of a payment, and the addresses they go to.

-- The deposit address of a payment in one asset, with the terms it is derived from. Its columns are those of an option
-- (store/payments/option-columns.ts); the payer is the address. Never deleted before its payment: money that arrives
-- later is recovered by these terms.
create table deposit_addresses (
  terms_hash          bytea not null check (octet_length(terms_hash) = 32),
  payment_id          text not null,
  partner_id          text not null,
  asset               text not null,
  method              text not null check (method = 'deposit'),
  pays_out            text not null check (pays_out in ('merchant', 'treasury')),
  quote_expires_at_s  bigint,
  quote_sources       jsonb not null default '[]',
  chain               text not null,
  router              text not null,
  token               text not null,
  payer               text not null,
  amount              numeric(78) not null check (amount > 0),
  destination         text not null,
  fee                 numeric(78) not null check (fee >= 0 and fee <= amount),
  fee_ppm             bigint not null,
  fee_fixed           bigint not null default 0 check (fee_fixed >= 0),
  fee_receiver        text not null,
  deadline_s          bigint not null,
  merchant_name       text not null default '',
  required_depth      integer not null check (required_depth > 0),
  -- what the buyer is asked for; the terms' amount is less by the tolerance, which a sweep accepts
  asked               numeric(78) not null check (asked >= amount),
  -- smaller transfers are dust: they are not counted
  minimum             numeric(78) not null check (minimum > 0),
  -- blocks up to this one are searched for deposits by the watcher
  watched_until       timestamptz(3) not null,
  -- the time of the last block at which what lies there was compared with the books; a payment does not expire, and
  -- nothing is recovered, before
  compared_to         timestamptz(3) not null default '-infinity',
  created_at          timestamptz(3) not null default now(),
  primary key (terms_hash),
  unique (payment_id, asset)
);
-- Finds the address that a transfer went to. It is watched on all chains that have its router.
create unique index deposit_addresses_address on deposit_addresses (payer, chain);
-- Finds the addresses to watch.
create index deposit_addresses_watched on deposit_addresses (router, watched_until);
-- Finds the addresses past their deadline that were not compared with the books.
create index deposit_addresses_uncompared on deposit_addresses (chain, deadline_s)
  where compared_to < to_timestamp(deadline_s);
-- Counts a partner's addresses whose payments can still be paid.
create index deposit_addresses_of_partner on deposit_addresses (partner_id, deadline_s);
-- Finds whether a chain has an address of an open payment. Its blocks are then read as soon as they arrive.
create index deposit_addresses_deadline on deposit_addresses (chain, deadline_s);

-- Transfers to deposit addresses, as the chain shows them. The address is known by its terms.
create table deposits (
  chain         text not null,
  tx_hash       bytea not null,
  log_index     integer not null,
  block_number  bigint not null,
  block_hash    bytea not null,
  -- the time by the chain's clock, which decides whether a deposit was in time
  block_time_s  bigint not null,
  terms_hash    bytea not null,
  payment_id    text not null,
  partner_id    text not null,
  token         text not null,
  sender        text not null,
  amount        numeric(78) not null,
  -- whether the sender may pay; null: not asked yet. Money of a refused sender is not passed on
  is_refused    boolean,
  -- if no screening source answered, the sender is screened again after this time
  screen_after  timestamptz not null default '-infinity',
  screen_tries  smallint not null default 0,
  -- nothing was decided by it yet: it may confirm its payment, or decline it
  is_new        boolean not null default true,
  -- whether it is an exception was decided, at policy depth
  is_judged     boolean not null default false,
  -- passed on at policy depth after its payment's end, or dust: the recoveries need not look at it again
  is_closed     boolean not null default false,
  -- removed from the chain by a reorg
  orphaned_at   timestamptz(3),
  primary key (chain, tx_hash, log_index)
);
-- Finds the deposits of an address.
create index deposits_terms on deposits (terms_hash);
-- Finds the deposits of a payment.
create index deposits_payment on deposits (payment_id);
-- Finds the deposits in the blocks that a reorg removes.
create index deposits_block on deposits (chain, block_number);
-- Finds deposits to screen, and to confirm payments by.
create index deposits_new on deposits (chain) where is_new;
-- Finds deposits that may be exceptions.
create index deposits_unjudged on deposits (chain, block_number) where not is_judged;
-- Finds addresses on which money may still lie.
create index deposits_unclosed on deposits (chain) where not is_closed;

-- Every `Recovered` event of the router for an address of ours: money that was passed on without paying a payment. With
-- the transfers of method deposit, they say what still lies on an address.
create table recoveries (
  chain         text not null,
  tx_hash       bytea not null,
  log_index     integer not null,
  block_number  bigint not null,
  block_hash    bytea not null,
  terms_hash    bytea not null,
  -- the zero address: coins
  token         text not null,
  amount        numeric(78) not null,
  -- coins, which no event announced when they came, were reported
  is_judged     boolean not null default false,
  -- removed from the chain by a reorg
  orphaned_at   timestamptz(3),
  primary key (chain, tx_hash, log_index)
);
-- Finds recovered coins to report.
create index recoveries_unjudged on recoveries (chain, block_number)
  where not is_judged and token = '0x0000000000000000000000000000000000000000';
-- Finds what was passed on from an address.
create index recoveries_terms on recoveries (terms_hash);
-- Finds the recoveries in the blocks that a reorg removes.
create index recoveries_block on recoveries (chain, block_number);

-- The addresses of a payment with the transfers to them, without dust (`counts` in store/payments/shown-deposits.ts):
-- the 50 newest of each address, so that an event stays below 20 KB, since strangers can make any number. Null if it
-- has no address. It is a function because most payments have none: their statements then neither plan nor start it.
create function shown_deposits(in_payment text) returns jsonb language sql stable parallel safe as $$
  select jsonb_agg(jsonb_build_object('asset', a.asset, 'address', a.payer, 'asked', a.asked::text,
                                      'received', coalesce(sent.received, 0)::text, 'transactions', sent.transfers)
                   order by a.created_at, a.asset)
    from deposit_addresses a cross join lateral (
      select sum(d.amount) filter (where d.orphaned_at is null) as received,
             coalesce(jsonb_agg(jsonb_build_object(
               'hash', '0x' || encode(d.tx_hash, 'hex'), 'from', d.sender, 'value', d.amount::text,
               'status', case when d.orphaned_at is not null then 'orphaned'
                              when d.head - d.block_number + 1 >= a.required_depth then 'confirmed' else 'pending' end)
               order by d.block_number, d.log_index) filter (where d.newest <= 50), '[]') as transfers
        from (
          select d.*, row_number() over (order by d.block_number desc, d.log_index desc) as newest,
                 (select max(b.number) from chain_blocks b where b.chain = a.chain) as head
            from deposits d
           where d.terms_hash = a.terms_hash and d.chain = a.chain and d.token = a.token and d.amount >= a.minimum) d
    ) sent
   where a.payment_id = in_payment
$$;

-- What a sweep of this transaction brought, up to what was asked for: the router pays the terms' amount, and recovers
-- the rest in the same transaction.
create function swept_deposits(in_terms bytea, in_chain text, in_tx bytea, in_amount numeric) returns numeric
  language sql stable parallel safe as $$
  select least(a.asked, in_amount + coalesce((
           select sum(r.amount) from recoveries r
            where r.terms_hash = a.terms_hash and r.chain = in_chain and r.tx_hash = in_tx and r.token = a.token), 0))
    from deposit_addresses a where a.terms_hash = in_terms
$$;

-- Money on deposit addresses that pays no payment, until the router has passed it on at policy depth.
create table unrecovered (
  terms_hash     bytea not null,
  -- where it lies: another chain than the address's if it was sent there by mistake
  chain          text not null,
  -- the zero address: coins
  token          text not null,
  payment_id     text not null,
  partner_id     text not null,
  -- what lies there by the books, or for coins by the last look; smaller once it is passed on
  amount         numeric(78) not null,
  -- smaller amounts are dust
  minimum        numeric(78) not null,
  -- when the oldest of it arrived
  since          timestamptz(3) not null,
  -- the transaction that passes it on (its batch's other recoveries are independent of it)
  batch_id       bigint,
  attempts       integer not null default 0,
  recover_after  timestamptz not null default now(),
  -- after too many attempts: not passed on until an operator asks for it
  is_quarantined boolean not null default false,
  -- why it was not passed on last time
  note           text,
  -- an operator asked for it: regardless of the day's gas
  is_urgent      boolean not null default false,
  -- an operator released it: the sender may be refused
  is_released    boolean not null default false,
  primary key (terms_hash, chain, token)
);
-- Finds the oldest of a chain.
create index unrecovered_since on unrecovered (chain, since);
-- Finds those of a payment.
create index unrecovered_payment on unrecovered (payment_id);

-- The gas limits of recoveries, to bound those of a day.
create table recovery_gas (
  batch_id    bigint not null references relay_batches on delete cascade,
  chain       text not null,
  partner_id  text not null,
  gas         bigint not null,
  spent_at    timestamptz(3) not null default now(),
  primary key (batch_id, partner_id)
);
-- Sums the gas of the last day.
create index recovery_gas_by_time on recovery_gas (chain, spent_at);
