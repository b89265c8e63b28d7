-- The books: makes the log of payments append-only, and adds the operator's reads.

-- The database's owner can still drop the trigger; it protects against mistakes.
create trigger payment_events_append_only before update or delete or truncate on payment_events
  for each statement execute function refuse_rewriting();

-- The block from which each chain is followed, since chain_blocks keeps only the last ones. Later events are complete.
create table followed_chains (
  chain        text primary key,
  first_block  bigint not null
);
insert into followed_chains (chain, first_block)
  select chain, min(number) from (
    select chain, number from chain_blocks
    union all
    select chain, block_number - 1 from transfers
  ) known group by chain;

-- for reconcile to walk through a chain's payments
create index confirmations_by_time on confirmations (chain, confirmed_at, payment_id);

-- for the operator to read the exceptions of all partners
create index exceptions_of_all on exceptions (created_at desc, id desc);
