-- The books: the log of payments cannot be rewritten, and what the operator reads of them.

-- With one role it cannot be kept from its owner, who may drop a trigger; it is kept from every mistake.
create trigger payment_events_append_only before update or delete or truncate on payment_events
  for each statement execute function refuse_rewriting();

-- Where each chain was begun to be followed: chain_blocks keeps the last blocks only. Events of later blocks were taken in.
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

-- how reconcile goes through the payments of a chain
create index confirmations_by_time on confirmations (chain, confirmed_at, payment_id);

-- how the operator reads exceptions, of all partners
create index exceptions_of_all on exceptions (created_at desc, id desc);
